// SPDX-License-Identifier: Apache-2.0
// The host reference of an exercise: `reference.cpp`, compiled into a shared library
// (compile_reference()), defines
//   extern "C" void reference(const float* in, float* out, std::size_t rows, std::size_t cols);
// with row-major matrices; `rows` and `cols` are those of the input. It writes every output cell.
#pragma once

#include "harness/core/extent.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <vector>

namespace warpgrade::exercise {

/// Output bits (cols x rows of the input, row-major) for input bits of that extent.
using ReferenceFunction =
    std::function<std::vector<std::uint32_t>(Extent input, std::span<const std::uint32_t> values)>;

/// Loads reference() from `library`, which stays loaded as long as the function lives. It is
/// trusted code: it runs in the caller's process. The output is filled with the poison first, so a
/// cell it forgets shows.
/// @throws ExerciseError  if the library cannot be loaded or has no reference().
ReferenceFunction load_reference(const std::filesystem::path& library);

}  // namespace warpgrade::exercise
