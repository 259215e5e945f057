// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/ptx/module.hpp"
#include "tests/emulator/ptx/support.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace warpgrade::ptx {
namespace {

using Kind = Operand::Kind;

const Function& named(const Module& module, std::string_view part) {
  const auto found = std::ranges::find_if(module.functions, [&](const Function& function) {
    return function.name.find(part) != std::string::npos;
  });
  EXPECT_NE(found, module.functions.end()) << part;
  return *found;
}

TEST(Branches, GoToThePositionOfTheirLabel) {
  const auto function = kernel("L1: bra.uni L2; add.s32 %r1, %r1, 1; L2: @!%p1 bra L1; ret;");
  ASSERT_EQ(function.instructions.size(), 4U);
  EXPECT_TRUE(function.instructions[0].uniform);
  EXPECT_EQ(function.instructions[0].operands[0].kind, Kind::label);
  EXPECT_EQ(function.instructions[0].operands[0].index, 2U);
  EXPECT_EQ(function.instructions[2].operands[0].index, 0U);
  EXPECT_TRUE(function.instructions[2].guarded);
  EXPECT_TRUE(function.instructions[2].guard_negated);
  EXPECT_EQ(function.registers.at(function.instructions[2].guard).name, "%p1");
  EXPECT_EQ(function.instructions[2].text, "bra L1;");
}

// Inline assembly of loops repeats the names of its labels.
TEST(Branches, LabelsOfABlockHideThoseOutside) {
  const auto function =
      kernel("L: { bra L; ret; L: ret; } { bra L; L: ret; } { bra M; } M: bra L;");
  EXPECT_EQ(function.instructions[0].operands[0].index, 2U);
  EXPECT_EQ(function.instructions[3].operands[0].index, 4U);
  EXPECT_EQ(function.instructions[5].operands[0].index, 6U);
  EXPECT_EQ(function.instructions[6].operands[0].index, 0U);
}

TEST(Branches, NeverLeadPastTheEnd) {
  const auto function = kernel("bra L; L:");
  ASSERT_EQ(function.instructions.size(), 2U);
  EXPECT_EQ(function.instructions[0].operands[0].index, 1U);
  EXPECT_EQ(function.instructions[1].opcode, Opcode::ret);
  EXPECT_TRUE(function.instructions[1].text.empty());
  EXPECT_EQ(kernel("@%p1 ret;").instructions.size(), 2U);
  EXPECT_EQ(kernel("ret;").instructions.size(), 1U);
  EXPECT_EQ(kernel("").instructions.size(), 1U);
}

TEST(Branches, ByIndexHaveAListOfLabels) {
  const auto function = kernel("T: .branchtargets A, B, A; brx.idx %r1, T; A: ret; B: trap;");
  const auto& list = function.instructions[0].operands[1];
  EXPECT_EQ(list.kind, Kind::targets);
  ASSERT_EQ(list.elements.size(), 3U);
  EXPECT_EQ(list.elements[0].index, 1U);
  EXPECT_EQ(list.elements[1].index, 2U);
  EXPECT_EQ(list.elements[2].index, 1U);
}

TEST(Calls, AreReadAsNvccEmitsThem) {
  const auto module = parse(read_data("calls.ptx"));
  const auto& function = named(module, "_Z5callsPi4Pairc");
  const auto is_call = [](const Instruction& i) { return i.opcode == Opcode::call; };
  const auto& list = function.instructions;
  const auto indirect = std::ranges::find_if(list, is_call);
  ASSERT_NE(indirect, list.end());
  ASSERT_EQ(indirect->operands.size(), 4U);
  EXPECT_EQ(indirect->operands[0].elements.size(), 1U);
  EXPECT_EQ(indirect->operands[1].kind, Kind::reg);
  EXPECT_EQ(indirect->operands[3].kind, Kind::prototype);
  EXPECT_EQ(function.prototypes.at(indirect->operands[3].index).parameters.size(), 1U);
  EXPECT_EQ(indirect->text, "call (retval0), %rd7, ( param0 ) , prototype_0;");
  const auto direct = std::find_if(indirect + 1, list.end(), is_call);
  EXPECT_EQ(direct->operands[1].kind, Kind::function);
  EXPECT_EQ(module.functions.at(direct->operands[1].index).name, "_Z7swapped4Pair");
  EXPECT_EQ(direct->operands[3].kind, Kind::none);
  const auto print = std::find_if(direct + 1, list.end(), is_call);
  const auto& callee = module.functions.at(print->operands[1].index);
  EXPECT_EQ(callee.name, "vprintf");
  EXPECT_FALSE(callee.is_defined);
  EXPECT_EQ(print->operands[2].elements.size(), 2U);
}

// Every call sequence has a param0 of its own.
TEST(Calls, ScopedParametersAreDistinctVariables) {
  const auto module = parse(read_data("calls.ptx"));
  const auto& variables = named(module, "_Z5callsPi4Pairc").variables;
  std::vector<std::uint64_t> sizes;
  for (const auto& variable : variables) {
    if (variable.name == "param0") sizes.push_back(variable.bytes);
  }
  EXPECT_EQ(sizes, (std::vector<std::uint64_t>{4, 16, 8}));
  EXPECT_EQ(variables.front().space, StateSpace::local);
  EXPECT_EQ(variables.front().alignment, 16U);
}

TEST(Calls, WithoutParametersOrResults) {
  const std::string declared = ".func f () ; .func (.param .b32 r) g2 ;";
  const auto text = [&](const std::string& body) {
    auto whole = kernel_text(body);
    return whole.insert(whole.find(".visible"), declared + "\n");
  };
  const auto module = parse(text("call.uni f, (); call f; .param .b32 x; call (x), g2;"));
  const auto& calls = module.functions.back().instructions;
  EXPECT_TRUE(calls[0].operands[2].elements.empty());
  EXPECT_TRUE(calls[1].operands[0].elements.empty());
  EXPECT_EQ(calls[2].operands[0].elements.size(), 1U);
  for (const auto* bad :
       {"call g2;", ".param .b32 x; call f, (x);", ".param .b64 x; call (x), g2;", "call %rd1, ();",
        "call %r1, ();", "call k, ();", "call g, ();", "call f, (), f;", "call nothing;"}) {
    EXPECT_THROW(parse(text(bad)), PtxError) << bad;
  }
}

TEST(ControlFlow, RefusesUnknownAndRepeatedLabels) {
  for (const auto* bad :
       {"bra nowhere;", "{ M: ret; } bra M;", "L: L: ret;", "bra %r1;",
        "bra L+4; L:", "brx.idx %r1, nothing;", "T: .branchtargets A; brx.idx %r1, T;",
        "T: .branchtargets A; mov.u32 %r1, T; A:", "bra g;"}) {
    const auto error = error_of(kernel_text(bad));
    EXPECT_EQ(error.kind(), PtxError::Kind::malformed) << bad;
  }
}

}  // namespace
}  // namespace warpgrade::ptx
