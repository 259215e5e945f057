// SPDX-License-Identifier: Apache-2.0
#include "tests/grading/diagnose/mistakes.hpp"

#include <gtest/gtest.h>

namespace warpgrade::diagnose {
namespace {

bool first_eight(const Machine& /*m*/, const Thread& th) { return th.ty < 8; }

INSTANTIATE_TEST_SUITE_P(
    Parts, Mistakes,
    testing::Values(
        Row{"no_loop",
            Mistake{32, only_if(load_right, first_eight), only_if(store_right, first_eight), {}},
            {kSmall, kBig, kBigTall, kWide, kTall},
            Pattern::periodic_rows,
            "rows 8 to 31 of every tile were never written: the block has 8 rows of threads"},
        Row{"no_store_loop",
            with_store(only_if(store_right, first_eight)),
            {kBig, kWide, kTall},
            Pattern::periodic_rows,
            "rows 8 to 31 of every tile"},
        Row{"columns_missing",
            with_store(only_if(store_right, [](auto&, const Thread& th) { return th.tx < 16; })),
            {kBig, kWide, kTall},
            Pattern::periodic_rows,
            "columns 16 to 31 of every tile were never written"},
        Row{"step_too_long",
            with_store(only_if(store_right,
                               [](auto&, const Thread& th) { return th.ty % 16 < 8; })),
            {kMedium, kWide, kTall},
            Pattern::periodic_rows,
            "rows 8 to 15 of every 16 were never written"},
        Row{"every_other_row",
            with_store(only_if(store_right,
                               [](auto&, const Thread& th) { return th.ty % 2 == 0; })),
            {kBig, kWide, kTall},
            Pattern::periodic_rows,
            "rows 1, 3, 5, 7, ... of every tile"}),
    row_name);

}  // namespace
}  // namespace warpgrade::diagnose
