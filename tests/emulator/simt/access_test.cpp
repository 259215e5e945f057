// SPDX-License-Identifier: Apache-2.0
// Loads and stores in every space: widths, vectors, bounds, alignment, events.
#include "tests/emulator/simt/machine.hpp"
#include "tests/emulator/simt/recorder.hpp"

#include "harness/core/poison.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace warpgrade::simt {
namespace {

constexpr std::string_view kStore =
    "mul.wide.u32 %d30, %t, 4; add.u64 %d31, %out, %d30; st.global.u32 [%d31], %r1;\n";

std::vector<std::uint32_t> run(Machine& machine, std::uint32_t threads = 32) {
  const auto out = machine.upload(std::vector<std::uint32_t>(threads, 7777));
  machine.config.block = {threads, 1, 1};
  EXPECT_EQ(machine.launch("k", out).end, LaunchEnd::completed);
  return machine.download<std::uint32_t>(out, threads);
}

std::string with_store(const std::string& body) { return kernel_of(body + std::string(kStore)); }

struct Width {
  const char* type;
  const char* reg;
  std::uint32_t bytes;
};

constexpr Width kWidths[] = {{"u8", "%r1", 1},  {"u16", "%h1", 2}, {"u32", "%r1", 4},
                             {"u64", "%d1", 8}, {"f32", "%f1", 4}, {"f64", "%g1", 8}};

// Each lane moves one element from the front half of a buffer to the back half, in reverse order.
TEST(Access, EveryWidthRoundTripsThroughGlobalMemory) {
  for (const Width& w : kWidths) {
    const auto bytes = std::to_string(w.bytes);
    Machine machine(
        kernel_of("mul.wide.u32 %d2, %t, " + bytes +
                  "; add.u64 %d3, %out, %d2; sub.u32 %r4, 63, %t; mul.wide.u32 %d4, %r4, " + bytes +
                  "; add.u64 %d5, %out, %d4; ld.global." + w.type + " " + w.reg +
                  ", [%d3]; st.global." + w.type + " [%d5], " + w.reg + ";\n"));
    std::vector<std::uint8_t> data(64 * w.bytes, 0);
    std::iota(data.begin(), data.begin() + 32 * w.bytes, std::uint8_t{3});
    const auto base = machine.upload(data);
    machine.launch("k", base);
    const auto got = machine.download<std::uint8_t>(base, data.size());
    for (std::size_t i = 0; i < 32; ++i) {
      for (std::size_t b = 0; b < w.bytes; ++b) {
        EXPECT_EQ(got[(63 - i) * w.bytes + b], data[i * w.bytes + b]) << w.type;
      }
    }
  }
}

TEST(Access, NarrowLoadsExtendIntoWiderRegisters) {
  Machine machine(
      with_store("ld.global.s8 %d1, [%out]; shr.u64 %d1, %d1, 32; cvt.u32.u64 %r2, %d1; "
                 "ld.global.u8 %r3, [%out];\n"
                 "ld.global.s16 %r4, [%out]; ld.global.s8 %h1, [%out]; cvt.u32.u16 %r5, %h1;\n"
                 "setp.eq.u32 %p1, %t, 0; @%p1 mov.u32 %r1, %r2; setp.eq.u32 %p1, %t, 1; @%p1 "
                 "mov.u32 %r1, %r3;\n"
                 "setp.eq.u32 %p1, %t, 2; @%p1 mov.u32 %r1, %r4; setp.eq.u32 %p1, %t, 3; @%p1 "
                 "mov.u32 %r1, %r5;\n"));
  const auto out = machine.upload(std::vector<std::uint32_t>(32, 0x8180));
  machine.launch("k", out);
  const auto got = machine.download<std::uint32_t>(out, 4);
  EXPECT_EQ(got, (std::vector<std::uint32_t>{0xffffffff, 0x80, 0xffff8180, 0xff80}));
}

TEST(Access, VectorsMoveAllElements) {
  Machine machine(kernel_of(
      "mul.wide.u32 %d2, %t, 16; add.u64 %d3, %out, %d2; ld.global.v4.u32 {%r1, %r2, %r3, %r4}, "
      "[%d3];\n"
      "ld.global.v2.u64 {%d4, %d5}, [%d3]; ld.global.v2.f32 {%f1, %f2}, [%d3+8];\n"
      "st.global.v4.u32 [%d3+512], {%r4, %r3, %r2, %r1}; st.global.v2.u64 [%d3+1024], {%d5, %d4};\n"
      "st.global.v2.f32 [%d3+1536], {%f2, %f1};\n"));
  std::vector<std::uint32_t> data(512, 0);
  std::iota(data.begin(), data.begin() + 128, 1U);
  const auto base = machine.upload(data);
  machine.launch("k", base);
  const auto got = machine.download<std::uint32_t>(base, data.size());
  for (std::size_t i = 0; i < 128; i += 4) {
    EXPECT_EQ(got[128 + i], data[i + 3]);
    EXPECT_EQ(got[131 + i], data[i]);
    EXPECT_EQ(got[256 + i], data[i + 2]);
    EXPECT_EQ(got[259 + i], data[i + 1]);
    EXPECT_EQ(got[384 + i], data[i + 3]);
    EXPECT_EQ(got[385 + i], data[i + 2]);
  }
}

TEST(Access, OutOfBoundsLanesAreRefusedAndTheOthersGoOn) {
  Machine machine(
      kernel_of("mul.wide.u32 %d2, %t, 4; add.u64 %d3, %out, %d2; ld.global.u32 %r1, [%d3+64]; "
                "st.global.u32 [%d3], %r1; "
                "st.global.u32 [%d3+64], 5;\n"));
  std::vector<std::uint32_t> data(32);
  std::iota(data.begin(), data.end(), 100U);
  Recorder& events = record(machine, kBadAccess | kGlobalAccess);
  const auto base = machine.upload(data);
  machine.launch("k", base);
  const auto got = machine.download<std::uint32_t>(base, 32);
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(got[i], i < 16 ? 116 + i : 5) << i;
  ASSERT_EQ(events.bad.size(), 2U);
  EXPECT_EQ(events.bad[0].reason, BadAccess::Reason::out_of_bounds);
  EXPECT_EQ(events.bad[0].access.access.active, 0xffff0000U);
  EXPECT_EQ(events.bad[0].access.access.kind, AccessKind::load);
  EXPECT_EQ(events.bad[0].access.address[16], base + 128);
  EXPECT_EQ(events.bad[1].access.access.kind, AccessKind::store);
  ASSERT_EQ(events.global.size(), 3U);
  EXPECT_EQ(events.global[0].access.active, 0x0000ffffU);
  EXPECT_EQ(events.global[1].access.active, 0xffffffffU);
}

TEST(Access, RefusedLoadsGiveThePoison) {
  Machine machine(with_store("mov.u64 %d1, 4096; ld.global.u32 %r1, [%d1];\n"));
  EXPECT_EQ(run(machine), std::vector<std::uint32_t>(32, kRefusedLoad));
  Machine wide(
      with_store("mov.u64 %d1, 4096; ld.global.v2.u64 {%d2, %d3}, [%d1]; shr.u64 %d3, %d3, 32; "
                 "cvt.u32.u64 %r1, %d3;\n"));
  EXPECT_EQ(run(wide), std::vector<std::uint32_t>(32, kRefusedLoad));
}

TEST(Access, MisalignedLanesAreRefused) {
  Machine machine(
      with_store("mul.wide.u32 %d2, %t, 2; add.u64 %d3, %out, %d2; ld.global.u32 %r1, [%d3]; "
                 "and.b32 %r1, %r1, 0xff;\n"));
  Recorder& events = record(machine, kBadAccess);
  run(machine);
  ASSERT_EQ(events.bad.size(), 1U);
  EXPECT_EQ(events.bad[0].reason, BadAccess::Reason::misaligned);
  EXPECT_EQ(events.bad[0].access.access.active, 0xaaaaaaaaU);
}

// 7 floats: the fourth pair of a vector load sticks out by one.
TEST(Access, VectorsThatStickOutAreRefused) {
  Machine machine(kernel_of(
      "mul.wide.u32 %d2, %t, 8; add.u64 %d3, %out, %d2; ld.global.v2.u32 {%r1, %r2}, [%d3];\n"));
  Recorder& events = record(machine, kBadAccess);
  const auto base = machine.upload(std::vector<std::uint32_t>(7));
  machine.config.block = {4, 1, 1};
  machine.launch("k", base);
  ASSERT_EQ(events.bad.size(), 1U);
  EXPECT_EQ(events.bad[0].access.access.active, 0x8U);
  EXPECT_EQ(events.bad[0].access.access.bytes, 8U);
}

TEST(Access, LanesInDifferentAllocationsAllWork) {
  Machine machine(
      ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 a, .param .u64 "
      "b)\n{\n"
      ".reg .pred %p; .reg .b32 %t, %r; .reg .b64 %d<8>;\nld.param.u64 %d1, [a]; ld.param.u64 %d2, "
      "[b]; mov.u32 %t, %tid.x;\n"
      "and.b32 %r, %t, 1; setp.eq.u32 %p, %r, 0; selp.u64 %d3, %d1, %d2, %p; mul.wide.u32 %d4, %t, "
      "4; add.u64 %d3, %d3, %d4;\n"
      "st.global.u32 [%d3], %t; ret;\n}\n");
  const auto a = machine.upload(std::vector<std::uint32_t>(32, 99));
  const auto b = machine.upload(std::vector<std::uint32_t>(32, 99));
  const auto result = machine.launch("k", a, b);
  const auto got_a = machine.download<std::uint32_t>(a, 32);
  const auto got_b = machine.download<std::uint32_t>(b, 32);
  for (std::uint32_t i = 0; i < 32; ++i) {
    EXPECT_EQ(got_a[i], i % 2 == 0 ? i : 99);
    EXPECT_EQ(got_b[i], i % 2 == 1 ? i : 99);
  }
  ASSERT_EQ(result.touched.size(), 2U);
  EXPECT_EQ(result.touched[0].words_written, 16U);
  EXPECT_EQ(result.touched[1].words_written, 16U);
  EXPECT_EQ(result.touched[1].sectors_written, 4U);
}

TEST(Access, FreedMemoryIsOutOfBounds) {
  Machine machine(with_store("ld.global.u32 %r1, [%out];\n"));
  Recorder& events = record(machine, kBadAccess);
  const auto base = machine.upload(std::vector<std::uint32_t>(32));
  machine.memory().release(base);
  machine.launch("k", base);
  EXPECT_EQ(events.bad.size(), 2U);
}

TEST(Shared, StartsPoisonedInEveryCta) {
  Machine machine(
      kernel_of(".shared .align 4 .b8 cell[128]; mov.u32 %r2, cell; mov.u32 %r3, %ctaid.x; "
                "mad.lo.u32 %r4, %r3, 32, %t; shl.b32 %r5, %t, 2;\n"
                "add.u32 %r2, %r2, %r5; ld.shared.u32 %r1, [%r2]; st.shared.u32 [%r2], %t; "
                "mul.wide.u32 %d1, %r4, 4; add.u64 %d2, %out, %d1;\n"
                "st.global.u32 [%d2], %r1;\n"));
  const auto out = machine.upload(std::vector<std::uint32_t>(128, 0));
  machine.config.grid = {4, 1, 1};
  machine.launch("k", out);
  EXPECT_EQ(machine.download<std::uint32_t>(out, 128),
            std::vector<std::uint32_t>(128, kSharedPoison));
}

TEST(Shared, TellsOfAccessesWithOffsetsAndValues) {
  Machine machine(
      kernel_of(".shared .align 16 .b8 pad[16]; .shared .align 4 .b8 cell[64]; mov.u32 %r2, cell; "
                "shl.b32 %r3, %t, 1; add.u32 %r2, %r2, %r3;\n"
                "cvt.u16.u32 %h1, %t; st.shared.u16 [%r2], %h1; ld.shared.u16 %h2, [%r2];\n"));
  Recorder& events = record(machine, kSharedAccess);
  machine.launch("k", std::uint64_t{0});
  ASSERT_EQ(events.shared.size(), 2U);
  EXPECT_EQ(events.shared[0].access.kind, AccessKind::store);
  EXPECT_EQ(events.shared[0].access.bytes, 2U);
  EXPECT_EQ(events.shared[0].address[3], 16U + 6);
  ASSERT_TRUE(events.shared[0].value);
  EXPECT_EQ((*events.shared[0].value)[5], 5U);
  EXPECT_FALSE(events.shared[1].value);
}

TEST(Shared, OutOfBoundsAndMisalignedAreRefused) {
  Machine machine(
      with_store(".shared .align 4 .b8 cell[64]; mov.u32 %r2, cell; shl.b32 %r3, %t, 2; add.u32 "
                 "%r2, %r2, %r3; st.shared.u32 [%r2], %t;\n"
                 "ld.shared.u32 %r1, [%r2]; ld.shared.u32 %r5, [%r2+2]; mov.u32 %r6, 0xfffffffc; "
                 "ld.shared.u32 %r7, [%r6];\n"));
  Recorder& events = record(machine, kBadAccess);
  const auto out = run(machine);
  EXPECT_EQ(out[15], 15U);
  EXPECT_EQ(out[16], kRefusedLoad);
  ASSERT_EQ(events.bad.size(), 4U);
  EXPECT_EQ(events.bad[0].access.access.active, 0xffff0000U);
  EXPECT_EQ(events.bad[0].access.access.space, ptx::StateSpace::shared);
  EXPECT_EQ(events.bad[2].reason, BadAccess::Reason::misaligned);
  EXPECT_EQ(events.bad[3].access.access.active, 0xffffffffU);
}

TEST(Shared, DynamicPartFollowsTheStaticOne) {
  const std::string ptx =
      ".version 8.0\n.target sm_75\n.address_size 64\n.extern .shared .align 16 .b8 dynamic[];\n"
      ".visible .entry k(.param .u64 p)\n{\n.reg .b32 %r<8>; .reg .b64 %d<8>;\n.shared .align 4 "
      ".b8 fixed[20];\n"
      "ld.param.u64 %d1, [p]; mov.u32 %r1, dynamic; st.global.u32 [%d1], %r1; mov.u64 %d2, "
      "dynamic; st.global.u64 [%d1+8], %d2;\n"
      "mov.u32 %r2, fixed; st.global.u32 [%d1+4], %r2; st.shared.u32 [dynamic+252], %r1; "
      "st.shared.u32 [%r1+256], %r1;\n"
      "mov.u32 %r3, %dynamic_smem_size; st.global.u32 [%d1+16], %r3; ret;\n}\n";
  Machine machine(ptx);
  Recorder& events = record(machine, kBadAccess | kCta);
  const auto out = machine.upload(std::vector<std::uint32_t>(8));
  machine.config.dynamic_shared_bytes = 256;
  machine.config.block = {1, 1, 1};
  machine.launch("k", out);
  const auto got = machine.download<std::uint32_t>(out, 5);
  EXPECT_EQ(got, (std::vector<std::uint32_t>{32, 0, 32, 0, 256}));
  EXPECT_EQ(machine.program().static_shared_bytes(*machine.program().kernel("k")), 20U);
  ASSERT_EQ(events.starts.size(), 1U);
  EXPECT_EQ(events.starts[0].shared_bytes, 288U);
  ASSERT_EQ(events.bad.size(), 1U);
  EXPECT_EQ(events.bad[0].access.address[0], 288U);
}

TEST(Local, EveryThreadHasItsOwn) {
  Machine machine(
      with_store(".local .align 8 .b8 depot[64]; mov.u64 %d1, depot; and.b32 %r2, %t, 15; "
                 "mul.wide.u32 %d2, %r2, 4; add.u64 %d3, %d1, %d2;\n"
                 "st.local.u32 [%d3], %t; ld.local.u32 %r1, [%d3]; ld.local.u32 %r3, [depot+60]; "
                 "add.u32 %r1, %r1, %r3;\n"));
  const auto out = run(machine, 64);
  for (std::uint32_t i = 0; i < 64; ++i) EXPECT_EQ(out[i], i % 16 == 15 ? 2 * i : i);
}

TEST(Local, OutOfBoundsIsRefused) {
  Machine machine(
      with_store(".local .align 8 .b8 depot[64]; mov.u64 %d1, depot; mul.wide.u32 %d2, %t, 4; "
                 "add.u64 %d3, %d1, %d2; st.local.u32 [%d3], %t;\n"
                 "ld.local.u32 %r1, [%d3];\n"));
  Recorder& events = record(machine, kBadAccess | kLocalAccess);
  const auto out = run(machine);
  EXPECT_EQ(out[15], 15U);
  EXPECT_EQ(out[16], kRefusedLoad);
  ASSERT_EQ(events.bad.size(), 2U);
  EXPECT_EQ(events.bad[0].access.access.space, ptx::StateSpace::local);
  EXPECT_EQ(events.local.size(), 2U);
}

// Three lanes each in another space, in one instruction.
TEST(Generic, LeadsToEverySpace) {
  Machine machine(with_store(
      ".shared .align 4 .b8 cell[4]; .local .align 4 .b8 mine[4]; mov.u64 %d1, cell; "
      "cvta.shared.u64 %d1, %d1;\n"
      "mov.u64 %d2, mine; cvta.local.u64 %d2, %d2; add.u64 %d3, %out, 124; rem.u32 %r2, %t, 3;\n"
      "setp.eq.u32 %p1, %r2, 0; selp.u64 %d4, %d1, %d2, %p1; setp.eq.u32 %p2, %r2, 2; selp.u64 "
      "%d4, %d3, %d4, %p2;\n"
      "mov.u32 %r3, 77; st.u32 [%d4], %r3; ld.u32 %r1, [%d4]; bar.warp.sync -1; cvta.to.shared.u64 "
      "%d5, %d1; ld.shared.u32 %r4, [%d5]; add.u32 %r1, %r1, %r4;\n"
      "isspacep.shared %p3, %d4; @%p3 add.u32 %r1, %r1, 1000; isspacep.local %p4, %d4; @%p4 "
      "add.u32 %r1, %r1, 2000;\n"
      "isspacep.global %p5, %d4; @%p5 add.u32 %r1, %r1, 3000;\n"));
  Recorder& events = record(machine, kGlobalAccess | kSharedAccess | kLocalAccess | kBadAccess);
  const auto out = run(machine);
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(out[i], 154 + 1000 * (i % 3 + 1)) << i;
  EXPECT_TRUE(events.bad.empty());
  EXPECT_EQ(events.global.size(), 3U);
  EXPECT_EQ(events.shared.size(), 3U);
  EXPECT_EQ(events.local.size(), 2U);
  EXPECT_EQ(events.global[0].access.active, 0x24924924U);
  EXPECT_EQ(events.shared[0].address[0], 0U);
}

TEST(Generic, WildAddressesAreRefused) {
  for (const char* address : {"0", "0xffffffffffffffff", "0xa0000000100", "0xa10ffffffff",
                              "0x7fffffffffffffff", "0xb0000000000"}) {
    Machine machine(with_store(std::string("mov.u64 %d1, ") + address +
                               "; ld.u8 %r1, [%d1]; st.u8 [%d1], %r1;\n"));
    Recorder& events = record(machine, kBadAccess);
    run(machine);
    EXPECT_EQ(events.bad.size(), 2U) << address;
  }
}

}  // namespace
}  // namespace warpgrade::simt
