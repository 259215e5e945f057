// SPDX-License-Identifier: Apache-2.0
// What all programs share: checked calls, vectors to the device and back, and the comparison at the end.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                \
  do {                                                                             \
    const cudaError_t checked_status = (call);                                     \
    if (checked_status != cudaSuccess) {                                           \
      std::printf("line %d: %s\n", __LINE__, cudaGetErrorString(checked_status));  \
      std::exit(1);                                                                \
    }                                                                              \
  } while (false)

template <typename T>
T* ToDevice(const std::vector<T>& host) {
  T* device = nullptr;
  CHECK(cudaMalloc(&device, host.size() * sizeof(T)));
  CHECK(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
  return device;
}

template <typename T>
std::vector<T> ToHost(const T* device, size_t count) {
  std::vector<T> host(count);
  CHECK(cudaMemcpy(host.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost));
  return host;
}

template <typename T>
int Compare(const std::vector<T>& got, const std::vector<T>& want) {
  for (size_t i = 0; i < want.size(); ++i) {
    if (got[i] != want[i]) {
      std::printf("differs at %zu: got %g, want %g\n", i, double(got[i]), double(want[i]));
      return 1;
    }
  }
  std::printf("ok\n");
  return 0;
}
