// SPDX-License-Identifier: Apache-2.0
// One line a call: its text and the code that it returned. The same program runs on hardware and
// here.
#pragma once

#include <cuda_runtime.h>

#include <cstdio>

#define SAY(call) std::printf("%s -> %d\n", #call, static_cast<int>(call))
#define VALUE(expression) \
  std::printf("%s = %lld\n", #expression, static_cast<long long>(expression))
#define LAST()                                                                   \
  do {                                                                           \
    const int peeked = cudaPeekAtLastError();                                    \
    const int got = cudaGetLastError();                                          \
    std::printf("last %d, %d, then %d\n", peeked, got, (int)cudaGetLastError()); \
  } while (false)
