// SPDX-License-Identifier: Apache-2.0
// CTAs that wait for one another.
#include "tests/emulator/simt/machine.hpp"
#include "tests/emulator/simt/recorder.hpp"

#include <gtest/gtest.h>

namespace warpgrade::simt {
namespace {

/// Block 0 waits until all others have added 1 to out[0], and then writes it to out[1].
constexpr std::string_view kWaitsForTheOthers =
    "mov.u32 %r1, %ctaid.x; mov.u32 %r3, %nctaid.x; sub.u32 %r3, %r3, 1;\n"
    "setp.ne.u32 %p1, %r1, 0; @%p1 bra ADD;\n"
    "WAIT: ld.volatile.global.u32 %r2, [%out]; setp.ne.u32 %p2, %r2, %r3; @%p2 bra WAIT;\n"
    "st.global.u32 [%out+4], %r2; ret;\n"
    "ADD: atom.global.add.u32 %r2, [%out], 1; ret;\n";

struct Run {
  LaunchResult result;
  std::vector<std::uint32_t> out;
};

Run run(std::string_view body, std::uint32_t ctas, std::uint64_t resident, bool cooperative) {
  Machine machine(kernel_of(body));
  machine.config.grid = {ctas, 1, 1};
  machine.config.block = {1, 1, 1};
  machine.config.resident_ctas = resident;
  machine.config.cooperative = cooperative;
  machine.config.instruction_budget = std::uint64_t{1} << 24;
  const auto out = machine.upload(std::vector<std::uint32_t>(2, 0));
  auto result = machine.launch("k", out);
  return {std::move(result), machine.download<std::uint32_t>(out, 2)};
}

TEST(Residents, ABlockMayWaitForLaterOnesThatFitBesideIt) {
  for (const bool cooperative : {false, true}) {
    const auto ended = run(kWaitsForTheOthers, 20, 2, cooperative);
    EXPECT_EQ(ended.result.end, LaunchEnd::completed);
    EXPECT_EQ(ended.out, (std::vector<std::uint32_t>{19, 19}));
  }
}

// As on a card: blocks start in order, and one that holds the only place never gives it up.
TEST(Residents, ABlockThatWaitsForOneThatDoesNotFitWaitsForEver) {
  const auto ended = run(kWaitsForTheOthers, 20, 1, false);
  EXPECT_EQ(ended.result.end, LaunchEnd::budget_exceeded);
}

/// All blocks meet three times at a barrier in global memory, as cooperative_groups does it.
constexpr std::string_view kMeets =
    "mov.u32 %r3, %nctaid.x; mov.u32 %r4, 0; mov.u32 %r5, 0;\n"
    "ROUND: add.u32 %r5, %r5, %r3;\n"
    "atom.add.release.gpu.global.u32 %r2, [%out], 1;\n"
    "WAIT: ld.acquire.gpu.global.u32 %r2, [%out]; setp.lt.u32 %p2, %r2, %r5; @%p2 bra WAIT;\n"
    "add.u32 %r4, %r4, 1; setp.lt.u32 %p1, %r4, 3; @%p1 bra ROUND;\n"
    "atom.global.add.u32 %r2, [%out+4], 1; ret;\n";

TEST(Residents, AllBlocksOfACooperativeLaunchMeet) {
  const auto ended = run(kMeets, 50, 50, true);
  EXPECT_EQ(ended.result.end, LaunchEnd::completed);
  EXPECT_EQ(ended.out, (std::vector<std::uint32_t>{150, 50}));
}

TEST(Residents, ObserversHearOfEveryBlockOnce) {
  Machine machine(kernel_of(kMeets));
  machine.config.grid = {50, 1, 1};
  machine.config.resident_ctas = 50;
  machine.config.cooperative = true;
  machine.config.block = {1, 1, 1};
  machine.observers.push_back(std::make_unique<Recorder>(kCta));
  machine.launch("k", machine.upload(std::vector<std::uint32_t>(2, 0)));
  const auto& recorder = dynamic_cast<const Recorder&>(*machine.observers[0]);
  EXPECT_EQ(recorder.starts.size(), 50U);
  EXPECT_EQ(recorder.ends.size(), 50U);
}

}  // namespace
}  // namespace warpgrade::simt
