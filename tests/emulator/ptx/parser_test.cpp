// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/ptx/parser.hpp"

#include "tests/emulator/ptx/support.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpgrade::ptx {
namespace {

TEST(Parser, ReadsThePaddedTransposeOfTheLesson) {
  const auto module = parse(read_data("padded.ptx"));
  EXPECT_EQ(module.version_major, 9U);
  EXPECT_EQ(module.version_minor, 0U);
  EXPECT_EQ(module.target, 75U);
  ASSERT_EQ(module.functions.size(), 1U);
  const auto& kernel = module.functions.front();
  EXPECT_EQ(kernel.name, "_Z6paddedPKfPfmm");
  EXPECT_TRUE(kernel.is_entry);
  EXPECT_TRUE(kernel.is_defined);
  ASSERT_EQ(kernel.parameters.size(), 4U);
  EXPECT_EQ(kernel.parameters[3].offset, 24U);
  EXPECT_EQ(kernel.parameter_bytes, 32U);
  ASSERT_EQ(kernel.variables.size(), 1U);
  EXPECT_EQ(kernel.variables[0].bytes, 4224U);
  EXPECT_EQ(kernel.variables[0].space, StateSpace::shared);
  const auto barriers = std::ranges::count(kernel.instructions, Opcode::bar, &Instruction::opcode);
  EXPECT_EQ(barriers, 1);
  ASSERT_EQ(module.files.size(), 2U);
  EXPECT_EQ(module.files[1], "padded.cu");
}

}  // namespace
}  // namespace warpgrade::ptx
