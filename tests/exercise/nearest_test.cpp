// SPDX-License-Identifier: Apache-2.0
#include "harness/exercise/nearest.hpp"

#include <gtest/gtest.h>

namespace warpgrade::exercise {
namespace {

using Names = std::vector<std::string>;

TEST(Nearest, SortsByEdits) {
  EXPECT_EQ(nearest_first("rwos", {"why", "seed", "rows", "cols"}).front(), "rows");
  EXPECT_EQ(nearest_first("col", {"rows", "cols", "fill"}), (Names{"cols", "fill", "rows"}));
}

TEST(Nearest, SwappedNeighboursAreOneEdit) {
  EXPECT_EQ(nearest_first("ab", {"b", "ba", "xb"}), (Names{"b", "ba", "xb"}));
  EXPECT_EQ(nearest_first("ab", {"bb", "ba"}), (Names{"ba", "bb"}));
  EXPECT_EQ(nearest_first("abcd", {"badc", "abcdefg"}).front(), "badc");
}

TEST(Nearest, TiesAreAlphabetical) {
  EXPECT_EQ(nearest_first("zz", {"b", "a", "c"}), (Names{"a", "b", "c"}));
}

TEST(Nearest, EmptyWordAndEmptyListWork) {
  EXPECT_EQ(nearest_first("", {"bb", "a", ""}), (Names{"", "a", "bb"}));
  EXPECT_TRUE(nearest_first("x", {}).empty());
}

}  // namespace
}  // namespace warpgrade::exercise
