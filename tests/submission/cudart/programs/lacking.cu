// SPDX-License-Identifier: Apache-2.0
// Calls that the replacement runtime does not have.
#include "say.hpp"

int main() {
  void* p = nullptr;
  SAY(cudaMallocManaged(&p, 4));
  LAST();
  cudaArray_t array;
  const auto channel = cudaCreateChannelDesc<int>();
  SAY(cudaMallocArray(&array, &channel, 4));
  cudaTextureObject_t texture;
  SAY(cudaCreateTextureObject(&texture, nullptr, nullptr, nullptr));
  LAST();
  const auto plain = cudaCreateChannelDesc<float>();
  VALUE(plain.x);
  VALUE(plain.f);
}
