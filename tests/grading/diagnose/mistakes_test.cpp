// SPDX-License-Identifier: Apache-2.0
// Each known mistake, put into the tile machine, must be recognised on several ragged shapes.
#include "tests/grading/diagnose/mistakes.hpp"

#include <gtest/gtest.h>

namespace warpgrade::diagnose {

TEST_P(Mistakes, AreRecognised) {
  const auto& row = GetParam();
  for (const auto input : row.inputs) {
    const auto outcome = run(row.mistake, input);
    ASSERT_FALSE(outcome.cells.empty());
    const auto evidence = outcome.evidence();
    const auto verdict = diagnose({&evidence, 1});
    EXPECT_EQ(pattern_name(verdict.pattern), pattern_name(row.pattern))
        << input.rows << " x " << input.cols << ": " << verdict.sentence;
    EXPECT_NE(verdict.sentence.find(row.says), std::string::npos) << verdict.sentence;
  }
}

}  // namespace warpgrade::diagnose
