// SPDX-License-Identifier: Apache-2.0
#include "tests/grading/diagnose/mistakes.hpp"

namespace warpgrade::diagnose {
namespace {

// AT(row + j, col, ld) as row + j * ld + col, with j the loop over the tile in steps of 8.
std::int64_t expanded(std::int64_t row, std::int64_t j, std::int64_t ld, std::int64_t col) {
  return row + j * ld + col;
}

void load_expanded(Machine& m, const Thread& th) {
  const auto j = th.ty / 8 * 8;
  const auto row = th.by * m.edge() + th.ty;
  const auto col = th.bx * m.edge() + th.tx;
  if (row < m.rows() && col < m.cols()) {
    m.tile(th.ty, th.tx) = m.read(expanded(row - j, j, m.cols(), col));
  }
}

void store_expanded(Machine& m, const Thread& th) {
  const auto j = th.ty / 8 * 8;
  const auto row = th.bx * m.edge() + th.ty;
  const auto col = th.by * m.edge() + th.tx;
  if (row < m.cols() && col < m.rows()) {
    m.write(expanded(row - j, j, m.rows(), col), m.tile(th.tx, th.ty));
  }
}

// AT(blockIdx.y * T + threadIdx.y, col, ld): only the thread's part is multiplied.
void store_block_expanded(Machine& m, const Thread& th) {
  const auto row = th.bx * m.edge() + th.ty;
  const auto col = th.by * m.edge() + th.tx;
  if (row < m.cols() && col < m.rows()) {
    m.write(expanded(row - th.ty, th.ty, m.rows(), col), m.tile(th.tx, th.ty));
  }
}

INSTANTIATE_TEST_SUITE_P(Macros, Mistakes,
                         testing::Values(Row{"both_sides",
                                             Mistake{32, load_expanded, store_expanded, {}},
                                             {kSmall, kBig, kWide, kTall},
                                             Pattern::index_macro,
                                             "missing parentheses"},
                                         Row{"store_only", with_store(store_expanded), all_shapes(),
                                             Pattern::index_macro, "missing parentheses"},
                                         Row{"load_only", with_load(load_expanded), all_shapes(),
                                             Pattern::index_macro, "missing parentheses"},
                                         Row{"block_part", with_store(store_block_expanded),
                                             all_shapes(), Pattern::index_macro,
                                             "missing parentheses"}),
                         row_name);

}  // namespace
}  // namespace warpgrade::diagnose
