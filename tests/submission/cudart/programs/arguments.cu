// SPDX-License-Identifier: Apache-2.0
// Arguments of every size and alignment, through both launch paths, with grid, block and shared
// bytes.
#include "say.hpp"

struct Pair {
  int first;
  double second;
};

__global__ void many(char a, short b, int c, long long d, float e, double f, Pair g, const float* h,
                     bool i) {}

int main() {
  const Pair pair{7, 8.5};
  cudaStream_t stream;
  SAY(cudaStreamCreate(&stream));
  many<<<dim3(2, 3, 4), dim3(5, 6, 7), 48, stream>>>(1, 2, 3, 4, 5.5f, 6.5, pair, nullptr, true);
  LAST();
  char a = 1;
  short b = 2;
  int c = 3;
  long long d = 4;
  float e = 5.5f;
  double f = 6.5;
  Pair g = pair;
  const float* h = nullptr;
  bool i = true;
  void* arguments[] = {&a, &b, &c, &d, &e, &f, &g, &h, &i};
  SAY(cudaLaunchKernel((const void*)many, dim3(2, 3, 4), dim3(5, 6, 7), arguments, 48, stream));

  SAY(cudaLaunchCooperativeKernel((const void*)many, dim3(2, 3, 4), dim3(5, 6, 7), arguments, 48,
                                  stream));
}
