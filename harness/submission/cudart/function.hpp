// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/submission/cudart/api.hpp"

namespace warpgrade::cudart {

/// As api(), once the kernel of `function` is known and loaded: `body(runtime, device, kernel)`.
template <class Body>
cudaError_t with_kernel(const void* function, Body body) noexcept {
  return api([&](Runtime& runtime, device::Device& device) -> cudaError_t {
    auto* kernel = runtime.registry.kernel(function);
    if (kernel == nullptr) return cudaErrorInvalidDeviceFunction;
    const auto status = prepare(device, *kernel);
    if (status != device::Status::success) return code(status);
    return code(body(runtime, device, *kernel));
  });
}

}  // namespace warpgrade::cudart
