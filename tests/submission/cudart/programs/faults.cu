// SPDX-License-Identifier: Apache-2.0
// What every call says once a kernel has broken the context. argv[1] says how it breaks.
#include "say.hpp"

#include <cuda_profiler_api.h>

#include <cassert>
#include <cstdlib>

__device__ int symbol;
__global__ void nothing() {}
__global__ void breaks(int how, float* p) {
  if (how == 0) *(volatile float*)(p + (size_t{1} << 36)) = 1;
  if (how == 1) *(volatile float*)((char*)p + 2) = 1;
  if (how == 2) asm("trap;");
  if (how == 3) assert(how == 4);
}

static void no_work(void*) {}

int main(int, char** argv) {
  float* data = nullptr;
  float host = 0;
  void* p = nullptr;
  int value = 0;
  size_t bytes = 0;
  float ms = 0;
  cudaStream_t s, s2;
  cudaEvent_t e, e2;
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  SAY(cudaMalloc(&data, 4096));
  SAY(cudaStreamCreate(&s));
  SAY(cudaEventCreate(&e));
  SAY(cudaEventRecord(e));
  SAY(cudaDeviceSynchronize());
  breaks<<<1, 1>>>(std::atoi(argv[1]), data);
  SAY(cudaDeviceSynchronize());
  SAY(cudaPeekAtLastError());
  SAY(cudaGetLastError());
  SAY(cudaGetLastError());
  SAY(cudaPeekAtLastError());
  SAY(cudaDeviceSynchronize());
  SAY(cudaGetLastError());
  SAY(cudaMalloc(&p, 4));
  SAY(cudaMalloc(&p, 0));
  SAY(cudaFree(data));
  SAY(cudaFree(nullptr));
  SAY(cudaMemcpy(&host, data, 4, cudaMemcpyDeviceToHost));
  SAY(cudaMemcpy(&host, data, 0, cudaMemcpyDeviceToHost));
  SAY(cudaMemcpy(&host, data, 4, (cudaMemcpyKind)7));
  SAY(cudaMemset(data, 0, 4));
  SAY(cudaMemcpyToSymbol(symbol, &host, 4));
  SAY(cudaGetSymbolAddress(&p, symbol));
  SAY(cudaGetLastError());
  SAY(cudaGetDevice(&value));
  SAY(cudaGetDeviceCount(&value));
  SAY(cudaSetDevice(0));
  cudaDeviceProp properties;
  SAY(cudaGetDeviceProperties(&properties, 0));
  SAY(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 0));
  SAY(cudaRuntimeGetVersion(&value));
  SAY(cudaMemGetInfo(&bytes, &bytes));
  SAY(cudaDeviceGetLimit(&bytes, cudaLimitStackSize));
  cudaFuncAttributes a;
  SAY(cudaFuncGetAttributes(&a, nothing));
  SAY(cudaFuncSetAttribute(nothing, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024));
  SAY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&value, nothing, 32, 0));
  SAY(cudaStreamCreate(&s2));
  SAY(cudaStreamSynchronize(s));
  SAY(cudaStreamQuery(s));
  SAY(cudaEventCreate(&e2));
  SAY(cudaEventRecord(e));
  SAY(cudaEventQuery(e));
  SAY(cudaEventSynchronize(e));
  SAY(cudaEventElapsedTime(&ms, e, e));
  SAY(cudaMallocHost(&p, 100));
  cudaPointerAttributes attributes;
  SAY(cudaPointerGetAttributes(&attributes, data));
  SAY(cudaGetLastError());
  nothing<<<1, 1>>>();
  SAY(cudaPeekAtLastError());
  SAY(cudaGetLastError());
  nothing<<<1, 2048>>>();
  SAY(cudaGetLastError());
  SAY(cudaEventDestroy(e));
  SAY(cudaStreamDestroy(s));
  SAY(cudaFreeHost(p));
  SAY(cudaLaunchHostFunc(s, no_work, nullptr));
  SAY(cudaDeviceSetLimit(cudaLimitStackSize, 2048));
  SAY(cudaProfilerStop());
  SAY(cudaDeviceReset());
  SAY(cudaGetLastError());
  SAY(cudaGetLastError());
  SAY(cudaMalloc(&data, 4096));
  nothing<<<1, 1>>>();
  SAY(cudaGetLastError());
  SAY(cudaDeviceSynchronize());
  SAY(cudaGetDevice(&value));
  SAY(cudaSetDevice(0));
  SAY(cudaGetDeviceProperties(&properties, 0));
  SAY(cudaFree(nullptr));
  SAY(cudaDeviceReset());
  SAY(cudaMalloc(&data, 4096));
}
