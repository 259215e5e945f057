// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/diagnose/hints.hpp"

#include <algorithm>
#include <array>

namespace warpgrade::diagnose {
namespace {

struct Row {
  Pattern pattern;
  std::string_view hint;
};

constexpr std::string_view kGrid =
    "count the blocks: ceil(cols / tile) along x and ceil(rows / tile) along y, and let the block "
    "that reads tile (x, y) store all of tile (y, x): blockIdx.x and blockIdx.y change places";
constexpr std::string_view kGuards =
    "guard the load with the input's row and column against rows and cols, and the store with the "
    "output's row and column against cols and rows";
constexpr std::string_view kIndices =
    "store at out[(blockIdx.x * tile + j) * rows + blockIdx.y * tile + threadIdx.x]: the block "
    "indices and the tile indices both change places";
constexpr std::string_view kPitch =
    "input rows are cols elements long, output rows are rows elements long: check what each index "
    "multiplies the row by";
constexpr std::string_view kLoop =
    "with fewer rows of threads than the tile has, each thread must loop over the tile in steps of "
    "blockDim.y, and use the loop variable in the tile's index and in the matrix's";
constexpr std::string_view kTile =
    "write down which thread fills tile[y][x] and which one reads it: the two index expressions "
    "must "
    "name the same cells, and all of them must be filled";
constexpr std::string_view kBarrier =
    "put __syncthreads() where every thread of the block reaches it: after the tile is filled, and "
    "again before it is filled anew";
constexpr std::string_view kReplay = "run the lines above on the smallest failing case by hand";

// Patterns that are not here get the last row's hint.
constexpr std::array kRows{
    Row{Pattern::nothing_written,
        "check the error of the launch with cudaGetLastError(), and that the kernel stores to out"},
    Row{Pattern::linear_copy, kIndices},
    Row{Pattern::same_place, kIndices},
    Row{Pattern::extents_swapped, "check the order of rows and cols where the kernel is launched"},
    Row{Pattern::tile_not_flipped,
        "store tile[threadIdx.x][threadIdx.y + j], the tile's other way"},
    Row{Pattern::tile_not_moved, kIndices},
    Row{Pattern::output_pitch, kPitch},
    Row{Pattern::input_pitch, kPitch},
    Row{Pattern::both_pitches, kPitch},
    Row{Pattern::index_macro,
        "write #define AT(row, col, ld) ((row) * (ld) + (col)), or an inline function"},
    Row{Pattern::value_dependent,
        "move every value as it is; whether a cell was loaded is a matter of its index"},
    Row{Pattern::last_column,
        "compare with < against the full extent: the last index is extent - 1"},
    Row{Pattern::last_row, "compare with < against the full extent: the last index is extent - 1"},
    Row{Pattern::tile_rows, kGrid},
    Row{Pattern::remainder_of_four, "handle the elements behind the last whole group of four too"},
    Row{Pattern::past_row_count, kGuards},
    Row{Pattern::first_tile_only, "add blockIdx.x * tile and blockIdx.y * tile to the indices"},
    Row{Pattern::diagonal_tiles_only, "use blockIdx.x for the column and blockIdx.y for the row"},
    Row{Pattern::partial_edge_tiles,
        "round the grid up, (n + tile - 1) / tile, and guard single elements, not whole tiles"},
    Row{Pattern::leading_tiles_only, kGrid},
    Row{Pattern::whole_tiles, kGrid},
    Row{Pattern::edge_tile_threads,
        "do not return early: guard the load and the store each, and let every thread reach the "
        "barrier"},
    Row{Pattern::periodic_rows, kLoop},
    Row{Pattern::rounded, "declare the tile as float"},
    Row{Pattern::clobbered_row_starts, kGuards},
    Row{Pattern::leftovers_past_shorter_side, kGuards},
    Row{Pattern::shifted, kTile},
    Row{Pattern::tiles_misplaced, kIndices},
    Row{Pattern::leftovers, kLoop},
    Row{Pattern::shuffled_in_tile, kTile},
    Row{Pattern::constant, kTile},
    Row{Pattern::past_the_tile,
        "make the tile as large as the block, or pass its size in bytes as the third launch "
        "argument"},
    Row{Pattern::misaligned,
        "a row starts on a 16-byte boundary only if cols is a multiple of 4: read single floats "
        "elsewhere"},
    Row{Pattern::barrier, kBarrier},
    Row{Pattern::unfinished, "check that every loop over tiles advances by gridDim, not blockIdx"},
    Row{Pattern::replayed, "compute the output from the input of this call"},
    Row{Pattern::race, kBarrier},
    Row{Pattern::none, kReplay},
};

}  // namespace

std::string_view pattern_hint(Pattern pattern) {
  const auto* const found = std::ranges::find(kRows, pattern, &Row::pattern);
  return found == kRows.end() ? kReplay : found->hint;
}

}  // namespace warpgrade::diagnose
