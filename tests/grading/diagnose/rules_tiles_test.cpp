// SPDX-License-Identifier: Apache-2.0
#include "tests/grading/diagnose/mistakes.hpp"

#include <gtest/gtest.h>

namespace warpgrade::diagnose {
namespace {

Dim3 rounded_down(Extent input, std::int64_t tile) {
  return {static_cast<std::uint32_t>(input.cols / tile),
          static_cast<std::uint32_t>(input.rows / tile), 1};
}
Dim3 one_block(Extent /*input*/, std::int64_t /*tile*/) { return {1, 1, 1}; }

// Loads the block to the right, where there is one.
void load_neighbour(Machine& m, const Thread& th) {
  load_right(m, {(th.bx + 1) % ((m.cols() + 31) / 32), th.by, th.tx, th.ty});
}

INSTANTIATE_TEST_SUITE_P(Places, Mistakes,
                         testing::Values(Row{"neighbour", with_load(load_neighbour), all_shapes(),
                                             Pattern::tiles_misplaced, "taken from another place"}),
                         row_name);

INSTANTIATE_TEST_SUITE_P(
    Grids, Mistakes,
    testing::Values(
        Row{"swapped_wide",
            with_grid(grid_swapped),
            {kSmall, kWide},
            Pattern::tile_rows,
            "the last tiles along the longer side were never visited (grid dims swapped"},
        Row{"swapped_tall",
            with_grid(grid_swapped),
            {kTall},
            Pattern::tile_rows,
            "output columns 96..164, the last tiles along the longer side"},
        Row{"rounded_down", with_grid(rounded_down), all_shapes(), Pattern::partial_edge_tiles,
            "the partial tiles on the last rows and columns got no block (grid rounds down"},
        Row{"rounded_down_cols",
            with_grid(rounded_down),
            {{64, 100}},
            Pattern::tile_rows,
            "output rows 96..99, the last tile column of the input got no block"},
        Row{"one_block", with_grid(one_block), all_shapes(), Pattern::first_tile_only,
            "only the first tile was written (the grid has one block)"},
        Row{"block_index_unused",
            with_store(only_if(store_right,
                               [](auto&, const Thread& th) { return th.bx == 0 && th.by == 0; })),
            all_shapes(), Pattern::first_tile_only, "(blockIdx is never used)"},
        Row{"diagonal",
            with_store(only_if(store_right,
                               [](auto&, const Thread& th) { return th.bx == th.by; })),
            all_shapes(), Pattern::diagonal_tiles_only, "only tiles on the diagonal"},
        Row{"partial_skipped",
            with_store(only_if(store_right,
                               [](const Machine& m, const Thread& th) {
                                 return (th.bx + 1) * m.edge() <= m.cols() &&
                                        (th.by + 1) * m.edge() <= m.rows();
                               })),
            all_shapes(), Pattern::partial_edge_tiles,
            "every partial tile on the edge was skipped"},
        Row{"pairs_only",
            with_store(only_if(store_right,
                               [](const Machine& m, const Thread& th) {
                                 return th.bx * m.edge() < (m.rows() + 31) / 32 * 32;
                               })),
            {kWide},
            Pattern::tile_rows,
            "their blocks ran but stored nothing"},
        Row{"grid_counts_64",
            with_grid([](Extent input, std::int64_t tile) {
              return grid_right(input, 2 * tile);  // The kernel's blocks are 32 wide.
            }),
            {kMedium, kWide, kTall},
            Pattern::leading_tiles_only,
            "were written; the grid is"},
        Row{"upper_tiles",
            with_store(only_if(store_right,
                               [](auto&, const Thread& th) { return th.bx <= th.by; })),
            {kBig, kTall},
            Pattern::whole_tiles,
            "all below the diagonal of the tile grid"}),
    row_name);

}  // namespace
}  // namespace warpgrade::diagnose
