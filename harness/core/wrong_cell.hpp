// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace warpgrade {

/// What a wrong output cell holds (design 6).
enum class Holds {
  unwritten,  ///< Still the poison of the output.
  unset,      ///< The poison of shared memory: read before it was set.
  input,      ///< The value of input cell (from_row, from_col).
  other,      ///< Something else.
};

/// One output cell that differs from the reference; zero-based OUTPUT coordinates, values as bits.
struct WrongCell {
  std::int64_t row = 0;
  std::int64_t col = 0;
  std::uint64_t expected = 0;  ///< Bits; of a 4-byte cell the low half.
  std::uint64_t got = 0;
  Holds holds = Holds::other;
  std::int64_t from_row = -1;  ///< Input row that the value came from; -1 unless `holds` is input.
  std::int64_t from_col = -1;
};

}  // namespace warpgrade
