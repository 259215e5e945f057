// SPDX-License-Identifier: Apache-2.0
#include "tests/grading/diagnose/mistakes.hpp"

#include <gtest/gtest.h>

namespace warpgrade::diagnose {
namespace {

void load_swizzled(Machine& m, const Thread& th) {
  const auto row = th.by * m.edge() + th.ty;
  const auto col = th.bx * m.edge() + th.tx;
  if (row < m.rows() && col < m.cols()) m.tile(th.ty, th.tx ^ th.ty) = m.read(row * m.cols() + col);
}
void load_rotated(Machine& m, const Thread& th) {
  const auto row = th.by * m.edge() + th.ty;
  const auto col = th.bx * m.edge() + th.tx;
  if (row < m.rows() && col < m.cols()) {
    m.tile(th.ty, (th.tx + th.ty) % m.edge()) = m.read(row * m.cols() + col);
  }
}
void load_off_by_a_column(Machine& m, const Thread& th) {
  const auto row = th.by * m.edge() + th.ty;
  const auto col = th.bx * m.edge() + th.tx + 1;
  if (row < m.rows() && col < m.cols()) m.tile(th.ty, th.tx) = m.read(row * m.cols() + col);
}
void load_into_half_the_rows(Machine& m, const Thread& th) {
  const auto row = th.by * m.edge() + th.ty;
  const auto col = th.bx * m.edge() + th.tx;
  if (row < m.rows() && col < m.cols()) m.tile(th.ty % 16, th.tx) = m.read(row * m.cols() + col);
}
void store_from_half_the_rows(Machine& m, const Thread& th) {
  const auto row = th.bx * m.edge() + th.ty;
  const auto col = th.by * m.edge() + th.tx;
  if (row < m.cols() && col < m.rows()) m.write(row * m.rows() + col, m.tile(th.tx % 16, th.ty));
}
void store_as_half(Machine& m, const Thread& th) {
  auto& cell = m.tile(th.tx, th.ty);
  constexpr std::uint32_t lost_bits = 13;
  const auto half = (cell + (1U << (lost_bits - 1)) - 1 + (cell >> lost_bits & 1)) >> lost_bits;
  cell = half << lost_bits;
  store_right(m, th);
}

INSTANTIATE_TEST_SUITE_P(
    Values, Mistakes,
    testing::Values(Row{"half",
                        with_store(store_as_half),
                        {kSmall, kBig, kWide, kTall},
                        Pattern::rounded,
                        "rounded to half precision"},
                    Row{"swizzled",
                        with_load(load_swizzled),
                        {kSmall, kBig, kWide, kTall},
                        Pattern::shuffled_in_tile,
                        "swizzled column"},
                    Row{"rotated",
                        with_load(load_rotated),
                        {kBig, kWide},
                        Pattern::shuffled_in_tile,
                        "permuted along it"},
                    Row{"off_by_a_column", with_load(load_off_by_a_column), all_shapes(),
                        Pattern::shifted, "the input cell 1 column right of its own"},
                    Row{"off_by_an_element", with_load([](Machine& m, const Thread& th) {
                          const auto row = th.by * m.edge() + th.ty;
                          const auto col = th.bx * m.edge() + th.tx;
                          if (row < m.rows() && col < m.cols()) {
                            m.tile(th.ty, th.tx) = m.read(row * m.cols() + col + 1);
                          }
                        }),
                        all_shapes(), Pattern::shifted, "the input cell 1 element behind its own"},
                    Row{"shared_slot",
                        Mistake{32, load_into_half_the_rows, store_from_half_the_rows, {}},
                        {{64, 64}, {128, 96}},
                        Pattern::shifted,
                        "16 rows below its own: two tile rows share one slot"}),
    row_name);

}  // namespace
}  // namespace warpgrade::diagnose
