// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/simt/mbarrier.hpp"

#include "tests/emulator/simt/machine.hpp"
#include "tests/emulator/simt/recorder.hpp"

#include <gtest/gtest.h>

namespace warpgrade::simt {
namespace {

TEST(Mbarrier, APhaseEndsWithItsLastArrival) {
  auto barrier = Mbarrier::fresh(3);
  const auto before = barrier.bits();
  barrier.arrive(2);
  EXPECT_EQ(barrier.pending(), 1U);
  EXPECT_FALSE(barrier.ended(before));
  EXPECT_FALSE(barrier.ended_parity(0));
  EXPECT_TRUE(barrier.ended_parity(1));  // The phase before the first counts as ended.
  barrier.arrive(1);
  EXPECT_TRUE(barrier.ended(before));
  EXPECT_TRUE(barrier.ended_parity(0));
  EXPECT_EQ(barrier.pending(), 3U);
}

TEST(Mbarrier, WhoDropsOutIsNotExpectedAgain) {
  auto barrier = Mbarrier::fresh(3);
  barrier.drop(1);
  barrier.arrive(2);
  EXPECT_TRUE(barrier.ended_parity(0));
  EXPECT_EQ(barrier.pending(), 2U);
}

TEST(Mbarrier, TransactionsHoldThePhase) {
  auto barrier = Mbarrier::fresh(1);
  barrier.expect(64);
  barrier.arrive(1);
  EXPECT_FALSE(barrier.ended_parity(0));
  barrier.complete(48);
  EXPECT_FALSE(barrier.ended_parity(0));
  barrier.complete(16);
  EXPECT_TRUE(barrier.ended_parity(0));
}

TEST(Mbarrier, TransactionsMayComeBeforeTheyAreExpected) {
  auto barrier = Mbarrier::fresh(1);
  barrier.complete(16);
  barrier.expect(16);
  EXPECT_FALSE(barrier.ended_parity(0));
  barrier.arrive(1);
  EXPECT_TRUE(barrier.ended_parity(0));
}

/// Warp 1 writes a shared cell and arrives; warp 0 arrives and waits, then reads it.
std::string handover(std::string_view wait) {
  return kernel_of(
      ".shared .b64 bar; .shared .b32 cell;\n"
      "mov.u32 %r1, bar; setp.ne.u32 %p1, %t, 0; @%p1 bra READY;\n"
      "mbarrier.init.shared.b64 [%r1], 64;\n"
      "READY: bar.sync 0; setp.lt.u32 %p1, %t, 32; @%p1 bra WAITS;\n"
      "st.shared.u32 [cell], 7; mbarrier.arrive.shared.b64 _, [%r1]; ret;\n"
      "WAITS: mbarrier.arrive.shared.b64 %d1, [%r1];\n"
      "AGAIN: " +
      std::string(wait) +
      " @!%p2 bra AGAIN;\n"
      "ld.shared.u32 %r2, [cell]; st.global.u32 [%out], %r2;\n");
}

TEST(MbarrierInstructions, AWaitEndsWhenAllHaveArrived) {
  for (const auto* const wait : {"mbarrier.test_wait.shared.b64 %p2, [%r1], %d1;",
                                 "mbarrier.try_wait.shared.b64 %p2, [%r1], %d1;",
                                 "mbarrier.test_wait.parity.shared.b64 %p2, [%r1], 0;",
                                 "mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r1], 0, 100;"}) {
    Machine machine(handover(wait));
    machine.config.block = {64, 1, 1};
    machine.config.instruction_budget = 1 << 22;
    const auto out = machine.upload(std::vector<std::uint32_t>(1, 0));
    EXPECT_EQ(machine.launch("k", out).end, LaunchEnd::completed) << wait;
    EXPECT_EQ(machine.download<std::uint32_t>(out, 1).at(0), 7U) << wait;
  }
}

TEST(MbarrierInstructions, InitStoresAndArriveIsAnAtomic) {
  Machine machine(handover("mbarrier.test_wait.shared.b64 %p2, [%r1], %d1;"));
  machine.config.block = {64, 1, 1};
  machine.observers.push_back(std::make_unique<Recorder>(kSharedAccess));
  machine.launch("k", machine.upload(std::vector<std::uint32_t>(1, 0)));
  const auto& recorder = dynamic_cast<const Recorder&>(*machine.observers[0]);
  ASSERT_GE(recorder.shared.size(), 2U);
  EXPECT_EQ(recorder.shared[0].access.kind, AccessKind::store);
  EXPECT_EQ(recorder.shared[0].access.bytes, 8U);
  EXPECT_EQ(recorder.shared.back().access.kind, AccessKind::load);  // The cell.
  EXPECT_EQ(recorder.shared[1].access.kind, AccessKind::atomic);
}

TEST(MbarrierInstructions, AStateTellsWhatIsPending) {
  Machine machine(
      kernel_of(".shared .b64 bar;\n"
                "mov.u32 %r1, bar; setp.ne.u32 %p1, %t, 0; @%p1 exit;\n"
                "mbarrier.init.shared.b64 [%r1], 5;\n"
                "mbarrier.arrive.noComplete.shared.b64 %d1, [%r1], 3;\n"
                "mbarrier.arrive.shared.b64 %d1, [%r1];\n"
                "mbarrier.pending_count.b64 %r2, %d1; st.global.u32 [%out], %r2;\n"));
  const auto out = machine.upload(std::vector<std::uint32_t>(1, 0));
  machine.launch("k", out);
  EXPECT_EQ(machine.download<std::uint32_t>(out, 1).at(0), 2U);
}

}  // namespace
}  // namespace warpgrade::simt
