// SPDX-License-Identifier: Apache-2.0
// shfl, vote, match, redux, elect.
#include "tests/emulator/simt/machine.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace warpgrade::simt {
namespace {

constexpr std::string_view kStore =
    "mul.wide.u32 %d1, %t, 4; add.u64 %d2, %out, %d1; st.global.u32 [%d2], %r1;\n";

struct Row {
  const char* body;  ///< Sets %r1 from %t.
  std::function<std::uint32_t(std::uint32_t)> expected;
};

TEST(Warp, LanesExchangeValues) {
  const std::vector<Row> rows{
      {"shfl.sync.idx.b32 %r1, %t, 5, 31, 0xffffffff;", [](auto) { return 5U; }},
      {"xor.b32 %r2, %t, 3; shfl.sync.idx.b32 %r1, %t, %r2, 31, 0xffffffff;",
       [](auto i) { return i ^ 3U; }},
      {"shfl.sync.up.b32 %r1, %t, 1, 0, 0xffffffff;", [](auto i) { return i == 0 ? 0 : i - 1; }},
      {"shfl.sync.down.b32 %r1, %t, 4, 31, 0xffffffff;", [](auto i) { return i > 27 ? i : i + 4; }},
      {"shfl.sync.bfly.b32 %r1, %t, 16, 31, 0xffffffff;", [](auto i) { return i ^ 16U; }},
      // Segments of 8 lanes: c is 0x181f.
      {"shfl.sync.down.b32 %r1, %t, 3, 0x181f, 0xffffffff;",
       [](auto i) { return i % 8 > 4 ? i : i + 3; }},
      {"shfl.sync.up.b32 %r1, %t, 3, 0x1800, 0xffffffff;",
       [](auto i) { return i % 8 < 3 ? i : i - 3; }},
      {"shfl.sync.idx.b32 %r1, %t, 2, 0x181f, 0xffffffff;", [](auto i) { return i / 8 * 8 + 2; }},
      {"shfl.sync.down.b32 %r2|%p1, %t, 4, 31, 0xffffffff; selp.u32 %r1, 1, 0, %p1;",
       [](auto i) { return i > 27 ? 0U : 1U; }},
      {"setp.lt.u32 %p1, %t, 5; vote.sync.ballot.b32 %r1, %p1, 0xffffffff;",
       [](auto) { return 0x1fU; }},
      {"setp.lt.u32 %p1, %t, 5; vote.sync.any.pred %p2, %p1, 0xffffffff; selp.u32 %r1, 1, 0, %p2;",
       [](auto) { return 1U; }},
      {"setp.lt.u32 %p1, %t, 5; vote.sync.all.pred %p2, %p1, 0xffffffff; selp.u32 %r1, 1, 0, %p2;",
       [](auto) { return 0U; }},
      {"setp.lt.u32 %p1, %t, 50; vote.sync.all.pred %p2, %p1, 0xffffffff; selp.u32 %r1, 1, 0, %p2;",
       [](auto) { return 1U; }},
      {"setp.lt.u32 %p1, %t, 5; vote.sync.uni.pred %p2, %p1, 0xffffffff; selp.u32 %r1, 1, 0, %p2;",
       [](auto) { return 0U; }},
      {"setp.lt.u32 %p1, %t, 50; vote.sync.any.pred %p2, !%p1, 0xffffffff; selp.u32 %r1, 1, 0, "
       "%p2;",
       [](auto) { return 0U; }},
      {"and.b32 %r2, %t, 3; match.any.sync.b32 %r1, %r2, 0xffffffff;",
       [](auto i) { return 0x11111111U << i % 4; }},
      {"and.b32 %r2, %t, 1; cvt.u64.u32 %d5, %r2; shl.b64 %d5, %d5, 40; match.any.sync.b64 %r1, "
       "%d5, 0xffffffff;",
       [](auto i) { return 0x55555555U << i % 2; }},
      {"match.all.sync.b32 %r2|%p1, 7, 0xffffffff; selp.u32 %r1, %r2, 0, %p1;",
       [](auto) { return 0xffffffffU; }},
      {"match.all.sync.b32 %r2|%p1, %t, 0xffffffff; selp.u32 %r1, 1, %r2, %p1;",
       [](auto) { return 0U; }},
      {"redux.sync.add.u32 %r1, %t, 0xffffffff;", [](auto) { return 496U; }},
      {"redux.sync.min.s32 %r1, %t, 0xffffffff;", [](auto) { return 0U; }},
      {"neg.s32 %r2, %t; redux.sync.min.s32 %r1, %r2, 0xffffffff;",
       [](auto) { return static_cast<std::uint32_t>(-31); }},
      {"redux.sync.max.u32 %r1, %t, 0xffffffff;", [](auto) { return 31U; }},
      {"redux.sync.or.b32 %r1, %t, 0xffffffff;", [](auto) { return 31U; }},
      {"redux.sync.xor.b32 %r1, %t, 0xffffffff;", [](auto) { return 0U; }},
      {"redux.sync.and.b32 %r1, %t, 0xffffffff;", [](auto) { return 0U; }},
      {"activemask.b32 %r1;", [](auto) { return 0xffffffffU; }},
      {"elect.sync %r2|%p1, 0xfffffff0; selp.u32 %r1, 1, 0, %p1;",
       [](auto i) { return i == 4 ? 1U : 0U; }},
      // Halves exchange among themselves, apart.
      {"setp.lt.u32 %p1, %t, 16; @%p1 bra LOW; shfl.sync.bfly.b32 %r1, %t, 1, 31, 0xffff0000; bra "
       "DONE;\n"
       "LOW: shfl.sync.bfly.b32 %r1, %t, 2, 31, 0x0000ffff;\nDONE:",
       [](auto i) { return i < 16 ? i ^ 2U : i ^ 1U; }},
      // Lanes that took different ways meet at the instruction, however late.
      {"and.b32 %r3, %t, 1; setp.eq.u32 %p1, %r3, 0; @%p1 bra ODD; mov.u32 %r4, 0;\n"
       "LOOP: add.u32 %r4, %r4, 1; setp.lt.u32 %p2, %r4, %t; @%p2 bra LOOP;\n"
       "ODD: shfl.sync.bfly.b32 %r1, %t, 1, 31, 0xffffffff;",
       [](auto i) { return i ^ 1U; }},
  };
  for (const Row& row : rows) {
    Machine machine(kernel_of(row.body + std::string("\n") + std::string(kStore)));
    const auto out = machine.upload(std::vector<std::uint32_t>(32, 7777));
    ASSERT_EQ(machine.launch("k", out).end, LaunchEnd::completed) << row.body;
    const auto got = machine.download<std::uint32_t>(out, 32);
    for (std::uint32_t i = 0; i < 32; ++i)
      EXPECT_EQ(got[i], row.expected(i)) << row.body << " lane " << i;
  }
}

TEST(Warp, AShuffleOfLanesThatNeverMeetIsADeadlock) {
  Machine machine(
      kernel_of("setp.lt.u32 %p1, %t, 16; @%p1 bra LOW; shfl.sync.bfly.b32 %r1, %t, 1, 31, "
                "0xffffffff; bra DONE;\n"
                "LOW: shfl.sync.bfly.b32 %r1, %t, 2, 31, 0xffffffff;\nDONE:\n"));
  EXPECT_EQ(machine.launch("k", machine.upload(std::vector<std::uint32_t>(32))).end,
            LaunchEnd::deadlock);
}

TEST(Warp, PartialWarpsReduceWhatTheyHave) {
  Machine machine(kernel_of("redux.sync.add.u32 %r1, 1, 0xffffffff;\n" + std::string(kStore)));
  const auto out = machine.upload(std::vector<std::uint32_t>(40));
  machine.config.block = {40, 1, 1};
  machine.launch("k", out);
  const auto got = machine.download<std::uint32_t>(out, 40);
  EXPECT_EQ(got[0], 32U);
  EXPECT_EQ(got[39], 8U);
}

}  // namespace
}  // namespace warpgrade::simt
