// SPDX-License-Identifier: Apache-2.0
// Divergence and reconvergence, loops, exits.
#include "tests/emulator/simt/machine.hpp"
#include "tests/emulator/simt/recorder.hpp"

#include <gtest/gtest.h>

namespace warpgrade::simt {
namespace {

constexpr std::string_view kStore =
    "mul.wide.u32 %d1, %t, 4; add.u64 %d2, %out, %d1; st.global.u32 [%d2], %r1;";

std::vector<std::uint32_t> run(std::string_view body, Machine& machine,
                               std::uint32_t threads = 32) {
  const auto out = machine.upload(std::vector<std::uint32_t>(threads, 7777));
  machine.config.block = {threads, 1, 1};
  EXPECT_EQ(machine.launch("k", out).end, LaunchEnd::completed) << body;
  return machine.download<std::uint32_t>(out, threads);
}

std::vector<std::uint32_t> run(const std::string& body, std::uint32_t threads = 32) {
  Machine machine(kernel_of(body + std::string(kStore)));
  return run(body, machine, threads);
}

TEST(Control, IfElseGivesEachLaneItsSide) {
  const auto out =
      run("and.b32 %r2, %t, 1; setp.eq.u32 %p1, %r2, 0; @%p1 bra EVEN; mov.u32 %r1, 100; bra.uni "
          "DONE;\n"
          "EVEN: mov.u32 %r1, 200;\nDONE: add.u32 %r1, %r1, %t;\n");
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(out[i], (i % 2 == 0 ? 200 : 100) + i);
}

TEST(Control, LoopsRunAsOftenAsEachLaneAsks) {
  const auto out =
      run("mov.u32 %r1, 0; mov.u32 %r2, 0;\nLOOP: setp.ge.u32 %p1, %r2, %t; @%p1 bra DONE;\n"
          "add.u32 %r1, %r1, %r2; add.u32 %r2, %r2, 1; bra LOOP;\nDONE:\n");
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(out[i], i == 0 ? 0 : i * (i - 1) / 2);
}

TEST(Control, LanesThatExitEarlyStoreNothing) {
  const auto out = run("setp.lt.u32 %p1, %t, 5; @%p1 exit; mov.u32 %r1, 1;\n", 40);
  for (std::uint32_t i = 0; i < 40; ++i) EXPECT_EQ(out[i], i < 5 ? 7777 : 1);
}

TEST(Control, GuardsOnOneInstructionKeepOtherLanes) {
  const auto out =
      run("mov.u32 %r1, 3; setp.gt.u32 %p1, %t, 20; @%p1 mov.u32 %r1, 4; @!%p1 add.u32 %r1, %r1, "
          "10;\n");
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(out[i], i > 20 ? 4 : 13);
}

TEST(Control, IndexedBranchGoesWhereTheIndexSays) {
  const auto out =
      run("and.b32 %r2, %t, 3; TABLE: .branchtargets A, B, C, D; brx.idx %r2, TABLE;\n"
          "A: mov.u32 %r1, 10; bra DONE;\nB: mov.u32 %r1, 11; bra DONE;\n"
          "C: mov.u32 %r1, 12; bra DONE;\nD: mov.u32 %r1, 13;\nDONE:\n");
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(out[i], 10 + i % 4);
}

TEST(Control, IndexedBranchBeyondItsListTraps) {
  Machine machine(kernel_of("TABLE: .branchtargets A; brx.idx %t, TABLE;\nA:\n"));
  const auto result = machine.launch("k", machine.upload(std::vector<std::uint32_t>(1)));
  EXPECT_EQ(result.end, LaunchEnd::trap);
  EXPECT_EQ(result.thread, 1U);
}

TEST(Control, DivergedLanesMeetAgain) {
  Machine machine(kernel_of(
      "and.b32 %r2, %t, 1; setp.eq.u32 %p1, %r2, 0; @%p1 bra EVEN; mov.u32 %r3, 1; bra DONE;\n"
      "EVEN: mov.u32 %r3, 2;\nDONE: activemask.b32 %r1;\n" +
      std::string(kStore)));
  const auto out = run("", machine);
  EXPECT_EQ(out, std::vector<std::uint32_t>(32, 0xffffffff));
}

TEST(Control, TellsOfDivergentBranchesOnly) {
  Machine machine(
      kernel_of("setp.lt.u32 %p1, %t, 4; @%p1 bra A; mov.u32 %r1, 1;\nA: setp.lt.u32 %p2, %t, 99; "
                "@%p2 bra B;\nB:\n" +
                std::string("@%p1 exit;\n")));
  Recorder& events = record(machine, kDivergence);
  machine.launch("k", machine.upload(std::vector<std::uint32_t>(32)));
  ASSERT_EQ(events.divergences.size(), 1U);
  EXPECT_EQ(events.divergences[0].taken, 0xfU);
  EXPECT_EQ(events.divergences[0].not_taken, ~0xfU);
}

// The lock is taken by one lane; the others spin at a lower place than its release.
TEST(Control, SpinningLanesLetTheHolderRun) {
  Machine machine(kernel_of(
      "add.u64 %d5, %out, 4096;\n"
      "SPIN: atom.global.cas.b32 %r2, [%d5], 0, 1; setp.ne.u32 %p1, %r2, 0; @%p1 bra SPIN;\n"
      "ld.volatile.global.u32 %r3, [%d5+4]; add.u32 %r3, %r3, 1; st.volatile.global.u32 [%d5+4], "
      "%r3;\n"
      "membar.gl; atom.global.exch.b32 %r2, [%d5], 0;\n"));
  const auto out = machine.upload(std::vector<std::uint32_t>(2048, 0));
  machine.config.block = {64, 1, 1};
  machine.config.instruction_budget = 100'000'000;
  EXPECT_EQ(machine.launch("k", out).end, LaunchEnd::completed);
  EXPECT_EQ(machine.download<std::uint32_t>(out, 2048)[1025], 64U);
}

// Warp 0 waits for a word that warp 1 writes.
TEST(Control, SpinningWarpsLetOthersRun) {
  Machine machine(
      kernel_of("setp.ge.u32 %p1, %t, 32; @%p1 bra WRITE;\n"
                "SPIN: ld.volatile.global.u32 %r2, [%out]; setp.eq.u32 %p2, %r2, 0; @%p2 bra SPIN; "
                "bra DONE;\n"
                "WRITE: st.volatile.global.u32 [%out], 1;\nDONE:\n"));
  machine.config.block = {64, 1, 1};
  machine.config.instruction_budget = 100'000'000;
  EXPECT_EQ(machine.launch("k", machine.upload(std::vector<std::uint32_t>(1, 0))).end,
            LaunchEnd::completed);
}

TEST(Control, CountsInstructionsAndLanes) {
  // 2 of kernel_of, 3 here for all, 1 for 8 lanes, then ret: the branch is one of the 3.
  Machine machine(
      kernel_of("setp.ge.u32 %p1, %t, 8; mov.u32 %r2, 5; @%p1 bra DONE; mov.u32 %r1, 1;\nDONE:\n"));
  const auto result = machine.launch("k", machine.upload(std::vector<std::uint32_t>(1)));
  EXPECT_EQ(result.warp_instructions, 7U);
  EXPECT_EQ(result.lane_instructions, 6 * 32U + 8);
}

TEST(Control, UnsetRegistersAreZeroInEveryCta) {
  Machine machine(
      kernel_of("setp.eq.u32 %p1, %t, 99; @%p1 mov.u32 %r1, 5; mov.u32 %r4, %ctaid.x; mad.lo.u32 "
                "%r5, %r4, 32, %t;\n"
                "mul.wide.u32 %d1, %r5, 4; add.u64 %d2, %out, %d1; st.global.u32 [%d2], %r1; "
                "mov.u32 %r1, 9;\n"));
  const auto out = machine.upload(std::vector<std::uint32_t>(96, 1));
  machine.config.grid = {3, 1, 1};
  machine.launch("k", out);
  EXPECT_EQ(machine.download<std::uint32_t>(out, 96), std::vector<std::uint32_t>(96, 0));
}

}  // namespace
}  // namespace warpgrade::simt
