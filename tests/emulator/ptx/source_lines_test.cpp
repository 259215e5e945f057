// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/ptx/module.hpp"
#include "tests/emulator/ptx/support.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpgrade::ptx {
namespace {

const Instruction& first(const Function& function, Opcode opcode) {
  const auto found = std::ranges::find(function.instructions, opcode, &Instruction::opcode);
  EXPECT_NE(found, function.instructions.end());
  return *found;
}

TEST(SourceLines, AreThoseOfTheLastLoc) {
  const auto function = kernel("add.s32 %r1, %r1, 1;\n.loc 3 17 5\nadd.s32 %r1, %r1, 1;\n\nret;");
  EXPECT_EQ(function.instructions[0].where.line, 0U);
  EXPECT_EQ(function.instructions[0].where.ptx_line, 10U);
  EXPECT_EQ(function.instructions[1].where.file, 3U);
  EXPECT_EQ(function.instructions[1].where.line, 17U);
  EXPECT_EQ(function.instructions[1].where.inner_line, 17U);
  EXPECT_EQ(function.instructions[2].where.line, 17U);
  EXPECT_EQ(function.instructions[2].where.ptx_line, 14U);
}

// data/inlined.cu: twice() in plus_one() in the kernel, and __shfl_xor_sync of a header.
TEST(SourceLines, OfInlinedCodeAreTheOutermostCallSite) {
  const auto module = parse(read_data("inlined.ptx"));
  const auto& function = module.functions.at(0);
  const auto& shuffle = first(function, Opcode::shfl).where;
  EXPECT_EQ(module.files.at(shuffle.file), "inlined.cu");
  EXPECT_EQ(shuffle.line, 9U);
  EXPECT_EQ(module.files.at(shuffle.inner_file), "include/sm_30_intrinsics.hpp");
  EXPECT_EQ(shuffle.inner_line, 449U);
  const auto is_float_add = [](const Instruction& i) {
    return i.opcode == Opcode::add && i.type == Type::f32;
  };
  const auto twice = std::ranges::find_if(function.instructions, is_float_add);
  EXPECT_EQ(twice->where.line, 8U);
  EXPECT_EQ(twice->where.inner_line, 2U);
  const auto plus_one = std::find_if(twice + 1, function.instructions.end(), is_float_add);
  EXPECT_EQ(plus_one->where.line, 8U);
  EXPECT_EQ(plus_one->where.inner_line, 5U);
  EXPECT_EQ(function.instructions.back().where.line, 10U);
}

TEST(SourceLines, DoNotLeakIntoTheNextFunction) {
  const auto module = parse(
      ".version 9.0\n.target sm_75\n.entry a () { .loc 1 5 1, function_name $L, inlined_at 1 9 1\n"
      "ret; }\n.entry b () { trap; .loc 1 6 1, function_name $L+8, inlined_at 1 5 1\n ret; }");
  EXPECT_EQ(module.functions[0].instructions[0].where.line, 9U);
  EXPECT_EQ(module.functions[1].instructions[0].where.line, 0U);
  EXPECT_EQ(module.functions[1].instructions[1].where.line, 5U);
}

TEST(SourceLines, FilesMayHaveTimesAndSizes) {
  const auto module = parse(".version 9.0\n.target sm_75\n.file 2 \"b.cu\", 1700000000, 123\n");
  ASSERT_EQ(module.files.size(), 3U);
  EXPECT_EQ(module.files[1], "");
  EXPECT_EQ(module.files[2], "b.cu");
}

TEST(SourceLines, RefusesNonsense) {
  for (const auto* bad : {".loc 1", ".loc a 1 2", ".loc 1 99999999999 1",
                          ".loc 1 2 3, inlined_at 1", ".file 99999999 \"x\"", ".file 1 x"}) {
    EXPECT_EQ(error_of(kernel_text(bad)).kind(), PtxError::Kind::malformed) << bad;
  }
}

}  // namespace
}  // namespace warpgrade::ptx
