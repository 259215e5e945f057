// SPDX-License-Identifier: Apache-2.0
// What survives cudaDeviceReset.
#include "say.hpp"

__device__ int symbol;
__global__ void store(int* to) { *to = symbol; }

int main() {
  int* data = nullptr;
  int host = 7;
  cudaStream_t s;
  SAY(cudaMalloc(&data, 4));
  SAY(cudaStreamCreate(&s));
  SAY(cudaMemcpyToSymbol(symbol, &host, 4));
  SAY(cudaFuncSetAttribute(store, cudaFuncAttributeMaxDynamicSharedMemorySize, 60 * 1024));
  SAY(cudaMalloc((void**)nullptr, 4));
  SAY(cudaDeviceReset());
  LAST();
  SAY(cudaFree(data));
  LAST();
  SAY(cudaMalloc(&data, 4));
  store<<<1, 1>>>(data);
  LAST();
  SAY(cudaMemcpy(&host, data, 4, cudaMemcpyDeviceToHost));
  VALUE(host);
  store<<<1, 1, 60 * 1024>>>(data);
  LAST();
  SAY(cudaDeviceReset());
  SAY(cudaDeviceReset());
}
