// SPDX-License-Identifier: Apache-2.0
#include "tests/grading/diagnose/mistakes.hpp"

#include <gtest/gtest.h>

namespace warpgrade::diagnose {
namespace {

INSTANTIATE_TEST_SUITE_P(
    Pitches, Mistakes,
    testing::Values(
        Row{"output_cols_apart", with_store(store_pitch([](const Machine& m) { return m.cols(); })),
            all_shapes(), Pattern::output_pitch, "laid out cols apart instead of rows apart"},
        Row{"output_padded", with_store(store_pitch([](const Machine& m) { return m.rows() + 1; })),
            all_shapes(), Pattern::output_pitch, "apart instead of rows apart"},
        Row{"input_rows_apart", with_load(load_pitch([](const Machine& m) { return m.rows(); })),
            all_shapes(), Pattern::input_pitch, "read rows apart instead of cols apart"},
        Row{"input_1024_apart", with_load(load_pitch([](const Machine&) { return 1024; })),
            all_shapes(), Pattern::input_pitch, "read 1024 apart"},
        Row{"both_1024",
            Mistake{32,
                    load_pitch([](const Machine&) { return 1024; }),
                    store_pitch([](const Machine&) { return 1024; }),
                    {}},
            all_shapes(), Pattern::both_pitches, "rows are walked 1024 apart"},
        Row{"both_512",
            Mistake{32,
                    load_pitch([](const Machine&) { return 512; }),
                    store_pitch([](const Machine&) { return 512; }),
                    {}},
            all_shapes(), Pattern::both_pitches, "rows are walked 512 apart"}),
    row_name);

}  // namespace
}  // namespace warpgrade::diagnose
