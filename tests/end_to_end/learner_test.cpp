// SPDX-License-Identifier: Apache-2.0
// What helps a learner along: hints, the list of cases.
#include "program.hpp"

#include <gtest/gtest.h>

namespace warpgrade::end_to_end {
namespace {

TEST(Hint, ShowsOneMoreEachTime) {
  const ScratchFolder scratch;
  const Environment home{{"XDG_STATE_HOME", scratch.path().string()}};
  const auto first = run({"hint", "shared_memory"}, home);
  const auto second = run({"hint", "shared_memory"}, home);
  EXPECT_EQ(first.code, 0) << first.err;
  EXPECT_TRUE(first.out.starts_with("1. ")) << first.out;
  EXPECT_TRUE(second.out.starts_with("2. ")) << second.out;
  EXPECT_TRUE(run({"hint", "shared_memory", "--number", "1"}, home).out == first.out);
  std::string last;
  for (int i = 0; i < 10; ++i) last = run({"hint", "shared_memory"}, home).out;
  EXPECT_NE(last.find("that was the last one"), std::string::npos) << last;
}

TEST(Hint, SaysWhatItCannotDo) {
  const auto none = run({"hint", "shared_memory", "--number", "99"});
  EXPECT_EQ(none.code, 2);
  EXPECT_NE(none.err.find("--number 99"), std::string::npos) << none.err;
  const auto forgetful = run({"hint", "shared_memory"}, {{"XDG_STATE_HOME", "/dev/null"}});
  EXPECT_EQ(forgetful.code, 0);
  EXPECT_NE(forgetful.err.find("cannot remember"), std::string::npos) << forgetful.err;
}

TEST(Cases, ShowsEveryCaseWithItsReason) {
  const auto end = run({"cases", "shared_memory"});
  EXPECT_EQ(end.code, 0) << end.err;
  for (const auto* const shape : {"1 x 1  ", "31 x 33  ", "611 x 613  ", "timed at 2003 x 3001"}) {
    EXPECT_NE(end.out.find(shape), std::string::npos) << shape;
  }
}

}  // namespace
}  // namespace warpgrade::end_to_end
