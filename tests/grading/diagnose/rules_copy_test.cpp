// SPDX-License-Identifier: Apache-2.0
#include "tests/grading/diagnose/mistakes.hpp"

#include <gtest/gtest.h>

namespace warpgrade::diagnose {
namespace {

void store_as_read(Machine& m, const Thread& th) {  // out[row * cols + col] at the input's place.
  const auto row = th.by * m.edge() + th.ty;
  const auto col = th.bx * m.edge() + th.tx;
  if (row < m.rows() && col < m.cols()) m.write(row * m.cols() + col, m.tile(th.ty, th.tx));
}
void store_in_place(Machine& m, const Thread& th) {  // The same, in rows of the output's length.
  const auto row = th.by * m.edge() + th.ty;
  const auto col = th.bx * m.edge() + th.tx;
  if (row < m.cols() && col < m.rows()) m.write(row * m.rows() + col, m.tile(th.ty, th.tx));
}
void store_unflipped(Machine& m, const Thread& th) {
  const auto row = th.bx * m.edge() + th.ty;
  const auto col = th.by * m.edge() + th.tx;
  if (row < m.cols() && col < m.rows()) m.write(row * m.rows() + col, m.tile(th.ty, th.tx));
}
void store_unmoved(Machine& m, const Thread& th) {
  const auto row = th.by * m.edge() + th.ty;
  const auto col = th.bx * m.edge() + th.tx;
  if (row < m.cols() && col < m.rows()) m.write(row * m.rows() + col, m.tile(th.tx, th.ty));
}
void store_with_extents_swapped(Machine& m, const Thread& th) {  // One cell a thread, no tile.
  const auto y = th.by * m.edge() + th.ty;
  const auto x = th.bx * m.edge() + th.tx;
  if (y < m.cols() && x < m.rows()) m.write(x * m.cols() + y, m.read(y * m.rows() + x));
}

INSTANTIATE_TEST_SUITE_P(
    Copies, Mistakes,
    testing::Values(Row{"linear_copy", with_store(store_as_read), all_shapes(),
                        Pattern::linear_copy, "the output is the input unchanged"},
                    Row{"same_place",
                        with_store(store_in_place),
                        {kBig, kBigTall},
                        Pattern::same_place,
                        "at its input row and column"},
                    Row{"extents_swapped",
                        Mistake{32, {}, store_with_extents_swapped, grid_swapped}, all_shapes(),
                        Pattern::extents_swapped, "rows and cols exchanged"},
                    Row{"not_flipped", with_store(store_unflipped), all_shapes(),
                        Pattern::tile_not_flipped, "not transposed inside"},
                    Row{"not_flipped_16", with_store(store_unflipped, 16), all_shapes(),
                        Pattern::tile_not_flipped, "(16 x 16 tiles)"},
                    Row{"not_moved", with_store(store_unmoved), all_shapes(),
                        Pattern::tile_not_moved, "left in its own place"},
                    Row{"not_moved_16", with_store(store_unmoved, 16), all_shapes(),
                        Pattern::tile_not_moved, "does not swap blockIdx"}),
    row_name);

}  // namespace
}  // namespace warpgrade::diagnose
