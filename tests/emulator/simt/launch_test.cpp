// SPDX-License-Identifier: Apache-2.0
// Launches: CPU threads, conflicts, budgets, what was touched, special registers, traps.
#include "tests/emulator/simt/machine.hpp"
#include "tests/emulator/simt/recorder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace warpgrade::simt {
namespace {

/// %r9 = global thread index, %d9 = its cell of %out.
constexpr std::string_view kIndex =
    "mov.u32 %r6, %ctaid.x; mov.u32 %r7, %ntid.x; mad.lo.u32 %r9, %r6, %r7, %t; mul.wide.u32 %d8, "
    "%r9, 4; add.u64 %d9, %out, %d8;\n";
/// Enough work that other CPU threads are called in.
constexpr std::string_view kWork =
    "mov.u32 %r10, 0;\nWORK: add.u32 %r10, %r10, 1; setp.lt.u32 %p9, %r10, 200; @%p9 bra WORK;\n";

std::string kernel(const std::string& body) {
  return kernel_of(std::string(kIndex) + std::string(kWork) + body);
}

void spread(Machine& machine, unsigned threads, std::uint32_t ctas = 400) {
  machine.config.grid = {ctas, 1, 1};
  machine.config.block = {64, 1, 1};
  machine.config.threads = threads;
}

/// Sums over accesses: the same however CTAs are spread.
class Sums : public Observer {
 public:
  [[nodiscard]] std::uint32_t interests() const override { return kGlobalAccess | kCta; }
  [[nodiscard]] std::unique_ptr<Observer> clone() const override {
    return std::make_unique<Sums>();
  }
  void merge(const Observer& other) override {
    const auto& from = dynamic_cast<const Sums&>(other);
    requests += from.requests;
    lanes += from.lanes;
    ctas += from.ctas;
  }
  void cta_end(std::uint64_t) override { ++ctas; }
  void global_access(const MemoryAccess& access) override {
    ++requests;
    lanes += static_cast<unsigned>(std::popcount(access.active));
  }
  std::uint64_t requests = 0, lanes = 0, ctas = 0;
};

TEST(Launch, ResultsDoNotDependOnThreads) {
  std::optional<LaunchResult> first;
  for (const unsigned threads : {1U, 2U, 3U, 8U}) {
    Machine machine(
        kernel("ld.global.u32 %r1, [%d9]; add.u32 %r1, %r1, %r10; st.global.u32 [%d9], %r1;\n"));
    spread(machine, threads);
    machine.observers.push_back(std::make_unique<Sums>());
    std::vector<std::uint32_t> data(400 * 64);
    std::iota(data.begin(), data.end(), 0U);
    const auto out = machine.upload(data);
    const auto result = machine.launch("k", out);
    std::ranges::for_each(data, [](std::uint32_t& v) { v += 200; });
    EXPECT_EQ(machine.download<std::uint32_t>(out, data.size()), data);
    const auto& sums = dynamic_cast<const Sums&>(*machine.observers[0]);
    EXPECT_EQ(sums.requests, 400U * 2 * 2);
    EXPECT_EQ(sums.lanes, 400U * 64 * 2);
    EXPECT_EQ(sums.ctas, 400U);
    if (!first) first = result;
    EXPECT_EQ(result.warp_instructions, first->warp_instructions);
    EXPECT_EQ(result.lane_instructions, first->lane_instructions);
    ASSERT_EQ(result.touched.size(), 1U);
    EXPECT_EQ(result.touched[0].words_read, data.size());
    EXPECT_EQ(result.touched[0].words_written, data.size());
    EXPECT_EQ(result.touched[0].sectors_read, data.size() / 8);
  }
}

// Every CTA writes the same cells: the last one wins, as in order.
TEST(Launch, ConflictingWritesGiveTheResultOfRunningInOrder) {
  for (const unsigned threads : {1U, 2U, 8U}) {
    Machine machine(
        kernel("mul.wide.u32 %d1, %t, 4; add.u64 %d2, %out, %d1; st.global.u32 [%d2], %r6;\n"));
    spread(machine, threads);
    machine.observers.push_back(std::make_unique<Sums>());
    const auto out = machine.upload(std::vector<std::uint32_t>(64, 0));
    const auto result = machine.launch("k", out);
    EXPECT_EQ(machine.download<std::uint32_t>(out, 64), std::vector<std::uint32_t>(64, 399));
    EXPECT_EQ(dynamic_cast<const Sums&>(*machine.observers[0]).requests, 800U);
    EXPECT_EQ(result.warp_instructions, 800U * (2 + 5 + 1 + 200 * 3 + 3 + 1));
  }
}

// Each CTA adds to what the one before left, without atomics.
TEST(Launch, ChainsThroughMemoryGiveTheResultOfRunningInOrder) {
  for (const unsigned threads : {1U, 2U, 8U}) {
    Machine machine(
        kernel("setp.ne.u32 %p1, %t, 0; @%p1 exit; ld.global.u32 %r1, [%out]; mad.lo.u32 %r1, %r1, "
               "3, %r6; st.global.u32 [%out], %r1;\n"));
    spread(machine, threads);
    const auto out = machine.upload(std::vector<std::uint32_t>{7});
    machine.launch("k", out);
    std::uint32_t expected = 7;
    for (std::uint32_t i = 0; i < 400; ++i) expected = expected * 3 + i;
    EXPECT_EQ(machine.download<std::uint32_t>(out, 1)[0], expected);
  }
}

TEST(Launch, TicketsComeInOrder) {
  for (const unsigned threads : {1U, 8U}) {
    Machine machine(kernel("atom.global.add.u32 %r1, [%out], 1; st.global.u32 [%d9+256], %r1;\n"));
    spread(machine, threads, 100);
    const auto out = machine.upload(std::vector<std::uint32_t>(64 * 102, 0));
    machine.launch("k", out);
    const auto got = machine.download<std::uint32_t>(out, 64 * 102);
    for (std::uint32_t i = 0; i < 6400; ++i) EXPECT_EQ(got[64 + i], i);
  }
}

TEST(Launch, BudgetEndsEndlessLoops) {
  for (const unsigned threads : {1U, 4U}) {
    Machine machine(kernel("FOREVER: bra FOREVER;\n"));
    spread(machine, threads);
    machine.config.instruction_budget = 3'000'000;
    const auto result = machine.launch("k", machine.upload(std::vector<std::uint32_t>(1)));
    EXPECT_EQ(result.end, LaunchEnd::budget_exceeded);
    EXPECT_GE(result.lane_instructions, 3'000'000U);
    EXPECT_LE(result.lane_instructions, 3'010'000U);
    ASSERT_NE(result.place.function, nullptr);
    EXPECT_EQ(result.place.cta, 0U);
    EXPECT_EQ(result.place.pc, 11U);
  }
}

TEST(Launch, BudgetIsALimitOnTheSum) {
  std::uint64_t needed = 0;
  for (const int extra : {-1, 0}) {
    for (const unsigned threads : {1U, 4U}) {
      Machine machine(kernel("st.global.u32 [%d9], %r10;\n"));
      spread(machine, threads);
      const auto out = machine.upload(std::vector<std::uint32_t>(400 * 64));
      if (needed == 0) needed = machine.launch("k", out).lane_instructions;
      machine.config.instruction_budget = needed + static_cast<std::uint64_t>(extra);
      EXPECT_EQ(machine.launch("k", out).end,
                extra < 0 ? LaunchEnd::budget_exceeded : LaunchEnd::completed);
    }
  }
}

TEST(Launch, TrapsNameThePlaceAndStop) {
  for (const unsigned threads : {1U, 4U}) {
    Machine machine(
        kernel("st.global.u32 [%d9], 5; setp.ne.u32 %p1, %r9, 12810; @%p1 bra FINE; trap;\nFINE: "
               "st.global.u32 [%d9], 6;\n"));
    spread(machine, threads);
    const auto out = machine.upload(std::vector<std::uint32_t>(400 * 64, 0));
    const auto result = machine.launch("k", out);
    EXPECT_EQ(result.end, LaunchEnd::trap);
    EXPECT_EQ(result.place.cta, 200U);
    EXPECT_EQ(result.thread, 10U);
    const auto got = machine.download<std::uint32_t>(out, 400 * 64);
    EXPECT_EQ(got[12799], 6U);
    EXPECT_EQ(got[12810], 5U);
    EXPECT_EQ(got[12864], 0U);  // CTA 201 did not run.
  }
}

TEST(Launch, SpecialRegistersSayWhereAThreadIs) {
  const std::string ptx =
      ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 p)\n{\n.reg "
      ".b32 %r<40>; .reg .b64 %d<4>;\n"
      "ld.param.u64 %d1, [p]; mov.u32 %r1, %tid.x; mov.u32 %r2, %tid.y; mov.u32 %r3, %tid.z; "
      "mov.u32 %r4, %ntid.x; mov.u32 %r5, %ntid.y;\n"
      "mov.u32 %r6, %ntid.z; mov.u32 %r7, %ctaid.x; mov.u32 %r8, %ctaid.y; mov.u32 %r9, %ctaid.z; "
      "mov.u32 %r10, %nctaid.x; mov.u32 %r11, %nctaid.y;\n"
      "mov.u32 %r12, %nctaid.z; mov.u32 %r13, %laneid; mov.u32 %r14, %warpid; mov.u32 %r15, "
      "%lanemask_lt; mov.u32 %r16, %lanemask_ge;\n"
      "mad.lo.u32 %r20, %r3, %r5, %r2; mad.lo.u32 %r20, %r20, %r4, %r1; mad.lo.u32 %r21, %r9, "
      "%r11, %r8; mad.lo.u32 %r21, %r21, %r10, %r7;\n"
      "mul.lo.u32 %r22, %r4, %r5; mul.lo.u32 %r22, %r22, %r6; mad.lo.u32 %r23, %r21, %r22, %r20; "
      "mul.wide.u32 %d2, %r23, 32; add.u64 %d1, %d1, %d2;\n"
      "st.global.v4.u32 [%d1], {%r20, %r21, %r13, %r14}; st.global.v4.u32 [%d1+16], {%r15, %r16, "
      "%r12, %r6}; ret;\n}\n";
  Machine machine(ptx);
  machine.config.grid = {3, 2, 4};
  machine.config.block = {5, 4, 3};
  const auto out = machine.upload(std::vector<std::uint32_t>(24 * 60 * 8, 0));
  machine.launch("k", out);
  const auto got = machine.download<std::uint32_t>(out, 24 * 60 * 8);
  for (std::uint32_t i = 0; i < 24 * 60; ++i) {
    const std::uint32_t thread = i % 60;
    const std::uint32_t bit = 1U << thread % 32;
    const std::vector<std::uint32_t> expected{thread,  i / 60,     thread % 32, thread / 32,
                                              bit - 1, ~(bit - 1), 4,           3};
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), got.begin() + i * 8)) << i;
  }
}

TEST(Launch, ParametersOfAllTypesArrive) {
  Machine machine(
      ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 p, .param .u8 "
      "a, .param .s16 b, .param .f64 c, .param .align 8 .b8 s[24])\n"
      "{\n.reg .b32 %r<8>; .reg .b64 %d<8>; .reg .b16 %h<8>;\nld.param.u64 %d1, [p]; ld.param.s8 "
      "%r1, [a]; ld.param.s16 %h1, [b]; ld.param.b64 %d2, [c];\n"
      "ld.param.v2.u32 {%r2, %r3}, [s+8]; ld.param.u8 %h2, [s+20]; cvt.u32.u16 %r4, %h1; "
      "cvt.u32.u16 %r5, %h2; st.global.u32 [%d1], %r1; st.global.u32 [%d1+4], %r4;\n"
      "st.global.u64 [%d1+8], %d2; st.global.v2.u32 [%d1+16], {%r2, %r3}; st.global.u32 [%d1+24], "
      "%r5; ret;\n}\n");
  struct S {
    std::uint32_t words[6];
  };
  const auto out = machine.upload(std::vector<std::uint32_t>(8, 0));
  struct Packed {
    std::uint64_t p;
    std::int8_t a;
    std::int16_t b;
    double c;
    S s;
  } packed{out, -3, -4, 2.5, {{1, 2, 3, 4, 5, 6}}};
  static_assert(sizeof packed == 48);
  machine.launch("k", packed);
  const auto got = machine.download<std::uint32_t>(out, 8);
  EXPECT_EQ(got, (std::vector<std::uint32_t>{0xfffffffd, 0xfffc, 0, 0x40040000, 3, 4, 6, 0}));
}

TEST(Launch, AtomicsAmongPlainWritesConflict) {
  for (const unsigned threads : {1U, 8U}) {
    Machine machine(
        kernel("setp.eq.u32 %p1, %r6, 200; @%p1 bra PLAIN; red.global.add.u32 [%out], 1; "
               "ret;\nPLAIN: st.global.u32 [%out], 0;\n"));
    spread(machine, threads);
    const auto out = machine.upload(std::vector<std::uint32_t>{0});
    machine.launch("k", out);
    EXPECT_EQ(machine.download<std::uint32_t>(out, 1)[0], 199U * 64);
  }
}

// Warps write where they come in, taken from a counter in shared memory.
TEST(Launch, SeedsGiveOtherOrdersOfWarpsAndTheSameResults) {
  const auto run = [](std::uint32_t seed, unsigned threads) {
    Machine machine(
        kernel_of(".shared .align 4 .b8 next[4]; mov.u32 %r1, next; setp.ne.u32 %p1, %t, 0; @!%p1 "
                  "st.shared.u32 [%r1], 0; bar.sync 0;\n" +
                  std::string(kIndex) + std::string(kWork) +
                  "and.b32 %r2, %t, 31; setp.ne.u32 %p2, %r2, 0; @%p2 exit; atom.shared.add.u32 "
                  "%r3, [%r1], 1; st.global.u32 [%d9], %r3;\n"));
    spread(machine, threads);
    machine.config.block = {256, 1, 1};
    machine.config.schedule_seed = seed;
    const auto out = machine.upload(std::vector<std::uint32_t>(400 * 256, 99));
    EXPECT_EQ(machine.launch("k", out).end, LaunchEnd::completed);
    return machine.download<std::uint32_t>(out, 400 * 256);
  };
  const auto in_order = run(0, 1);
  for (std::uint32_t w = 0; w < 8; ++w) EXPECT_EQ(in_order[w * 32], w);
  EXPECT_NE(run(1, 1), in_order);
  EXPECT_NE(run(1, 1), run(2, 1));
  EXPECT_EQ(run(1, 1), run(1, 4));
}

}  // namespace
}  // namespace warpgrade::simt
