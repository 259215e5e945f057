// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/search.hpp"

#include <gtest/gtest.h>

namespace warpgrade::grading {
namespace {

using shrink::Measure;
using shrink::Property;
using shrink::Rule;

TEST(RuleText, SaysWhatDoesNotMatter) {
  EXPECT_EQ(rule_text({Property::any, 0, Measure::cols, 32}),
            "fails whenever cols > 32; rows does not matter");
  EXPECT_EQ(rule_text({Property::any, 0, Measure::rows, 24}),
            "fails whenever rows > 24; cols does not matter");
}

TEST(RuleText, NamesPropertiesAndLimits) {
  EXPECT_EQ(rule_text({Property::any}), "fails on every shape");
  EXPECT_EQ(rule_text({Property::cols_exceed_rows}), "fails whenever cols > rows");
  EXPECT_EQ(rule_text({Property::either_ragged, 32}),
            "fails whenever rows or cols is no multiple of 32");
  EXPECT_EQ(rule_text({Property::not_square, 0, Measure::cols, 1}),
            "fails whenever rows and cols differ and cols > 1");
}

}  // namespace
}  // namespace warpgrade::grading
