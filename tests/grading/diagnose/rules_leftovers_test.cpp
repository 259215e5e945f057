// SPDX-License-Identifier: Apache-2.0
#include "tests/grading/diagnose/mistakes.hpp"

#include <gtest/gtest.h>

namespace warpgrade::diagnose {
namespace {

bool in_bounds_le(const Machine& m, std::int64_t row, std::int64_t col) {
  return row <= m.cols() && col <= m.rows();
}

INSTANTIATE_TEST_SUITE_P(
    Leftovers, Mistakes,
    testing::Values(
        Row{"no_guards",
            Mistake{32,
                    load_where([](auto&, auto, auto) { return true; }),
                    store_where([](auto&, auto, auto) { return true; }),
                    {}},
            {kBig, kWide},
            Pattern::clobbered_row_starts,
            "overwritten by threads past the last column"},
        Row{"less_or_equal",
            with_store(store_where(in_bounds_le)),
            {kBig, kBigTall},
            Pattern::clobbered_row_starts,
            "first cells of output rows (column 0)"},
        Row{"load_guard_swapped_wide",
            with_load(load_where([](const Machine& m, auto row, auto col) {
              return row < m.cols() && col < m.rows();
            })),
            {kSmall, kWide, kBig},
            Pattern::leftovers_past_shorter_side,
            "output rows past the input's row count"},
        Row{"load_guard_swapped_tall",
            with_load(load_where([](const Machine& m, auto row, auto col) {
              return row < m.cols() && col < m.rows();
            })),
            {kTall, kBigTall},
            Pattern::leftovers_past_shorter_side,
            "output columns past the input's column count"},
        Row{"load_stops_one_row_short",
            with_load(load_where([](const Machine& m, auto row, auto col) {
              return row < m.rows() - 1 && col < m.cols();
            })),
            all_shapes(), Pattern::leftovers, "the load's row test stops one short"},
        Row{"load_stops_three_columns_short",
            with_load(load_where([](const Machine& m, auto row, auto col) {
              return row < m.rows() && col < m.cols() - 3;
            })),
            all_shapes(), Pattern::leftovers, "the load's column test stops 3 short"},
        Row{"zero_filled_wide",
            with_load([](Machine& m, const Thread& th) {  // A swapped guard that fills in 0.
              const auto row = th.by * m.edge() + th.ty;
              const auto col = th.bx * m.edge() + th.tx;
              const bool inside = row < m.cols() && col < m.rows();
              m.tile(th.ty, th.tx) = inside ? m.read(row * m.cols() + col) : 0;
            }),
            {kSmall, kWide, kBig},
            Pattern::leftovers_past_shorter_side,
            "hold 0: the load tested"},
        Row{"zeroed_rows",
            with_load([](Machine& m, const Thread& th) {
              if (th.ty < 24) {
                load_right(m, th);
              } else {
                m.tile(th.ty, th.tx) = 0;
              }
            }),
            {kMedium, kWide, kTall},
            Pattern::leftovers,
            "of every tile hold 0"},
        Row{"scattered_zeros",
            with_load([](Machine& m, const Thread& th) {
              load_right(m, th);
              if ((th.tx * 7 + th.ty * 3) % 11 == 0) m.tile(th.ty, th.tx) = 0;
            }),
            {kMedium, kWide, kTall},
            Pattern::constant,
            "wrong cells hold 0"},
        Row{"rows_not_loaded",
            with_load(only_if(load_right, [](auto&, const Thread& th) { return th.ty < 24; })),
            {kSmall, kBig, kWide, kTall},
            Pattern::leftovers,
            "output columns 24 to 3"},
        Row{"columns_not_loaded",
            with_load(only_if(load_right, [](auto&, const Thread& th) { return th.tx < 16; })),
            {kBig, kWide, kTall},
            Pattern::leftovers,
            "output rows 16 to 31 of every tile"},
        Row{"loader_without_output",
            with_load(only_if(load_right,
                              [](const Machine& m, const Thread& th) {
                                return th.bx * m.edge() + th.ty < m.cols() &&
                                       th.by * m.edge() + th.tx < m.rows();
                              })),
            all_shapes(), Pattern::leftovers, "threads with no output cell skipped their load"},
        Row{"one_test_for_all",
            Mistake{32,
                    only_if(load_right,
                            [](const Machine& m, const Thread& th) {
                              return th.bx * m.edge() + th.ty < m.rows() &&
                                     th.by * m.edge() + th.tx < m.cols();
                            }),
                    store_where([](const Machine& m, auto row, auto col) {
                      return row < m.rows() && col < m.cols();
                    }),
                    {}},
            {kBig, kWide, kTall},
            Pattern::past_row_count,
            "threads with no output cell skipped their load too"}),
    row_name);

}  // namespace
}  // namespace warpgrade::diagnose
