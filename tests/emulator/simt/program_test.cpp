// SPDX-License-Identifier: Apache-2.0
// Modules: what is refused and how it is said, variables, shared memory of kernels.
#include "tests/emulator/simt/machine.hpp"

#include <gtest/gtest.h>

namespace warpgrade::simt {
namespace {

constexpr std::string_view kHead = ".version 8.0\n.target sm_75\n.address_size 64\n";

TEST(Program, NamesAnInstructionThatItLacks) {
  const std::string ptx = std::string(kHead) +
                          ".file 1 \"kernel.cu\"\n.visible .entry k()\n{\n.reg .b32 %r<4>; .reg "
                          ".b64 %d<4>;\n.loc 1 12 3\nmov.u32 %r1, 1;\n.loc 1 13 5\n"
                          "cvta.param.u64 %d2, %d1;\nret;\n}\n";
  GlobalMemory memory(1 << 20);
  try {
    const Program program(ptx::parse(ptx), memory);
    FAIL() << "was not refused";
  } catch (const ptx::PtxError& error) {
    EXPECT_EQ(error.kind(), ptx::PtxError::Kind::unsupported);
    EXPECT_NE(std::string(error.what()).find("cvta.param.u64"), std::string::npos);
    EXPECT_EQ(error.where().line, 13U);
    EXPECT_EQ(error.where().ptx_line, 11U);
    EXPECT_EQ(error.file(), "kernel.cu");
  }
}

TEST(Program, ARefusedModuleLeavesNoVariablesBehind) {
  const std::string ptx = std::string(kHead) +
                          ".global .align 4 .b8 table[1000];\n.visible .entry k()\n{\n.reg .b64 "
                          "%d<4>;\n"
                          "cvta.param.u64 %d2, %d1;\nret;\n}\n";
  GlobalMemory memory(1 << 20);
  EXPECT_THROW(Program(ptx::parse(ptx), memory), ptx::PtxError);
  EXPECT_EQ(memory.used_bytes(), 0U);
}

TEST(Program, PlacesAndInitialisesVariables) {
  Machine machine(std::string(kHead) +
                  ".global .align 4 .u32 zeros[4];\n.global .align 4 .u32 some[3] = {1, "
                  "2};\n.const .align 8 .f64 fixed = 0d3FF8000000000000;\n"
                  ".global .align 8 .u64 pointer = some+4;\n.visible .entry k(.param .u64 "
                  "p)\n{\n.reg .b64 %d<8>; .reg .b32 %r<4>; .reg .f64 %g<2>;\n"
                  "ld.param.u64 %d1, [p]; ld.global.u64 %d2, [pointer]; ld.global.u32 %r1, [%d2]; "
                  "st.global.u32 [%d1], %r1; ld.const.f64 %g1, [fixed];\n"
                  "st.global.f64 [%d1+8], %g1; st.global.u32 [zeros+8], 5; ret;\n}\n");
  const auto zeros = machine.program().variable("zeros");
  ASSERT_TRUE(zeros);
  EXPECT_EQ(zeros->bytes, 16U);
  EXPECT_EQ(machine.download<std::uint32_t>(zeros->base, 4), std::vector<std::uint32_t>(4, 0));
  EXPECT_EQ(machine.download<std::uint32_t>(machine.program().variable("some")->base, 3),
            (std::vector<std::uint32_t>{1, 2, 0}));
  const auto out = machine.upload(std::vector<std::uint32_t>(4, 0));
  machine.launch("k", out);
  EXPECT_EQ(machine.download<std::uint32_t>(out, 4),
            (std::vector<std::uint32_t>{2, 0, 0, 0x3ff80000}));
  EXPECT_EQ(machine.download<std::uint32_t>(zeros->base, 4),
            (std::vector<std::uint32_t>{0, 0, 5, 0}));
  EXPECT_FALSE(machine.program().variable("k"));
  EXPECT_FALSE(machine.program().variable("nothing"));
}

TEST(Program, GivesItsVariablesBack) {
  GlobalMemory memory(1 << 20);
  {
    const Program program(ptx::parse(std::string(kHead) + ".global .align 4 .b8 table[1000];\n"),
                          memory);
    EXPECT_EQ(memory.used_bytes(), 1000U);
  }
  EXPECT_EQ(memory.used_bytes(), 0U);
}

TEST(Program, CountsTheSharedMemoryThatAKernelUses) {
  GlobalMemory memory(1 << 20);
  const Program program(
      ptx::parse(
          std::string(kHead) +
          ".shared .align 4 .b8 common[100];\n.shared .align 8 .b8 other[40];\n.extern .shared "
          ".align 16 .b8 dynamic[];\n"
          ".func f()\n{\n.reg .b32 %r;\nmov.u32 %r, common; st.shared.u32 [%r], 1; ret;\n}\n"
          ".visible .entry plain()\n{\nret;\n}\n"
          ".visible .entry own()\n{\n.shared .align 4 .b8 a[6];\n.shared .align 8 .b8 "
          "b[8];\nret;\n}\n"
          ".visible .entry module_level()\n{\n.reg .b32 %r;\nmov.u32 %r, other; ret;\n}\n"
          ".visible .entry calling()\n{\n.shared .align 4 .b8 a[4];\ncall f; ret;\n}\n"
          ".visible .entry dynamic_only()\n{\n.reg .b32 %r;\nmov.u32 %r, dynamic; ret;\n}\n"),
      memory);
  const auto bytes = [&](std::string_view name) {
    return program.static_shared_bytes(*program.kernel(name));
  };
  EXPECT_EQ(bytes("plain"), 0U);
  EXPECT_EQ(bytes("own"), 16U);
  EXPECT_EQ(bytes("module_level"), 40U);
  EXPECT_EQ(bytes("calling"), 104U);
  EXPECT_EQ(bytes("dynamic_only"), 0U);
}

TEST(Program, FindsKernelsOnly) {
  GlobalMemory memory(1 << 20);
  const Program program(
      ptx::parse(
          std::string(kHead) +
          ".func f()\n{\nret;\n}\n.visible .entry k()\n{\n.local .align 4 .b8 a[20];\nret;\n}\n"),
      memory);
  ASSERT_NE(program.kernel("k"), nullptr);
  EXPECT_EQ(program.kernel("k")->name, "k");
  EXPECT_EQ(program.kernel("f"), nullptr);
  EXPECT_EQ(program.kernel("g"), nullptr);
  EXPECT_EQ(program.local_bytes(*program.kernel("k")), 32U);
}

TEST(Program, RefusesCallsWithoutABody) {
  GlobalMemory memory(1 << 20);
  EXPECT_THROW(
      Program(
          ptx::parse(std::string(kHead) +
                     ".extern .func mystery();\n.visible .entry k()\n{\ncall mystery; ret;\n}\n"),
          memory),
      ptx::PtxError);
}

TEST(Program, RefusesVariablesBeyondTheMemory) {
  GlobalMemory memory(1000);
  EXPECT_THROW(
      Program(ptx::parse(std::string(kHead) + ".global .align 4 .b8 table[2000];\n"), memory),
      std::bad_alloc);
}

}  // namespace
}  // namespace warpgrade::simt
