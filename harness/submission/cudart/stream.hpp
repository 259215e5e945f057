// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/submission/cudart/api.hpp"

namespace warpgrade::cudart {

/// The stream of a handle; the null stream and the two special handles count. Null if it is none.
const Stream* find_stream(Runtime& runtime, cudaStream_t stream);

/// True if what `stream` is told joins a graph instead of being done.
bool is_capturing(const Runtime& runtime, cudaStream_t stream);

/// Does `operation` now, or adds it to the graph as a node of `type` if `stream` is being captured.
/// It must hold what it needs by value.
cudaError_t in_stream(cudaStream_t stream, cudaGraphNodeType type,
                      const Operation& operation) noexcept;

/// As api(), once `stream` is known to be one, whether or not it is being captured.
template <class Body>
cudaError_t on_stream(cudaStream_t stream, Body body) noexcept {
  return api([&](Runtime& runtime, device::Device& device) -> cudaError_t {
    if (find_stream(runtime, stream) == nullptr) return cudaErrorInvalidResourceHandle;
    return code(body(runtime, device));
  });
}

}  // namespace warpgrade::cudart
