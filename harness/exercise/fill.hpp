// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/core/case.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace warpgrade::exercise {

/// Most cells that the inputs of a case may have together (2^31): beyond it the values would
/// repeat.
inline constexpr std::int64_t kMostElements = std::int64_t{1} << 31;

/// The inputs of `c` as 4-byte words, one input after the other, row-major. The seed moves the
/// values. No cell holds a poison of core/poison.hpp. The fill
/// - `index`: every cell, of all inputs, another bit pattern: a finite normal float that uses all
/// 24
///   significand bits (for double that float's value, for int its bits), except that inputs of
///   together at least 64 cells hold 0, -0 and -1 once each;
/// - `small`: whole numbers from -8 to 8, never 0, which come and go without a pattern.
std::vector<std::uint32_t> make_input(const Case& c,
                                      const Signature& signature = transpose_signature());

/// The linear index of the cell of the input that holds `bits`, in constant time. Nothing if no
/// cell does, and where it cannot be told: of several inputs, of 8-byte cells, of another fill than
/// `index`.
std::optional<std::int64_t> find_in_input(const Case& c, std::uint64_t bits,
                                          const Signature& signature = transpose_signature());

}  // namespace warpgrade::exercise
