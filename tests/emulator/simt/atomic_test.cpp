// SPDX-License-Identifier: Apache-2.0
#include "tests/emulator/simt/machine.hpp"
#include "tests/emulator/simt/recorder.hpp"

#include <gtest/gtest.h>

#include <bit>

namespace warpgrade::simt {
namespace {

struct Row {
  const char* operation;  ///< Of atom and red, on %out, with %r1 or %d1 = tid.
  const char* operand;
  std::uint64_t before;
  std::uint64_t after;
  std::uint64_t returned;  ///< To the last lane.
};

// clang-format off
const std::vector<Row> kRows{
    {"add.u32", "%r1", 5, 5 + 496, 5 + 465},
    {"add.s32", "%r1", 5, 5 + 496, 5 + 465},
    {"add.u64", "%d1", 0xffffffff, 0xffffffffULL + 496, 0xffffffffULL + 465},
    {"min.u32", "%r1", 0xffffffff, 0, 0},
    {"min.s32", "%r1", 0xffffffff, 0xffffffff, 0xffffffff},
    {"max.u32", "%r1", 7, 31, 30},
    {"max.s32", "%r1", 0xffffffff, 31, 30},
    {"min.u64", "%d1", 9, 0, 0},
    {"max.s64", "%d1", ~std::uint64_t{0}, 31, 30},
    {"and.b32", "%r1", 0xff, 0, 0},
    {"or.b32", "%r1", 0x100, 0x11f, 0x11f},
    {"xor.b32", "%r1", 0x100, 0x100, 0x11f},
    {"or.b64", "%d1", 0x100, 0x11f, 0x11f},
    {"inc.u32", "10", 0, 10, 9},
    {"dec.u32", "10", 3, 4, 5},
    {"exch.b32", "%r1", 99, 31, 30},
    {"exch.b64", "%d1", 99, 31, 30},
    {"cas.b32", "%r1, %r2", 0, 32, 31},
    {"cas.b64", "%d1, %d2", 0, 32, 31},
};
// clang-format on

bool wide(const Row& row) { return std::string_view(row.operation).ends_with("64"); }

std::string body(const Row& row, const std::string& space, const std::string& address) {
  const std::string reg = wide(row) ? "%d3" : "%r3";
  return "mov.u32 %r1, %t; add.u32 %r2, %t, 1; cvt.u64.u32 %d1, %r1; cvt.u64.u32 %d2, %r2;\n atom" +
         space + "." + row.operation + " " + reg + ", [" + address + "], " + row.operand +
         "; setp.eq.u32 %p1, %t, 31;\n";
}

TEST(Atomic, GlobalAndGeneric) {
  for (const Row& row : kRows) {
    for (const std::string space : {".global", "", ".relaxed.gpu.global"}) {
      Machine machine(kernel_of(body(row, space, "%out") + "@%p1 st.global." +
                                (wide(row) ? "u64 [%out+8], %d3;" : "u32 [%out+8], %r3;")));
      const auto out = machine.upload(std::vector<std::uint64_t>{row.before, 0});
      machine.launch("k", out);
      const auto got = machine.download<std::uint64_t>(out, 2);
      EXPECT_EQ(got[0], row.after) << row.operation << space;
      EXPECT_EQ(got[1], row.returned) << row.operation << space;
    }
  }
}

TEST(Atomic, Shared) {
  for (const Row& row : kRows) {
    const std::string width = wide(row) ? "64" : "32";
    const std::string reg = wide(row) ? "%d" : "%r";
    Machine machine(kernel_of(".shared .align 8 .b8 cell[8]; mov.u32 %r9, cell; ld.global.u" +
                              width + " " + reg + "8, [%out]; st.shared.u" + width + " [%r9], " +
                              reg + "8; bar.sync 0;\n" + body(row, ".shared", "%r9") +
                              "@%p1 st.global.u" + width + " [%out+8], " + reg + "3; ld.shared.u" +
                              width + " " + reg + "8, [%r9]; st.global.u" + width + " [%out], " +
                              reg + "8;\n"));
    const auto out = machine.upload(std::vector<std::uint64_t>{row.before, 0});
    machine.launch("k", out);
    const auto got = machine.download<std::uint64_t>(out, 2);
    EXPECT_EQ(got[0], row.after) << row.operation;
    EXPECT_EQ(got[1], row.returned) << row.operation;
  }
}

TEST(Atomic, FloatsAddInOrderOfLanes) {
  Machine machine(
      kernel_of("cvt.rn.f32.u32 %f1, %t; red.global.add.f32 [%out], %f1; cvt.rn.f64.u32 %g1, %t; "
                "atom.global.add.f64 %g2, [%out+8], %g1;\n"));
  const auto out = machine.upload(std::vector<double>{0, 0.5});
  machine.launch("k", out);
  EXPECT_EQ(machine.download<float>(out, 1)[0], 496.0F);
  EXPECT_EQ(machine.download<double>(out, 2)[1], 496.5);
}

TEST(Atomic, RedGivesNothingBack) {
  Machine machine(
      kernel_of("red.global.add.u32 [%out], 1; red.shared.add.u32 [0], 1; red.global.max.s32 "
                "[%out+4], %t;\n"));
  Recorder& events = record(machine, kGlobalAccess | kBadAccess);
  const auto out = machine.upload(std::vector<std::uint32_t>{0, 0});
  machine.launch("k", out);
  EXPECT_EQ(machine.download<std::uint32_t>(out, 2), (std::vector<std::uint32_t>{32, 31}));
  ASSERT_EQ(events.global.size(), 2U);
  EXPECT_EQ(events.global[0].access.kind, AccessKind::atomic);
  EXPECT_EQ(events.bad.size(), 1U);  // There is no shared memory.
}

TEST(Atomic, ManyCtasAddUpOnAnyNumberOfThreads) {
  for (const unsigned threads : {1U, 2U, 8U}) {
    Machine machine(
        kernel_of("mov.u32 %r1, 0;\nLOOP: red.global.add.u32 [%out], 1; add.u32 %r1, %r1, 1; "
                  "setp.lt.u32 %p1, %r1, 20; @%p1 bra LOOP;\n"));
    machine.config.grid = {500, 1, 1};
    machine.config.block = {128, 1, 1};
    machine.config.threads = threads;
    const auto out = machine.upload(std::vector<std::uint32_t>{0});
    const auto result = machine.launch("k", out);
    EXPECT_EQ(machine.download<std::uint32_t>(out, 1)[0], 500U * 128 * 20);
    ASSERT_EQ(result.touched.size(), 1U);
    EXPECT_EQ(result.touched[0].words_read, 1U);
    EXPECT_EQ(result.touched[0].words_written, 1U);
  }
}

}  // namespace
}  // namespace warpgrade::simt
