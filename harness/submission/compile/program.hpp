// SPDX-License-Identifier: Apache-2.0
// A CUDA program of its own, as `warpgrade run` takes it.
#pragma once

#include "harness/submission/compile/compile.hpp"

#include <filesystem>
#include <optional>

namespace warpgrade::compile {

/// Compiles one .cu with a main() into `program`, so that it asks for libcudart.so when it starts.
/// Includes are found beside the source. Nothing is cached: what it includes is not known.
/// @returns what nvcc had to say if it did not compile; nothing if all is well.
/// @throws std::runtime_error  if nvcc cannot be started.
std::optional<Refused> compile_program(const std::filesystem::path& source,
                                       const std::filesystem::path& program,
                                       const Settings& settings);

/// Whether the runtime that `program` uses can be replaced: it asks for libcudart.so by name, as
/// programs built with -cudart shared do. @throws std::runtime_error if it cannot be read.
bool asks_for_cudart(const std::filesystem::path& program);

}  // namespace warpgrade::compile
