// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/state.hpp"

#include "scratch_folder.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace warpgrade::cli {
namespace {

TEST(State, RemembersHintsByExercise) {
  const ScratchFolder scratch;
  const auto state = scratch.path() / "new/state";
  EXPECT_EQ(hints_shown(state, "a"), 0U);
  EXPECT_TRUE(remember_hints(state, "a", 2));
  EXPECT_TRUE(remember_hints(state, "b", 1));
  EXPECT_EQ(hints_shown(state, "a"), 2U);
  EXPECT_EQ(hints_shown(state, "b"), 1U);
}

TEST(State, WithoutAFolderNothingIsRemembered) {
  EXPECT_FALSE(remember_hints({}, "a", 2));
  EXPECT_EQ(hints_shown({}, "a"), 0U);
  EXPECT_FALSE(remember_hints("/dev/null", "a", 2));
}

TEST(State, LiesWhereTheEnvironmentSays) {
  setenv("XDG_STATE_HOME", "/somewhere", 1);
  EXPECT_EQ(state_folder(), "/somewhere/warpgrade");
  setenv("XDG_STATE_HOME", "relative", 1);
  setenv("HOME", "/home/me", 1);
  EXPECT_EQ(state_folder(), "/home/me/.local/state/warpgrade");
  unsetenv("HOME");
  EXPECT_EQ(state_folder(), "");
}

}  // namespace
}  // namespace warpgrade::cli
