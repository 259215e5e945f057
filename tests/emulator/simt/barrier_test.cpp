// SPDX-License-Identifier: Apache-2.0
// Barriers: emulator.md 4.3, (a) to (d), counts, arrivals, reductions, and warps that wait for
// lanes.
#include "tests/emulator/simt/machine.hpp"
#include "tests/emulator/simt/recorder.hpp"

#include <gtest/gtest.h>

namespace warpgrade::simt {
namespace {

constexpr std::string_view kStore =
    "mul.wide.u32 %d1, %t, 4; add.u64 %d2, %out, %d1; st.global.u32 [%d2], %r1;\n";

struct Run {
  LaunchResult result;
  std::vector<std::uint32_t> out;
};

Run run(Machine& machine, std::uint32_t threads) {
  const auto out = machine.upload(std::vector<std::uint32_t>(threads, 7777));
  machine.config.block = {threads, 1, 1};
  Run done{machine.launch("k", out), {}};
  done.out = machine.download<std::uint32_t>(out, threads);
  return done;
}

// Every thread writes its cell and reads its mirror image's.
TEST(Barrier, OrdersWarpsOfACta) {
  Machine machine(
      kernel_of(".shared .align 4 .b8 cells[1024]; mov.u32 %r2, cells; shl.b32 %r3, %t, 2; add.u32 "
                "%r4, %r2, %r3;\n"
                "st.shared.u32 [%r4], %t; bar.sync 0; sub.u32 %r5, 255, %t; shl.b32 %r5, %r5, 2; "
                "add.u32 %r5, %r2, %r5;\n"
                "ld.shared.u32 %r1, [%r5];\n" +
                std::string(kStore)));
  Recorder& events = record(machine, kBarrier);
  const auto [result, out] = run(machine, 256);
  for (std::uint32_t i = 0; i < 256; ++i) EXPECT_EQ(out[i], 255 - i);
  EXPECT_EQ(events.arrivals.size(), 8U);
  ASSERT_EQ(events.releases.size(), 1U);
  EXPECT_EQ(events.releases[0].threads, 256U);
  EXPECT_EQ(events.releases[0].expected, 256U);
  EXPECT_FALSE(events.releases[0].different_places);
}

TEST(Barrier, DifferentPlacesOpenAndAreReported) {
  Machine machine(
      kernel_of("setp.lt.u32 %p1, %t, 32; @%p1 bra A; bar.sync 0; bra DONE;\nA: bar.sync 0;\nDONE: "
                "mov.u32 %r1, 1;\n" +
                std::string(kStore)));
  Recorder& events = record(machine, kBarrier);
  const auto [result, out] = run(machine, 64);
  EXPECT_EQ(result.end, LaunchEnd::completed);
  ASSERT_EQ(events.releases.size(), 1U);
  EXPECT_TRUE(events.releases[0].different_places);
  EXPECT_LT(events.releases[0].first.pc, events.releases[0].second.pc);
  EXPECT_EQ(out, std::vector<std::uint32_t>(64, 1));
}

TEST(Barrier, DifferentPlacesWithinAWarpToo) {
  Machine machine(
      kernel_of("and.b32 %r2, %t, 1; setp.eq.u32 %p1, %r2, 0; @%p1 bra A; bar.sync 0; bra DONE;\n"
                "A: bar.sync 0;\nDONE: mov.u32 %r1, 1;\n" +
                std::string(kStore)));
  Recorder& events = record(machine, kBarrier);
  const auto [result, out] = run(machine, 32);
  EXPECT_EQ(result.end, LaunchEnd::completed);
  ASSERT_EQ(events.releases.size(), 1U);
  EXPECT_TRUE(events.releases[0].different_places);
}

TEST(Barrier, LanesThatExitedAreNotWaitedFor) {
  Machine machine(kernel_of("setp.lt.u32 %p1, %t, 40; @%p1 exit; bar.sync 0; mov.u32 %r1, 1;\n" +
                            std::string(kStore)));
  Recorder& events = record(machine, kBarrier);
  const auto [result, out] = run(machine, 96);
  EXPECT_EQ(result.end, LaunchEnd::completed);
  ASSERT_EQ(events.releases.size(), 1U);
  EXPECT_EQ(events.releases[0].threads, 56U);
  EXPECT_EQ(events.releases[0].expected, 96U);
  EXPECT_EQ(out[39], 7777U);
  EXPECT_EQ(out[40], 1U);
}

// The waiting lanes come first; the exit of the others opens the barrier.
TEST(Barrier, ALateExitOpensIt) {
  Machine machine(kernel_of("setp.ge.u32 %p1, %t, 32; @%p1 exit; bar.sync 0; mov.u32 %r1, 1;\n" +
                            std::string(kStore)));
  const auto [result, out] = run(machine, 64);
  EXPECT_EQ(result.end, LaunchEnd::completed);
  EXPECT_EQ(out[0], 1U);
}

TEST(Barrier, TwoBarriersThatWaitForEachOtherAreADeadlock) {
  Machine machine(kernel_of(
      "setp.lt.u32 %p1, %t, 32; @%p1 bra A; bar.sync 1; bra DONE;\nA: bar.sync 2;\nDONE:\n"));
  Recorder& events = record(machine, kBarrier);
  const auto [result, out] = run(machine, 64);
  EXPECT_EQ(result.end, LaunchEnd::deadlock);
  ASSERT_EQ(events.deadlocks.size(), 1U);
  EXPECT_EQ(events.deadlocks[0].waiting_thread, 0U);
  EXPECT_EQ(events.deadlocks[0].other_thread, 32U);
  EXPECT_NE(events.deadlocks[0].waiting.pc, events.deadlocks[0].other.pc);
  EXPECT_FALSE(events.deadlocks[0].warp_level);
  EXPECT_EQ(result.place.pc, events.deadlocks[0].waiting.pc);
}

TEST(Barrier, ACountThatNeverComesIsADeadlock) {
  Machine machine(kernel_of("setp.ge.u32 %p1, %t, 32; @%p1 exit; bar.sync 0, 64;\n"));
  Recorder& events = record(machine, kBarrier);
  const auto [result, out] = run(machine, 64);
  EXPECT_EQ(result.end, LaunchEnd::deadlock);
  ASSERT_EQ(events.deadlocks.size(), 1U);
  EXPECT_EQ(events.deadlocks[0].other.pc, ~0U);
  EXPECT_EQ(events.deadlocks[0].other_thread, 32U);
}

TEST(Barrier, ADeadlockStopsTheLaunch) {
  Machine machine(
      kernel_of("mov.u32 %r2, %ctaid.x; setp.ne.u32 %p2, %r2, 0; @%p2 bra STORE;\n"
                "setp.lt.u32 %p1, %t, 32; @%p1 bra A; bar.sync 1; bra STORE;\nA: bar.sync 2;\n"
                "STORE: mov.u32 %r1, 1;\n" +
                std::string(kStore)));
  machine.config.grid = {8, 1, 1};
  machine.config.threads = 4;
  const auto [result, out] = run(machine, 64);
  EXPECT_EQ(result.end, LaunchEnd::deadlock);
  EXPECT_EQ(out, std::vector<std::uint32_t>(64, 7777));
}

TEST(Barrier, CountsOnlyTheWarpsThatComeToIt) {
  Machine machine(
      kernel_of("setp.ge.u32 %p1, %t, 64; @%p1 bra DONE; bar.sync 1, 64;\nDONE: mov.u32 %r1, 1;\n" +
                std::string(kStore)));
  Recorder& events = record(machine, kBarrier);
  const auto [result, out] = run(machine, 128);
  EXPECT_EQ(result.end, LaunchEnd::completed);
  ASSERT_EQ(events.releases.size(), 1U);
  EXPECT_EQ(events.releases[0].id, 1U);
  EXPECT_EQ(events.releases[0].expected, 64U);
  EXPECT_EQ(events.releases[0].threads, 64U);
}

// Producers arrive and go on; consumers wait for them.
TEST(Barrier, ArriveDoesNotWait) {
  Machine machine(
      kernel_of(".shared .align 4 .b8 cell[4]; mov.u32 %r2, cell; setp.lt.u32 %p1, %t, 32; @%p1 "
                "bra CONSUMER;\n"
                "st.shared.u32 [%r2], 42; bar.arrive 3, 64; mov.u32 %r1, 5; bra DONE;\n"
                "CONSUMER: bar.sync 3, 64; ld.shared.u32 %r1, [%r2];\nDONE:\n" +
                std::string(kStore)));
  const auto [result, out] = run(machine, 64);
  EXPECT_EQ(result.end, LaunchEnd::completed);
  EXPECT_EQ(out[0], 42U);
  EXPECT_EQ(out[63], 5U);
}

TEST(Barrier, ReducesPredicates) {
  const std::string body =
      "setp.lt.u32 %p1, %t, 70; bar.red.popc.u32 %r2, 0, %p1; bar.red.and.pred %p2, 1, %p1; "
      "bar.red.or.pred %p3, 2, !%p1;\n"
      "selp.u32 %r3, 1000, 0, %p2; selp.u32 %r4, 2000, 0, %p3; add.u32 %r1, %r2, %r3; add.u32 %r1, "
      "%r1, %r4;\n";
  Machine machine(kernel_of(body + std::string(kStore)));
  EXPECT_EQ(run(machine, 96).out, std::vector<std::uint32_t>(96, 2070));
  Machine small(kernel_of(body + std::string(kStore)));
  EXPECT_EQ(run(small, 64).out, std::vector<std::uint32_t>(64, 1064));
}

TEST(Barrier, LoopsOfBarriersKeepTheirRounds) {
  Machine machine(
      kernel_of(".shared .align 4 .b8 sum[4]; mov.u32 %r2, sum; st.shared.u32 [%r2], 0; mov.u32 "
                "%r3, 0; bar.sync 0;\n"
                "LOOP: setp.ne.u32 %p1, %t, %r3; @%p1 bra NEXT; ld.shared.u32 %r4, [%r2]; add.u32 "
                "%r4, %r4, %t; "
                "st.shared.u32 [%r2], %r4;\nNEXT: bar.sync 0; add.u32 %r3, %r3, 1; setp.lt.u32 "
                "%p2, %r3, 100; @%p2 bra LOOP;\n"
                "ld.shared.u32 %r1, [%r2];\n" +
                std::string(kStore)));
  EXPECT_EQ(run(machine, 100).out, std::vector<std::uint32_t>(100, 4950));
}

TEST(WarpBarrier, WaitsForTheLanesItNames) {
  Machine machine(kernel_of(
      ".shared .align 4 .b8 cell[4]; mov.u32 %r2, cell; setp.ge.u32 %p1, %t, 16; @%p1 bra WRITER;\n"
      "bar.warp.sync 0xffffffff; ld.shared.u32 %r1, [%r2]; bra DONE;\n"
      "WRITER: st.shared.u32 [%r2], 9; bar.warp.sync 0xffffffff; mov.u32 %r1, 3;\nDONE:\n" +
      std::string(kStore)));
  Recorder& events = record(machine, kBarrier);
  const auto [result, out] = run(machine, 32);
  EXPECT_EQ(out[0], 9U);
  EXPECT_EQ(out[31], 3U);
  ASSERT_EQ(events.arrivals.size(), 2U);
  EXPECT_TRUE(events.arrivals[0].warp_level);
  EXPECT_EQ(events.arrivals[0].active | events.arrivals[1].active, 0xffffffffU);
}

TEST(WarpBarrier, NamedLanesThatExitedAreNotWaitedFor) {
  Machine machine(
      kernel_of("setp.ge.u32 %p1, %t, 16; @%p1 exit; bar.warp.sync 0xffffffff; mov.u32 %r1, 3;\n" +
                std::string(kStore)));
  EXPECT_EQ(run(machine, 32).out[15], 3U);
}

TEST(WarpBarrier, ALaneThatNeverComesIsADeadlock) {
  Machine machine(
      kernel_of("setp.ge.u32 %p1, %t, 16; @%p1 bra OTHER; bar.warp.sync 0xffffffff; bra "
                "DONE;\nOTHER: bar.sync 0;\nDONE:\n"));
  Recorder& events = record(machine, kBarrier);
  EXPECT_EQ(run(machine, 32).result.end, LaunchEnd::deadlock);
  ASSERT_EQ(events.deadlocks.size(), 1U);
  EXPECT_TRUE(events.deadlocks[0].warp_level);
  EXPECT_EQ(events.deadlocks[0].waiting_thread, 0U);
  EXPECT_EQ(events.deadlocks[0].other_thread, 16U);
}

}  // namespace
}  // namespace warpgrade::simt
