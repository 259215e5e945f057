// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/ptx/grammar.hpp"

#include "harness/emulator/ptx/names.hpp"
#include "tests/emulator/ptx/support.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

namespace warpgrade::ptx {
namespace {

struct Matched {
  Match match;
  Instruction instruction;
};

/// Matches "add.s32".
Matched match(const std::string& spelling) {
  std::vector<std::string> parts;
  std::istringstream in{spelling};
  for (std::string part; std::getline(in, part, '.');) parts.push_back(part);
  const std::vector<std::string_view> words(parts.begin() + 1, parts.end());
  Matched result;
  result.match = match_opcode(parts.front(), words, result.instruction);
  return result;
}

// The coverage list: what nvcc 13.0 emitted for compute_75 to 100 (reductions, scans, histograms,
// matmul, stencils, transposes, math.h in three precisions, cooperative groups, cuda::atomic,
// cuda::barrier, calls, asynchronous copies; with and without -G), and the forms that users'
// kernels were seen to need.
TEST(Grammar, HasARowForEveryFormThatNvccEmitted) {
  std::istringstream forms{read_data("forms.txt")};
  int count = 0;
  for (std::string form; std::getline(forms, form); ++count) {
    EXPECT_NE(match(form).match.form, nullptr) << form;
  }
  EXPECT_GT(count, 700);
}

TEST(Grammar, EveryRowHasANameAndReadsItsOperands) {
  for (const auto rows : opcode_rows()) {
    for (const auto& row : rows) {
      EXPECT_EQ(read_operand_specs(row.operands).empty(), row.operands.empty()) << row.operands;
      EXPECT_EQ(opcode_name(row.opcode).empty(), false);
    }
  }
}

/// The words of one row, one of each slot: what a plain row accepts must be accepted, whichever
/// slots are left out.
TEST(Grammar, EveryAlternativeOfEveryRowIsAccepted) {
  for (const auto rows : opcode_rows()) {
    for (const auto& row : rows) {
      std::string spelling{row.name};
      auto rest = row.modifiers;
      bool plain = true;  // No class: those have tests of their own.
      while (!rest.empty()) {
        const bool optional = rest.starts_with('{');
        rest.remove_prefix(optional ? 2 : 1);
        const auto end = std::min(rest.find_first_of(".{}"), rest.size());
        auto last = rest.substr(0, end);
        last.remove_prefix(last.rfind('|') == std::string_view::npos ? 0 : last.rfind('|') + 1);
        if (last.starts_with('=')) last.remove_prefix(1);
        for (const auto& modifiers : modifier_classes()) plain &= modifiers.name != last;
        if (!optional) spelling += "." + std::string{last};
        rest.remove_prefix(std::min(end + (optional ? 1 : 0), rest.size()));
      }
      EXPECT_TRUE(!plain || match(spelling).match.form != nullptr) << spelling;
    }
  }
}

TEST(Grammar, SetsWhatTheModifiersSay) {
  const auto load = match("ld.acquire.gpu.global.v2.f32").instruction;
  EXPECT_EQ(load.opcode, Opcode::ld);
  EXPECT_EQ(load.ordering, Ordering::acquire);
  EXPECT_EQ(load.scope, Scope::gpu);
  EXPECT_EQ(load.space, StateSpace::global);
  EXPECT_EQ(load.vector, 2);
  EXPECT_EQ(load.type, Type::f32);
  const auto convert = match("cvt.rni.ftz.sat.s32.f32").instruction;
  EXPECT_EQ(convert.rounding, Rounding::rni);
  EXPECT_TRUE(convert.ftz);
  EXPECT_TRUE(convert.sat);
  EXPECT_EQ(convert.type, Type::s32);
  EXPECT_EQ(convert.source_type, Type::f32);
  const auto compare = match("setp.lo.and.u32").instruction;
  EXPECT_EQ(compare.compare, Compare::lo);
  EXPECT_EQ(compare.operation, Operation::and_);
  EXPECT_EQ(compare.part, Part::none);
  const auto multiply = match("mad.hi.cc.u32").instruction;
  EXPECT_EQ(multiply.part, Part::hi);
  EXPECT_TRUE(multiply.carry_out);
  const auto copy = match("cp.async.cg.shared.global").instruction;
  EXPECT_EQ(copy.space, StateSpace::shared);
  EXPECT_EQ(copy.source_space, StateSpace::global);
  EXPECT_TRUE(copy.zero_or_bypass);
  EXPECT_FALSE(match("cp.async.ca.shared.global").instruction.zero_or_bypass);
  EXPECT_EQ(match("ld.u32").instruction.space, StateSpace::generic);
  EXPECT_EQ(match("ld.const.u32").instruction.space, StateSpace::constant);
  EXPECT_EQ(match("membar.gl").instruction.scope, Scope::gpu);
  EXPECT_EQ(match("shf.r.clamp.b32").instruction.mode, Mode::right);
  EXPECT_FALSE(match("shf.r.clamp.b32").instruction.wrap);
  EXPECT_TRUE(match("shf.l.wrap.b32").instruction.wrap);
  EXPECT_EQ(match("vote.sync.uni.pred").instruction.mode, Mode::uni);
  EXPECT_TRUE(match("bra.uni").instruction.uniform);
  EXPECT_EQ(match("bar.red.popc.u32").instruction.operation, Operation::popc);
  EXPECT_EQ(match("bar.red.popc.u32").instruction.mode, Mode::red);
  EXPECT_TRUE(match("bfind.shiftamt.u32").instruction.shiftamt);
  EXPECT_TRUE(match("div.full.f32").instruction.full);
  EXPECT_TRUE(match("div.approx.f32").instruction.approx);
  EXPECT_EQ(match("prmt.b32.rc16").instruction.mode, Mode::rc16);
  EXPECT_EQ(match("testp.subnormal.f32").instruction.mode, Mode::subnormal);
  EXPECT_EQ(match("cvta.to.shared.u64").instruction.mode, Mode::to);
  EXPECT_TRUE(match("ld.global.nc.f32").instruction.non_coherent);
}

// ptxas takes them in any order, and both nvcc and libcu++ make use of it.
TEST(Grammar, TakesModifiersInAnyOrder) {
  for (const auto* spelling :
       {"atom.global.cta.add.u32", "atom.cta.global.add.u32", "atom.add.global.cta.u32"}) {
    const auto atomic = match(spelling).instruction;
    EXPECT_EQ(atomic.space, StateSpace::global) << spelling;
    EXPECT_EQ(atomic.scope, Scope::cta) << spelling;
    EXPECT_EQ(atomic.operation, Operation::add) << spelling;
  }
  std::vector<std::string> words{"acquire", "cas", "shared", "cta", "b32"};
  std::ranges::sort(words);
  do {
    std::string spelling = "atom";
    for (const auto& word : words) spelling += "." + word;
    EXPECT_NE(match(spelling).match.form, nullptr) << spelling;
  } while (std::ranges::next_permutation(words).found);
}

TEST(Grammar, ButTypesKeepTheirOrder) {
  EXPECT_EQ(match("cvt.rn.f32.s32").instruction.type, Type::f32);
  EXPECT_EQ(match("cvt.rn.s32.f32").match.form, nullptr);
  EXPECT_EQ(match("slct.s32.f64").match.form, nullptr);
}

TEST(Grammar, NamesTheWordThatNoRowTakes) {
  EXPECT_FALSE(match("tex.2d").match.known_opcode);
  const auto wrong = match("add.foo.s32").match;
  EXPECT_TRUE(wrong.known_opcode);
  EXPECT_EQ(wrong.form, nullptr);
  EXPECT_EQ(wrong.bad_word, 0U);
  EXPECT_EQ(match("mul.lo.f32").match.bad_word, 1U);
  EXPECT_EQ(match("cvt.s32.f32").match.form, nullptr);
  EXPECT_EQ(match("add").match.form, nullptr);
  EXPECT_EQ(match("add.s32.s32").match.bad_word, 1U);
}

// Forms that ptxas refuses: wrong results would follow if they slipped through.
TEST(Grammar, RefusesWhatThePtxManualDoes) {
  for (const auto* spelling :
       {"add.b32",        "setp.lo.s32",   "setp.equ.s32",        "setp.lt.b32",
        "cvt.f32.s32",    "cvt.s32.f32",   "min.NaN.f64",         "vote.all.pred",
        "shfl.bfly.b32",  "testp.nan.f32", "atom.global.add.s64", "membar.gpu",
        "ld.global.b128", "mul.wide.s64",  "st.const.u32",        "ld.relaxed.u32",
        "fma.f32",        "ex2.f32",       "shf.l.b32",           "mad.wide.cc.s32",
        "and.u32",        "popc.u32"}) {
    EXPECT_EQ(match(spelling).match.form, nullptr) << spelling;
  }
}

TEST(Names, AreThoseOfTheManual) {
  EXPECT_EQ(type_name(Type::bf16x2), "bf16x2");
  EXPECT_EQ(size_of(Type::f16x2), 4U);
  EXPECT_EQ(size_of(Type::pred), 0U);
  EXPECT_EQ(opcode_name(Opcode::and_), "and");
  EXPECT_EQ(opcode_name(Opcode::bar_warp_sync), "bar.warp.sync");
  EXPECT_EQ(space_name(StateSpace::constant), "const");
  EXPECT_EQ(special_name(Special::total_smem_size), "%total_smem_size");
}

TEST(Names, EveryOpcodeHasARow) {
  for (int i = 0; i <= static_cast<int>(Opcode::setmaxnreg); ++i) {
    EXPECT_FALSE(opcode_name(static_cast<Opcode>(i)).empty()) << i;
  }
  for (int i = 0; i <= static_cast<int>(Special::total_smem_size); ++i) {
    EXPECT_FALSE(special_name(static_cast<Special>(i)).empty()) << i;
  }
}

}  // namespace
}  // namespace warpgrade::ptx
