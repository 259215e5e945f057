// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/core/case.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace warpgrade::exercise {

/// Most elements a case may have (2^31): beyond it the values would repeat.
inline constexpr std::int64_t kMostElements = std::int64_t{1} << 31;

/// True if `fill` names a known fill.
bool is_fill(std::string_view fill);

/// The input of `c` as float bit patterns, row-major, input.rows * input.cols of them. The fill
/// `index`: every cell a different finite normal float that uses all 24 significand bits, except
/// that inputs of at least 64 elements hold 0, -0 and -1 once each. No cell holds a poison of
/// core/poison.hpp. The seed moves the patterns.
std::vector<std::uint32_t> make_input(const Case& c);

/// The linear index of the input cell that holds `bits`, in constant time; nothing if no cell does.
std::optional<std::int64_t> find_in_input(const Case& c, std::uint32_t bits);

}  // namespace warpgrade::exercise
