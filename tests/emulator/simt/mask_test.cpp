// SPDX-License-Identifier: Apache-2.0
// Membermasks that cannot be right, and what observers are told of stores and faults.
#include "tests/emulator/simt/machine.hpp"
#include "tests/emulator/simt/recorder.hpp"

#include <gtest/gtest.h>

#include <string>

namespace warpgrade::simt {
namespace {

using Reason = BadMask::Reason;

/// A launch of one warp in which %r2 is the mask.
Recorder& run(Machine& machine) {
  Recorder& events = record(machine, kBarrier);
  machine.launch("k", machine.upload(std::vector<std::uint32_t>(32, 0)));
  return events;
}

std::string voting(const std::string& mask) {
  return kernel_of("mov.u32 %r2, " + mask +
                   ";\nsetp.lt.u32 %p1, %t, 5; vote.sync.ballot.b32 %r1, %p1, %r2;\n");
}

TEST(Mask, NamesAllThatCallIt) {
  Machine machine(voting("0xffffffff"));
  EXPECT_TRUE(run(machine).bad_masks.empty());
}

TEST(Mask, LeavesItsCallerOut) {
  Machine machine(voting("0xffff"));
  const auto& bad = run(machine).bad_masks;
  ASSERT_EQ(bad.size(), 1U);
  EXPECT_EQ(bad[0].reason, Reason::caller_left_out);
  EXPECT_EQ(bad[0].lanes, 0xffff0000U);
  EXPECT_EQ(bad[0].named, 0xffffU);
}

TEST(Mask, OfABarrierThatLeavesItsCallerOut) {
  Machine machine(kernel_of("bar.warp.sync 1;\n"));
  const auto& bad = run(machine).bad_masks;
  ASSERT_EQ(bad.size(), 1U);
  EXPECT_EQ(bad[0].lanes, 0xfffffffeU);
}

// Each half by itself is right.
TEST(Mask, OfGroupsSideBySide) {
  Machine machine(
      kernel_of("setp.lt.u32 %p2, %t, 16; selp.u32 %r2, 0xffff, 0xffff0000, %p2;\n"
                "vote.sync.ballot.b32 %r1, %p2, %r2;\n"));
  EXPECT_TRUE(run(machine).bad_masks.empty());
}

TEST(Mask, OfGroupsThatOverlap) {
  Machine machine(
      kernel_of("setp.lt.u32 %p2, %t, 16; selp.u32 %r2, 0x1ffff, 0xffff0000, %p2;\n"
                "vote.sync.ballot.b32 %r1, %p2, %r2;\n"));
  const auto& bad = run(machine).bad_masks;
  ASSERT_EQ(bad.size(), 1U);
  EXPECT_EQ(bad[0].reason, Reason::masks_differ);
  EXPECT_EQ(bad[0].lanes, 0xffffU);
}

// Lanes of one warp must come to a barrier with a count together; warps need not.
TEST(Barrier, WithACountIsForWarpsThatDiffer) {
  const std::string body =
      "setp.lt.u32 %p1, %t, LIMIT; @%p1 bra A; bar.sync 1, 64; bra DONE;\nA: bar.sync 1, 64;\n"
      "DONE:\n";
  const auto different = [&](const std::string& limit) {
    std::string text = body;
    text.replace(text.find("LIMIT"), 5, limit);
    Machine machine(kernel_of(text));
    Recorder& events = record(machine, kBarrier);
    machine.config.block = {64, 1, 1};
    machine.launch("k", machine.upload(std::vector<std::uint32_t>(64, 0)));
    return !events.releases.empty() && events.releases[0].different_places;
  };
  EXPECT_FALSE(different("32"));
  EXPECT_TRUE(different("16"));
}

// A loop that a refused load keeps going for ever.
TEST(Fault, EndsTheLaunchSomeTimeAfter) {
  Machine machine(kernel_of(
      "AGAIN: ld.global.u32 %r1, [%out+1024]; setp.ne.u32 %p1, %r1, 1; @%p1 bra AGAIN;\n"));
  Recorder& events = record(machine, kBadAccess);
  const auto result = machine.launch("k", machine.upload(std::vector<std::uint32_t>(32, 0)));
  EXPECT_EQ(result.end, LaunchEnd::fault);
  EXPECT_FALSE(events.bad.empty());
}

// Lanes that store what is there already change nothing.
TEST(Store, SaysWhichLanesChangeSomething) {
  const std::string body =
      "mul.wide.u32 %d1, %t, 4; add.u64 %d2, %out, %d1; st.global.u32 [%d2], %t;\n";
  std::vector<std::uint32_t> cells(32);
  for (std::uint32_t i = 0; i < 32; ++i) cells[i] = i < 8 ? i : 99;
  for (const std::uint32_t wants : {kGlobalAccess | kGlobalChange, kGlobalAccess + 0U}) {
    Machine machine(kernel_of(body));
    Recorder& events = record(machine, wants);
    machine.launch("k", machine.upload(cells));
    ASSERT_EQ(events.global.size(), 1U);
    EXPECT_EQ(events.global[0].access.changed,
              (wants & kGlobalChange) != 0 ? 0xffffff00U : ~Mask{0});
  }
}

// What orders blocks, and what does not.
TEST(Program, KnowsWhatOrdersBlocks) {
  const auto orders = [](const std::string& body) {
    Machine machine(kernel_of(body));
    return machine.program().orders_blocks(*machine.program().kernel("k"));
  };
  EXPECT_TRUE(orders("membar.gl;"));
  EXPECT_TRUE(orders("fence.acq_rel.gpu;"));
  EXPECT_TRUE(orders("ld.volatile.global.u32 %r1, [%out];"));
  EXPECT_TRUE(orders("atom.global.cas.b32 %r1, [%out], 0, 1;"));
  EXPECT_TRUE(orders("atom.global.exch.b32 %r1, [%out], 0;"));
  EXPECT_FALSE(orders("membar.cta; bar.sync 0;"));
  EXPECT_FALSE(orders("atom.global.add.u32 %r1, [%out], 1;"));
  EXPECT_FALSE(orders("red.global.add.u32 [%out], 1;"));
  EXPECT_FALSE(orders("ld.global.u32 %r1, [%out]; st.global.u32 [%out], %r1;"));
}

}  // namespace
}  // namespace warpgrade::simt
