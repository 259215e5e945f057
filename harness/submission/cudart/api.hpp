// SPDX-License-Identifier: Apache-2.0
// The frame round every entry point: connection, lock, last error. Nothing is thrown across it.
#pragma once

#include "harness/submission/cudart/cuda.hpp"
#include "harness/submission/cudart/runtime.hpp"

#include <concepts>
#include <exception>
#include <mutex>
#include <new>

namespace warpgrade::cudart {

/// The error that cudaGetLastError gives in this thread.
cudaError_t& last_error();

/// Notes a failure as the last error and passes it on.
inline cudaError_t remember(cudaError_t error) {
  if (error != cudaSuccess) last_error() = error;
  return error;
}

/// Whether an error stays until the process ends.
bool is_fault(cudaError_t error);

constexpr cudaError_t code(device::Status status) { return static_cast<cudaError_t>(status); }
constexpr cudaError_t code(cudaError_t error) { return error; }

/// Runs `body(runtime, device)`, which returns a cudaError_t or a device's Status, whatever state
/// the context is in.
template <class Body>
cudaError_t query(Body body) noexcept {
  try {
    auto& runtime = Runtime::get();
    const std::lock_guard lock(runtime.mutex);
    auto* device = runtime.device();
    return remember(device == nullptr ? cudaErrorNoDevice : code(body(runtime, *device)));
  } catch (const std::bad_alloc&) {
    return remember(cudaErrorMemoryAllocation);
  } catch (...) {
    return remember(cudaErrorUnknown);
  }
}

/// As query(), but in a context that a kernel broke every call says so, first of all.
template <class Body>
cudaError_t api(Body body) noexcept {
  return query([&](Runtime& runtime, device::Device& device) -> cudaError_t {
    if (runtime.fault != cudaSuccess) return runtime.fault;
    const auto error = code(body(runtime, device));
    if (is_fault(error)) runtime.fault = error;
    return error;
  });
}

/// Writes a result through a pointer that the caller may have left null.
template <class T, std::convertible_to<T> V>
cudaError_t give(T* to, V value) {
  if (to == nullptr) return cudaErrorInvalidValue;
  *to = static_cast<T>(value);
  return cudaSuccess;
}

/// A device address as the number that it is.
inline std::uint64_t address(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer);
}

}  // namespace warpgrade::cudart
