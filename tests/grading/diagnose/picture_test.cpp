// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/diagnose/picture.hpp"

#include "harness/grading/diagnose/hints.hpp"
#include "tests/grading/diagnose/mistakes.hpp"

namespace warpgrade::diagnose {
namespace {

TEST(Picture, OneCharacterATile) {
  const auto outcome =
      run(with_grid(grid_swapped), kWide);  // 6 x 3 tiles, the last 3 rows missing.
  const std::vector<std::string> expected{"...", "...", "...", "ooo", "ooo", "ooo"};
  EXPECT_EQ(draw_picture(outcome.evidence()), expected);
}

TEST(Picture, PartlyUnwrittenTilesAreWrong) {
  const auto eight = [](const Machine& /*m*/, const Thread& th) { return th.ty < 8; };
  const auto outcome = run(with_store(only_if(store_right, eight)), {33, 40});
  const std::vector<std::string> expected{"##", ".."};  // The second tile row has 8 rows.
  EXPECT_EQ(draw_picture(outcome.evidence()), expected);
}

TEST(Picture, BigOutputsAreMerged) {
  const auto outcome = run(with_store([](auto&, auto&) {}), {700, 2100});
  const auto picture = draw_picture(outcome.evidence());
  EXPECT_LE(std::ssize(picture), kPictureRows);
  for (const auto& line : picture) EXPECT_EQ(line, std::string(22, 'o'));
}

TEST(Picture, ManyColumnsAreMerged) {
  const auto outcome = run(with_store([](auto&, auto&) {}), {4000, 40});
  const auto picture = draw_picture(outcome.evidence());
  ASSERT_EQ(picture.size(), 2U);
  EXPECT_LE(std::ssize(picture[0]), kPictureCols);
}

TEST(Hints, EveryPatternHasOne) {
  for (int i = 0; i < kPatterns; ++i) {
    EXPECT_FALSE(pattern_hint(static_cast<Pattern>(i)).empty());
  }
}

}  // namespace
}  // namespace warpgrade::diagnose
