// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/submission/cudart/api.hpp"

namespace warpgrade::cudart {

/// What is said of a function that is no kernel: a pointer that is not null might have been a
/// handle.
constexpr cudaError_t unknown_function(const void* function) {
  return function == nullptr ? cudaErrorInvalidDeviceFunction : cudaErrorInvalidResourceHandle;
}

/// As api(), once the kernel of `function` is known and loaded: `body(runtime, device, kernel)`.
template <class Body>
cudaError_t with_kernel(const void* function, Body body) noexcept {
  return api([&](Runtime& runtime, device::Device& device) -> cudaError_t {
    auto* kernel = runtime.registry.kernel(function);
    if (kernel == nullptr) return unknown_function(function);
    const auto status = prepare(device, *kernel);
    if (status != device::Status::success) return code(status);
    return code(body(runtime, device, *kernel));
  });
}

}  // namespace warpgrade::cudart
