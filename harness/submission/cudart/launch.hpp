// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/submission/cudart/function.hpp"
#include "harness/submission/cudart/graph.hpp"

namespace warpgrade::cudart {

/// What <<<...>>> says.
struct Configuration {
  dim3 grid;
  dim3 block;
  std::size_t shared_bytes = 0;
  cudaStream_t stream = nullptr;
  bool cooperative = false;
};

/// The launch of a loaded kernel, with its arguments as they are now.
/// @param arguments  `arguments[i]` points to the value of parameter i.
/// @returns cudaErrorInvalidValue or cudaErrorInvalidResourceHandle where there is no such launch.
cudaError_t make_launch(Runtime& runtime, const Kernel& kernel, const Configuration& configuration,
                        void** arguments, Operation& operation);

}  // namespace warpgrade::cudart
