// SPDX-License-Identifier: Apache-2.0
// cp.async: what has arrived when, and what observers hear.
#include "tests/emulator/simt/machine.hpp"
#include "tests/emulator/simt/recorder.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace warpgrade::simt {
namespace {

/// Copies out[lane] (4 bytes) to shared memory, then `body`; %r1: the lane's shared cell, %r2: set
/// to 99 there before. Afterwards out[lane] is that cell.
std::string kernel(std::string_view body) {
  return kernel_of(
      ".shared .b32 cells[64];\n"
      "mov.u32 %r3, cells; mad.lo.u32 %r1, %t, 4, %r3; mov.u32 %r2, 99;\n"
      "st.shared.u32 [%r1], %r2; st.shared.u32 [%r1+128], %r2;\n"
      "mul.wide.u32 %d8, %t, 4; add.u64 %d9, %out, %d8;\n" +
      std::string(body) + "ld.shared.u32 %r4, [%r1]; st.global.u32 [%d9], %r4;\n");
}

std::vector<std::uint32_t> result_of(std::string_view body) {
  Machine machine(kernel(body));
  std::vector<std::uint32_t> data(64);
  std::iota(data.begin(), data.end(), 100U);
  const auto out = machine.upload(data);
  machine.launch("k", out);
  auto result = machine.download<std::uint32_t>(out, 32);
  return result;
}

constexpr std::string_view kCopy = "cp.async.ca.shared.global [%r1], [%d9], 4;\n";

std::uint32_t first_of(const std::string& body) { return result_of(body).at(0); }

TEST(AsyncCopy, ArrivesWhenItIsWaitedFor) {
  const std::string copy{kCopy};
  EXPECT_EQ(first_of(copy), 99U);
  EXPECT_EQ(first_of(copy + "cp.async.commit_group;\n"), 99U);
  EXPECT_EQ(first_of(copy + "cp.async.wait_all;\n"), 100U);
  EXPECT_EQ(first_of(copy + "cp.async.commit_group; cp.async.wait_group 0;\n"), 100U);
  EXPECT_EQ(first_of(copy + "cp.async.commit_group; cp.async.wait_group 1;\n"), 99U);
  // Not committed: in no group that could be waited for.
  EXPECT_EQ(first_of(copy + "cp.async.wait_group 0;\n"), 99U);
}

TEST(AsyncCopy, GroupsArriveInTheirOrder) {
  const std::string two = std::string{kCopy} +
                          "cp.async.commit_group;\n"
                          "cp.async.ca.shared.global [%r1+128], [%d9+128], 4;\n"
                          "cp.async.commit_group; cp.async.wait_group 1;\n";
  EXPECT_EQ(first_of(two), 100U);
  EXPECT_EQ(first_of(two + "ld.shared.u32 %r4, [%r1+128]; st.shared.u32 [%r1], %r4;\n"), 99U);
  EXPECT_EQ(first_of(two + "cp.async.wait_group 0;\n"
                           "ld.shared.u32 %r4, [%r1+128]; st.shared.u32 [%r1], %r4;\n"),
            132U);
}

TEST(AsyncCopy, TakesWhatWasThereWhenItStarted) {
  EXPECT_EQ(first_of(std::string{kCopy} + "st.global.u32 [%d9], 5; cp.async.wait_all;\n"), 100U);
}

TEST(AsyncCopy, FillsWithZeros) {
  EXPECT_EQ(first_of("cp.async.ca.shared.global [%r1], [%d9], 4, 0; cp.async.wait_all;\n"), 0U);
  // Of 100, 101, ... three bytes of the first word.
  EXPECT_EQ(first_of("cp.async.ca.shared.global [%r1], [%d9], 4, 3; cp.async.wait_all;\n"), 100U);
}

TEST(AsyncCopy, WaitsOfSomeLanesLeaveTheOthersAlone) {
  const auto result = result_of(std::string{kCopy} +
                                "cp.async.commit_group; setp.lt.u32 %p1, %t, 16;\n"
                                "@%p1 cp.async.wait_group 0;\n");
  EXPECT_EQ(result.at(15), 115U);
  EXPECT_EQ(result.at(16), 99U);
}

TEST(AsyncCopy, AnMbarrierHearsOfItsArrival) {
  EXPECT_EQ(first_of(".shared .b64 bar; mov.u32 %r5, bar;\n"
                     "mbarrier.init.shared.b64 [%r5], 32;\n" +
                     std::string{kCopy} +
                     "cp.async.mbarrier.arrive.noinc.shared.b64 [%r5];\n"
                     "AGAIN: mbarrier.test_wait.parity.shared.b64 %p1, [%r5], 0;\n"
                     "@!%p1 bra AGAIN;\n"),
            100U);
}

TEST(AsyncCopy, ObserversHearOfTheLoadAtOnceAndOfTheStoreOnArrival) {
  Machine machine(kernel(std::string{kCopy} + "cp.async.wait_all;\n"));
  machine.observers.push_back(std::make_unique<Recorder>(kGlobalAccess | kSharedAccess));
  machine.launch("k", machine.upload(std::vector<std::uint32_t>(32, 1)));
  const auto& recorder = dynamic_cast<const Recorder&>(*machine.observers[0]);
  ASSERT_EQ(recorder.global.size(), 2U);
  EXPECT_EQ(recorder.global[0].access.kind, AccessKind::load);
  ASSERT_EQ(recorder.shared.size(), 4U);
  EXPECT_EQ(recorder.shared[2].access.kind, AccessKind::store);
  EXPECT_EQ(recorder.shared[2].access.place.pc, recorder.global[0].access.place.pc);
  ASSERT_TRUE(recorder.shared[2].value.has_value());
  EXPECT_EQ(recorder.shared[2].value->at(7), 1U);
}

TEST(AsyncCopy, OutOfBoundsIsRefusedOnBothSides) {
  Machine machine(
      kernel("cp.async.ca.shared.global [%r1], [%d9+4096], 4;\n"
             "cp.async.ca.shared.global [%r1+4096], [%d9], 4; cp.async.wait_all;\n"));
  machine.observers.push_back(std::make_unique<Recorder>(kBadAccess));
  machine.launch("k", machine.upload(std::vector<std::uint32_t>(32, 1)));
  const auto& recorder = dynamic_cast<const Recorder&>(*machine.observers[0]);
  ASSERT_EQ(recorder.bad.size(), 2U);
  EXPECT_EQ(recorder.bad[0].access.access.space, ptx::StateSpace::global);
  EXPECT_EQ(recorder.bad[1].access.access.space, ptx::StateSpace::shared);
}

}  // namespace
}  // namespace warpgrade::simt
