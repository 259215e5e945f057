// SPDX-License-Identifier: Apache-2.0
#include "harness/core/extent.hpp"
#include "harness/core/finding.hpp"
#include "harness/core/poison.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <set>
#include <string>

namespace warpgrade {
namespace {

TEST(Finding, EveryKindHasItsOwnName) {
  std::set<std::string> names;
  constexpr int kinds = static_cast<int>(FindingKind::static_shared_limit) + 1;
  for (int i = 0; i < kinds; ++i) names.insert(finding_kind_name(static_cast<FindingKind>(i)));
  EXPECT_EQ(names.size(), kinds);
  EXPECT_EQ(finding_kind_name(FindingKind::shared_memory_race), std::string{"shared_memory_race"});
  EXPECT_EQ(severity_name(Severity::info), std::string{"info"});
}

TEST(Extent, VolumeDoesNotOverflow) {
  EXPECT_EQ(volume({3, 4, 5}), 60U);
  EXPECT_EQ(volume({0x7fffffff, 0xffff, 2}), 281470681612290ULL);
}

TEST(Poison, IsThreeDifferentNans) {
  const std::set<std::uint32_t> poisons{kOutputPoison, kSharedPoison, kRefusedLoad};
  EXPECT_EQ(poisons.size(), 3U);
  for (const auto poison : poisons) EXPECT_TRUE(std::isnan(std::bit_cast<float>(poison)));
}

}  // namespace
}  // namespace warpgrade
