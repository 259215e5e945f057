// SPDX-License-Identifier: Apache-2.0
// Cooperative launches: one that fits, by attribute and by name, too many threads, and more blocks than
// can be resident at once.
#include "say.hpp"

__global__ void nothing() {}

int main() {
  cudaLaunchConfig_t config = {};
  config.gridDim = config.blockDim = dim3(1);
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeCooperative;
  attribute.val.cooperative = 1;
  config.attrs = &attribute;
  config.numAttrs = 1;
  SAY(cudaLaunchKernelEx(&config, nothing));
  SAY(cudaLaunchCooperativeKernel((const void*)nothing, dim3(1), dim3(2048), nullptr, 0, nullptr));
  LAST();
  SAY(cudaLaunchCooperativeKernel((const void*)nothing, dim3(1), dim3(1), nullptr, 0, nullptr));
  SAY(cudaLaunchCooperativeKernel((const void*)nothing, dim3(1 << 20), dim3(1024), nullptr, 0,
                                  nullptr));
  LAST();
}
