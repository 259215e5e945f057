// SPDX-License-Identifier: Apache-2.0
#include "harness/device/recording.hpp"

#include <gtest/gtest.h>

#include <string>

namespace warpgrade::device {
namespace {

TEST(Recording, KeepsActionsInOrderBetweenBeginAndEnd) {
  Recording recording;
  recording.add(FillAction{1, 0, 4, 1});
  recording.begin();
  EXPECT_TRUE(recording.running());
  recording.add(CopyAction{2, 3, 4});
  recording.add(LaunchRequest{7, "k", {}, {}, 0, 0, false, {}});
  EXPECT_TRUE(recording.actions().empty()) << "not before end()";
  EXPECT_EQ(recording.end(), "");
  recording.add(FillAction{1, 0, 4, 1});
  ASSERT_EQ(recording.actions().size(), 2U);
  EXPECT_EQ(std::get<CopyAction>(recording.actions()[0]).from, 3U);
  EXPECT_EQ(std::get<LaunchRequest>(recording.actions()[1]).kernel, "k");
  EXPECT_TRUE(recording.alive());
  recording.drop();
  EXPECT_FALSE(recording.alive());
  EXPECT_TRUE(recording.actions().empty());
}

TEST(Recording, OfNothingCannotBeReplayed) {
  Recording recording;
  recording.begin();
  EXPECT_NE(recording.end(), "");
}

TEST(Recording, ReadingBackAtTheEndIsHarmlessAndGoingOnIsNot) {
  Recording recording;
  recording.begin();
  recording.add(CopyAction{});
  recording.read_back();
  EXPECT_EQ(recording.end(), "");
  EXPECT_EQ(recording.actions().size(), 1U);

  recording.begin();
  recording.add(CopyAction{});
  recording.read_back();
  recording.add(CopyAction{});
  EXPECT_NE(recording.end().find("reads device memory"), std::string::npos);
  EXPECT_TRUE(recording.actions().empty());
}

TEST(Recording, ANewOneForgetsTheOldOnesProblem) {
  Recording recording;
  recording.begin();
  recording.spoil("first");
  recording.spoil("second");
  EXPECT_EQ(recording.end(), "first");
  recording.begin();
  recording.add(CopyAction{});
  EXPECT_EQ(recording.end(), "");
}

TEST(Recording, IsBounded) {
  Recording recording;
  recording.begin();
  for (std::size_t i = 0; i <= Recording::kMaxActions; ++i) recording.add(CopyAction{});
  EXPECT_NE(recording.end(), "");

  recording.begin();
  recording.add(UploadAction{0, std::vector<std::byte>(Recording::kMaxUploadBytes)});
  recording.add(UploadAction{0, std::vector<std::byte>(1)});
  EXPECT_NE(recording.end(), "");
}

}  // namespace
}  // namespace warpgrade::device
