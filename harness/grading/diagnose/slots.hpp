// SPDX-License-Identifier: Apache-2.0
// Where in a tile the value of a wrong cell came from. All but the first expect `holds` to be
// input.
#pragma once

#include "harness/grading/diagnose/cells.hpp"

namespace warpgrade::diagnose {

/// True if the value tells where it came from: 0 and -1 are in the input, but kernels write them
/// too.
inline bool tells_its_source(const WrongCell& cell) {
  constexpr std::uint32_t zero = 0x00000000;
  constexpr std::uint32_t minus_zero = 0x80000000;
  constexpr std::uint32_t minus_one = 0xbf800000;
  return cell.holds == Holds::input && cell.got != zero && cell.got != minus_zero &&
         cell.got != minus_one;
}

/// From the cell's own tile of the input.
inline bool is_own_tile(const WrongCell& cell, std::int64_t tile) {
  return cell.from_row / tile == cell.col / tile && cell.from_col / tile == cell.row / tile;
}

/// From the cell's own slot of any tile.
inline bool is_same_slot(const WrongCell& cell, std::int64_t tile) {
  return cell.from_row % tile == cell.col % tile && cell.from_col % tile == cell.row % tile;
}

/// From the mirror image of its slot in its own tile.
inline bool is_mirrored(const WrongCell& cell, std::int64_t tile) {
  return is_own_tile(cell, tile) && cell.from_row % tile == cell.row % tile &&
         cell.from_col % tile == cell.col % tile;
}

}  // namespace warpgrade::diagnose
