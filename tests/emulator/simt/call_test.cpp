// SPDX-License-Identifier: Apache-2.0
// Device functions, printf, assert.
#include "tests/emulator/simt/machine.hpp"

#include <gtest/gtest.h>

#include <bit>

namespace warpgrade::simt {
namespace {

constexpr std::string_view kHead = ".version 8.0\n.target sm_75\n.address_size 64\n";
constexpr std::string_view kStart =
    ".visible .entry k(.param .u64 p)\n{\n.reg .pred %p<4>; .reg .b32 %t, %r<16>; .reg .b64 "
    "%d<16>; .reg .f32 %f<8>;\n"
    "ld.param.u64 %d1, [p]; mov.u32 %t, %tid.x; mul.wide.u32 %d2, %t, 4; add.u64 %d3, %d1, %d2;\n";
constexpr std::string_view kStore = "st.global.u32 [%d3], %r1; ret;\n}\n";

/// n * factorial-like recursion: f(0) = 1, f(n) = n * f(n - 1).
constexpr std::string_view kFactorial = R"(
.func (.param .b32 result) factorial(.param .b32 n)
{
  .reg .pred %p; .reg .b32 %r<8>;
  ld.param.u32 %r1, [n];
  setp.eq.u32 %p, %r1, 0;
  mov.u32 %r4, 1;
  @%p bra DONE;
  sub.u32 %r2, %r1, 1;
  {
    .param .b32 argument;
    st.param.b32 [argument+0], %r2;
    .param .b32 value;
    call.uni (value), factorial, (argument);
    ld.param.b32 %r3, [value+0];
  }
  mul.lo.u32 %r4, %r1, %r3;
DONE:
  st.param.b32 [result+0], %r4;
  ret;
}
)";

std::vector<std::uint32_t> run(const std::string& ptx, std::uint32_t threads = 32) {
  Machine machine(ptx);
  const auto out = machine.upload(std::vector<std::uint32_t>(threads, 7777));
  machine.config.block = {threads, 1, 1};
  EXPECT_EQ(machine.launch("k", out).end, LaunchEnd::completed);
  return machine.download<std::uint32_t>(out, threads);
}

TEST(Call, RecursesAsDeepAsEachLaneAsks) {
  const auto out = run(std::string(kHead) + std::string(kFactorial) + std::string(kStart) +
                       "and.b32 %r2, %t, 7; { .param .b32 a; st.param.b32 [a+0], %r2; .param .b32 "
                       "v; call.uni (v), factorial, (a); "
                       "ld.param.b32 %r1, [v+0]; }\n" +
                       std::string(kStore));
  const std::uint32_t factorials[] = {1, 1, 2, 6, 24, 120, 720, 5040};
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(out[i], factorials[i % 8]);
}

TEST(Call, EndlessRecursionIsATrap) {
  Machine machine(std::string(kHead) + ".func f()\n{\ncall.uni f;\nret;\n}\n" +
                  std::string(kStart) + "call.uni f;\n" + std::string(kStore));
  const auto result = machine.launch("k", machine.upload(std::vector<std::uint32_t>(32)));
  EXPECT_EQ(result.end, LaunchEnd::trap);
  EXPECT_NE(result.text.find("stack"), std::string::npos);
}

TEST(Call, PassesStructuresAndNarrowValues) {
  const auto out =
      run(std::string(kHead) +
          ".func (.param .b64 r) f(.param .align 8 .b8 s[16], .param .b32 c)\n{\n.reg .b32 %r<4>; "
          ".reg .b64 %d<4>;\n"
          "ld.param.u32 %r1, [s+4]; ld.param.u64 %d1, [s+8]; ld.param.s8 %r2, [c+0]; cvt.s64.s32 "
          "%d2, %r2; add.u64 %d1, %d1, %d2; cvt.u64.u32 %d3, %r1;\n"
          "add.u64 %d1, %d1, %d3; st.param.b64 [r+0], %d1; ret;\n}\n" +
          std::string(kStart) +
          "{ .param .align 8 .b8 a[16]; .param .b32 b; .param .b64 v; st.param.v2.b32 [a+0], {1, "
          "%t}; st.param.b64 [a+8], 1000; st.param.b32 [b+0], 0xff;\n"
          "call.uni (v), f, (a, b); ld.param.b64 %d4, [v+0]; cvt.u32.u64 %r1, %d4; }\n" +
          std::string(kStore));
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(out[i], 999 + i);
}

TEST(Call, IndirectCallsGoWhereEachLaneSays) {
  const auto out = run(std::string(kHead) +
                       ".func (.param .b32 r) one()\n{\nst.param.b32 [r+0], 1; ret;\n}\n.func "
                       "(.param .b32 r) two()\n{\nst.param.b32 [r+0], 2; ret;\n}\n"
                       ".global .align 8 .u64 table[2] = {one, two};\n" +
                       std::string(kStart) +
                       "and.b32 %r2, %t, 1; mul.wide.u32 %d4, %r2, 8; mov.u64 %d5, table; add.u64 "
                       "%d5, %d5, %d4; ld.global.u64 %d6, [%d5];\n"
                       "{ .param .b32 v; proto: .callprototype (.param .b32 _) _ (); call (v), "
                       "%d6, (), proto; ld.param.b32 %r1, [v+0]; }\n" +
                       std::string(kStore));
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(out[i], 1 + i % 2);
}

TEST(Call, AWildFunctionAddressIsATrap) {
  for (const char* address :
       {"0", "12345", "0xa2000000000", "0xa2000000010", "0xa2000000008", "0xffffffffffffffff"}) {
    Machine machine(std::string(kHead) + std::string(kStart) + "mov.u64 %d6, " + address +
                    "; { .param .b32 v; proto: .callprototype (.param .b32 _) _ (); call (v), %d6, "
                    "(), proto; ld.param.b32 %r1, [v+0]; }\n" +
                    std::string(kStore));
    EXPECT_EQ(machine.launch("k", machine.upload(std::vector<std::uint32_t>(32))).end,
              LaunchEnd::trap)
        << address;
  }
}

TEST(Call, LocalMemoryOfCallersAndCalleesIsApart) {
  const auto out = run(
      std::string(kHead) +
      ".func (.param .b32 r) f(.param .b64 a)\n{\n.reg .b32 %r<4>; .reg .b64 %d<4>; .local .align "
      "4 .b8 mine[4];\n"
      "ld.param.u64 %d1, [a]; st.local.u32 [mine], 5; mov.u64 %d2, mine; cvta.local.u64 %d2, %d2; "
      "ld.u32 %r1, [%d1]; ld.u32 %r2, [%d2]; mad.lo.u32 %r1, %r1, 10, %r2;\n"
      "st.param.b32 [r+0], %r1; ret;\n}\n" +
      std::string(kStart) +
      ".local .align 4 .b8 own[4]; mov.u64 %d5, own; cvta.local.u64 %d5, %d5; st.u32 [%d5], %t;\n"
      "{ .param .b64 a; st.param.b64 [a+0], %d5; .param .b32 v; call.uni (v), f, (a); ld.param.b32 "
      "%r1, [v+0]; }\n" +
      std::string(kStore));
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(out[i], 10 * i + 5);
}

TEST(Call, BarriersWorkInsideFunctions) {
  const auto out =
      run(std::string(kHead) +
              ".shared .align 4 .b8 cell[4];\n.func f()\n{\n.reg .b32 %r;\nmov.u32 %r, cell; "
              "st.shared.u32 [%r], 3; bar.sync 0; ret;\n}\n" +
              std::string(kStart) + "call.uni f; mov.u32 %r2, cell; ld.shared.u32 %r1, [%r2];\n" +
              std::string(kStore),
          96);
  EXPECT_EQ(out, std::vector<std::uint32_t>(96, 3));
}

std::string printing(const std::string& format, const std::string& stores) {
  std::string bytes;
  for (const char c : format) bytes += std::to_string(static_cast<int>(c)) + ", ";
  return std::string(kHead) +
         ".extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);\n.global .align 1 "
         ".b8 text[" +
         std::to_string(format.size() + 1) + "] = {" + bytes + "0};\n" + std::string(kStart) +
         ".local .align 8 .b8 arguments[32]; .reg .b64 %SP; mov.u64 %d5, arguments; cvta.local.u64 "
         "%d6, %d5; mov.u64 %d7, text; cvta.global.u64 %d7, %d7;\n" +
         stores +
         "{ .param .b64 a; st.param.b64 [a+0], %d7; .param .b64 b; st.param.b64 [b+0], %d6; .param "
         ".b32 v; call.uni (v), vprintf, (a, b); "
         "ld.param.b32 %r1, [v+0]; }\n" +
         std::string(kStore);
}

TEST(Print, FormatsWhatKernelsPrint) {
  Machine machine(printing("%d %5.2f|%s%%\n",
                           "st.local.u32 [%d5], %t; st.local.u64 [%d5+8], 0x3ff8000000000000; "
                           "st.local.u64 [%d5+16], %d7;\n"));
  machine.config.block = {2, 1, 1};
  const auto result = machine.launch("k", machine.upload(std::vector<std::uint32_t>(2)));
  EXPECT_EQ(result.printed, "0  1.50|%d %5.2f|%s%%\n%\n1  1.50|%d %5.2f|%s%%\n%\n");
}

TEST(Print, CharactersAreOneEach) {
  Machine machine(printing("%c|%3c|%-3c|\n",
                           "mov.u32 %r5, 120; st.local.u32 [%d5], %r5; st.local.u32 [%d5+4], %r5; "
                           "st.local.u32 [%d5+8], %r5;\n"));
  machine.config.block = {1, 1, 1};
  EXPECT_EQ(machine.launch("k", machine.upload(std::vector<std::uint32_t>(1))).printed,
            "x|  x|x  |\n");
}

TEST(Print, KeepsTheOrderOfCtasOnAnyNumberOfThreads) {
  const auto ptx = printing("%u\n", "mov.u32 %r5, %ctaid.x; st.local.u32 [%d5], %r5;\n");
  std::string expected;
  for (int i = 0; i < 300; ++i) expected += std::to_string(i) + "\n";
  for (const unsigned threads : {1U, 4U}) {
    Machine machine(ptx);
    machine.config.block = {1, 1, 1};
    machine.config.grid = {300, 1, 1};
    machine.config.threads = threads;
    EXPECT_EQ(machine.launch("k", machine.upload(std::vector<std::uint32_t>(1))).printed, expected);
  }
}

TEST(Print, IsCapped) {
  Machine machine(printing(std::string(900, 'x'), ""));
  machine.config.block = {32, 1, 1};
  machine.config.grid = {100, 1, 1};
  EXPECT_EQ(machine.launch("k", machine.upload(std::vector<std::uint32_t>(32))).printed,
            std::string(1 << 20, 'x'));
}

TEST(Print, HostileFormatsDoNoHarm) {
  for (const char* format : {"%n", "%s", "%", "%99999999d", "%*d", "%.*f", "%hhd%lld%zu", "%5",
                             "%ls", "%k", "%-+ #0123456789.123456789d"}) {
    Machine machine(printing(format, "st.local.u64 [%d5], -1; st.local.u64 [%d5+8], -1;\n"));
    machine.config.block = {1, 1, 1};
    EXPECT_EQ(machine.launch("k", machine.upload(std::vector<std::uint32_t>(1))).end,
              LaunchEnd::completed)
        << format;
  }
}

TEST(Assert, EndsTheLaunchWithItsMessage) {
  Machine machine(std::string(kHead) +
                  ".extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param "
                  ".b64 d, .param .b64 e);\n"
                  ".global .align 1 .b8 what[4] = {120, 62, 48, 0};\n.global .align 1 .b8 file[5] "
                  "= {97, 46, 99, 117, 0};\n"
                  ".global .align 1 .b8 who[5] = {107, 40, 41, 0};\n" +
                  std::string(kStart) +
                  "setp.ne.u32 %p1, %t, 7; @%p1 bra FINE; mov.u64 %d4, what; mov.u64 %d5, file; "
                  "mov.u64 %d6, who;\n"
                  "{ .param .b64 a; st.param.b64 [a+0], %d4; .param .b64 b; st.param.b64 [b+0], "
                  "%d5; .param .b32 c; st.param.b32 [c+0], 17; .param .b64 d; "
                  "st.param.b64 [d+0], %d6; .param .b64 e; st.param.b64 [e+0], 1; call.uni "
                  "__assertfail, (a, b, c, d, e); }\nFINE:\n" +
                  std::string(kStore));
  const auto result = machine.launch("k", machine.upload(std::vector<std::uint32_t>(32)));
  EXPECT_EQ(result.end, LaunchEnd::assertion);
  EXPECT_EQ(result.thread, 7U);
  EXPECT_EQ(result.text, "a.cu:17: k(): Assertion `x>0` failed.");
}

}  // namespace
}  // namespace warpgrade::simt
