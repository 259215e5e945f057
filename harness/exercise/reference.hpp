// SPDX-License-Identifier: Apache-2.0
// The host reference of an exercise: `reference.cpp`, compiled into a shared library
// (compile_reference()), defines reference() with the parameters of solve(), for a transpose
//   extern "C" void reference(const float* in, float* out, std::size_t rows, std::size_t cols);
// with row-major matrices in host memory. It writes every output cell.
#pragma once

#include "harness/core/signature.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <vector>

namespace warpgrade::exercise {

/// The words of the output for the sizes `shape` and the words of all inputs, one after the other.
using ReferenceFunction = std::function<std::vector<std::uint32_t>(
    const Shape& shape, std::span<const std::uint32_t> values)>;

/// Loads the reference from `library`, which stays loaded as long as the function lives. It is
/// trusted code: it runs in the caller's process. The output is filled with the poison first, so a
/// cell it forgets shows.
/// @throws ExerciseError  if the library cannot be loaded or has no warpgrade_reference().
ReferenceFunction load_reference(const std::filesystem::path& library,
                                 const Signature& signature = transpose_signature());

}  // namespace warpgrade::exercise
