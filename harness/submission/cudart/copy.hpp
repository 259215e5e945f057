// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/submission/cudart/runtime.hpp"

#include <cstddef>

namespace warpgrade::cudart {

/// What cudaMemcpy says before it looks at the context: cudaErrorInvalidMemcpyDirection or success.
cudaError_t check_copy(std::size_t bytes, cudaMemcpyKind kind);

/// Moves `bytes` between host and device as cudaMemcpy does.
/// @returns cudaErrorInvalidValue where a pointer is not on the device though `kind` says so.
cudaError_t copy_bytes(Runtime& runtime, device::Device& device, void* to, const void* from,
                       std::size_t bytes, cudaMemcpyKind kind);

/// A copy of `height` rows of `width` bytes, or of one row if they lie without gaps.
struct Rows {
  char* to;
  std::size_t to_pitch;
  const char* from;
  std::size_t from_pitch;
  std::size_t width;
  std::size_t height;
};

/// @returns cudaErrorInvalidPitchValue where a row is wider than its pitch.
cudaError_t copy_rows(Runtime& runtime, device::Device& device, Rows rows, cudaMemcpyKind kind);

/// What cudaMemcpy3D does. Arrays are not supported, by name.
cudaError_t copy_box(Runtime& runtime, device::Device& device, const cudaMemcpy3DParms& copy);

}  // namespace warpgrade::cudart
