// SPDX-License-Identifier: Apache-2.0
#include "tests/grading/diagnose/mistakes.hpp"

#include <gtest/gtest.h>

#include <bit>

namespace warpgrade::diagnose {
namespace {

INSTANTIATE_TEST_SUITE_P(
    Unwritten, Mistakes,
    testing::Values(
        Row{"nothing",
            with_store([](auto&, auto&) {}),
            {kSmall, kBig},
            Pattern::nothing_written,
            "the launch succeeded but the kernel stored no cell"},
        Row{"zero_not_loaded", with_store([](Machine& m, const Thread& th) {
              const auto value = std::bit_cast<float>(m.tile(th.tx, th.ty));
              if (value != 0) store_right(m, th);
            }),
            all_shapes(), Pattern::value_dependent, "every unwritten cell should hold 0"},
        Row{"negative_skipped", with_store([](Machine& m, const Thread& th) {
              const auto value = std::bit_cast<float>(m.tile(th.tx, th.ty));
              if (value >= 0) store_right(m, th);
            }),
            all_shapes(), Pattern::value_dependent, "should hold a negative number"},
        Row{"added_to_zero", with_store([](Machine& m, const Thread& th) {
              auto& cell = m.tile(th.tx, th.ty);
              if (cell == 0x80000000) cell = 0;
              store_right(m, th);
            }),
            all_shapes(), Pattern::value_dependent, "every wrong cell should hold -0"},
        Row{"last_column", with_store(store_where([](const Machine& m, auto row, auto col) {
              return row < m.cols() && col < m.rows() - 1;
            })),
            all_shapes(), Pattern::last_column, "the last output column"},
        Row{"last_row", with_store(store_where([](const Machine& m, auto row, auto col) {
              return row < m.cols() - 1 && col < m.rows();
            })),
            all_shapes(), Pattern::last_row, "the last output row"},
        Row{"last_row_and_column", with_store(store_where([](const Machine& m, auto row, auto col) {
              return row < m.cols() - 1 && col < m.rows() - 1;
            })),
            all_shapes(), Pattern::last_row, "both tests stop one short"},
        Row{"remainder",
            with_store(store_where([](const Machine& m, auto row, auto col) {
              return row < m.cols() / 4 * 4 && col < m.rows();
            })),
            {{70, 166}, {610, 615}},
            Pattern::remainder_of_four,
            "a remainder of four"},
        Row{"store_guard_reused_wide",
            with_store(store_where([](const Machine& m, auto row, auto col) {
              return row < m.rows() && col < m.cols();
            })),
            {kWide, kSmall},
            Pattern::past_row_count,
            "output rows from the input's row count on"},
        Row{"store_guard_reused_tall",
            with_store(store_where([](const Machine& m, auto row, auto col) {
              return row < m.rows() && col < m.cols();
            })),
            {kTall, kBigTall},
            Pattern::past_row_count,
            "output columns from the input's column count on"},
        Row{"early_return",
            with_store(only_if(store_right,
                               [](const Machine& m, const Thread& th) {
                                 return th.by * m.edge() + th.ty < m.rows() &&
                                        th.bx * m.edge() + th.tx < m.cols();
                               })),
            {kSmall, kBig, kBigTall, kWide, kTall},
            Pattern::edge_tile_threads,
            "returned before the barrier"}),
    row_name);

}  // namespace
}  // namespace warpgrade::diagnose
