// SPDX-License-Identifier: Apache-2.0
// Dimensions of shared arrays, from the learner's source: PTX knows only their bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpgrade::observe {

/// What a declaration says of an array. No dimensions: a single object.
struct ArrayShape {
  std::uint64_t element_bytes = 0;
  std::vector<std::uint64_t> inner;  ///< All dimensions but the first.
  bool is_array = false;
};

/// The shape of the `__shared__` variable `name` of `bytes` bytes, by its last declaration at or
/// before `line` of `source` (or else its first). Dimensions may be numbers, constants and macros
/// of the file, and sums and products of them. Nothing unless it agrees with `bytes` (0: unknown,
/// of dynamic arrays).
std::optional<ArrayShape> declared_shape(std::string_view source, int line, std::string_view name,
                                         std::uint64_t bytes);

/// "tile[3][32]": the element of `name` at byte `offset`.
std::string element_name(const std::string& name, const ArrayShape& shape, std::uint64_t offset);

}  // namespace warpgrade::observe
