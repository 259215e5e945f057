// SPDX-License-Identifier: Apache-2.0
// More blocks than can be resident at once.
#include "say.hpp"

__global__ void nothing() {}

int main() {
  SAY(cudaLaunchCooperativeKernel((const void*)nothing, dim3(1 << 20), dim3(1024), nullptr, 0,
                                  nullptr));
  LAST();
}
