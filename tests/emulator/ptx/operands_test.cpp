// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/ptx/module.hpp"
#include "tests/emulator/ptx/support.hpp"

#include <gtest/gtest.h>

#include <string>

namespace warpgrade::ptx {
namespace {

using Kind = Operand::Kind;

std::string register_name(const Function& function, const Operand& operand) {
  EXPECT_EQ(operand.kind, Kind::reg);
  return function.registers.at(operand.index).name;
}

TEST(Operands, AreInTheOrderOfTheManual) {
  const auto function = kernel("mad.lo.s32 %r1, %r2, -3, %r4;");
  const auto& operands = function.instructions[0].operands;
  ASSERT_EQ(operands.size(), 4U);
  EXPECT_EQ(register_name(function, operands[0]), "%r1");
  EXPECT_EQ(register_name(function, operands[1]), "%r2");
  EXPECT_EQ(operands[2].kind, Kind::immediate);
  EXPECT_EQ(operands[2].bits, ~std::uint64_t{0} - 2);
  EXPECT_EQ(register_name(function, operands[3]), "%r4");
}

TEST(Operands, RegistersGetTheirPlaceWhenTheyOccur) {
  const auto function = kernel("add.s32 %r7, %r7, %r3; mov.b64 %rd1, %rd1;");
  ASSERT_EQ(function.registers.size(), 3U);
  EXPECT_EQ(function.registers[0].name, "%r7");
  EXPECT_EQ(function.registers[1].name, "%r3");
  EXPECT_EQ(function.registers[1].type, Type::b32);
  EXPECT_EQ(function.registers[2].type, Type::b64);
}

TEST(Operands, AddressesHaveABaseAndAnOffset) {
  auto load = instruction("ld.global.u32 %r1, [%rd2+-4];").operands[1];
  EXPECT_EQ(load.kind, Kind::address);
  EXPECT_EQ(load.base, Kind::reg);
  EXPECT_EQ(load.offset, -4);
  load = instruction("ld.global.u32 %r1, [%rd2];").operands[1];
  EXPECT_EQ(load.offset, 0);
  load = instruction("ld.global.u64 %rd1, [g+8];").operands[1];
  EXPECT_EQ(load.base, Kind::symbol);
  EXPECT_EQ(load.space, StateSpace::global);
  EXPECT_EQ(load.offset, 8);
  EXPECT_EQ(load.index, 0U);
  load = instruction("ld.param.u64 %rd1, [p];").operands[1];
  EXPECT_EQ(load.index, static_cast<std::uint32_t>(SymbolHome::parameter));
  EXPECT_EQ(load.space, StateSpace::param);
  load = instruction("ld.local.u32 %r1, [16];").operands[1];
  EXPECT_EQ(load.base, Kind::immediate);
  EXPECT_EQ(load.offset, 16);
  EXPECT_EQ(instruction("ld.shared.u32 %r1, [%r2];").operands[1].base, Kind::reg);
}

TEST(Operands, SymbolsAreAddresses) {
  const auto move = instruction("mov.u64 %rd1, g+16;").operands[1];
  EXPECT_EQ(move.kind, Kind::symbol);
  EXPECT_EQ(move.space, StateSpace::global);
  EXPECT_EQ(move.offset, 16);
  const auto function = kernel(".shared .align 4 .b8 s[64]; mov.u32 %r1, s;");
  EXPECT_EQ(function.instructions[0].operands[1].index,
            static_cast<std::uint32_t>(SymbolHome::function));
  EXPECT_EQ(instruction("cvta.global.u64 %rd1, g;").operands[1].kind, Kind::symbol);
}

TEST(Operands, VectorsHaveElements) {
  const auto load = instruction("ld.global.v4.f32 {%f1, _, %f3, %f4}, [%rd1];");
  EXPECT_EQ(load.vector, 4);
  ASSERT_EQ(load.operands[0].elements.size(), 4U);
  EXPECT_EQ(load.operands[0].elements[0].kind, Kind::reg);
  EXPECT_EQ(load.operands[0].elements[1].kind, Kind::none);
  const auto store = instruction("st.global.v2.u32 [%rd1], {%r1, -1};");
  EXPECT_EQ(store.operands[1].elements[1].kind, Kind::immediate);
  EXPECT_EQ(store.operands[1].elements[1].bits, ~std::uint64_t{0});
  EXPECT_EQ(instruction("mov.b64 %rd1, {%r1, %r2};").operands[1].elements.size(), 2U);
  EXPECT_EQ(instruction("mov.b64 {%r1, %r2}, %rd1;").operands[0].elements.size(), 2U);
  EXPECT_EQ(instruction("mov.b32 %r1, {%h1, %h2};").operands[1].elements.size(), 2U);
  EXPECT_EQ(instruction("mov.b64 %rd1, {%h1, %h1, %h1, %h2};").operands[1].elements.size(), 4U);
}

TEST(Operands, SecondDestinationsStandApart) {
  const auto function = kernel("setp.lt.and.s32 %p1|%p2, %r1, %r2, !%p3;");
  const auto& compare = function.instructions[0];
  ASSERT_EQ(compare.operands.size(), 4U);
  EXPECT_EQ(register_name(function, compare.operands[0]), "%p1");
  EXPECT_EQ(register_name(function, compare.destination2), "%p2");
  EXPECT_TRUE(compare.operands[3].negated);
  EXPECT_EQ(instruction("setp.lt.s32 _|%p2, %r1, %r2;").operands[0].kind, Kind::none);
  EXPECT_EQ(instruction("setp.lt.s32 %p2, %r1, %r2;").destination2.kind, Kind::none);
  EXPECT_EQ(instruction("shfl.sync.bfly.b32 %r1|%p1, %r1, 1, 31, -1;").destination2.kind,
            Kind::reg);
  EXPECT_EQ(instruction("shfl.sync.bfly.b32 %r1|_, %r1, 1, 31, -1;").destination2.kind, Kind::none);
}

TEST(Operands, SpecialRegistersAreReadByMoves) {
  EXPECT_EQ(instruction("mov.u32 %r1, %nctaid.z;").operands[1].special, Special::nctaid_z);
  EXPECT_EQ(instruction("mov.u32 %r1, %laneid;").operands[1].special, Special::laneid);
  EXPECT_EQ(instruction("mov.u64 %rd1, %globaltimer;").operands[1].kind, Kind::special);
  EXPECT_EQ(instruction("cvt.u64.u32 %rd1, %tid.x;").operands[1].special, Special::tid_x);
  EXPECT_EQ(instruction("mov.u16 %h1, %tid.x;").operands[1].kind, Kind::special);
  EXPECT_EQ(instruction("mov.u32 %r1, WARP_SZ;").operands[1].bits, 32U);
}

TEST(Operands, AbsentOnesKeepTheirPlace) {
  const auto without = instruction("bar.red.and.pred %p1, 0, !%p2;").operands;
  ASSERT_EQ(without.size(), 4U);
  EXPECT_EQ(without[2].kind, Kind::none);
  EXPECT_TRUE(without[3].negated);
  const auto with = instruction("bar.red.and.pred %p1, 0, 64, %p2;").operands;
  EXPECT_EQ(with[2].bits, 64U);
  EXPECT_EQ(instruction("bar.sync 0;").operands.size(), 2U);
  EXPECT_EQ(instruction("cp.async.ca.shared.global [%r1], [%rd1], 4;").operands.size(), 4U);
}

TEST(Operands, ConvertTheirConstantsToTheInstructionsType) {
  EXPECT_EQ(instruction("add.f32 %f1, %f2, 1.5;").operands[2].bits, 0x3FC00000U);
  EXPECT_EQ(instruction("mov.b32 %r1, 0f3F800000;").operands[1].bits, 0x3F800000U);
  EXPECT_EQ(instruction("mov.f32 %f1, 0fBF800000;").operands[1].bits, 0xBF800000U);
  EXPECT_EQ(instruction("shl.b64 %rd1, %rd2, 40;").operands[2].bits, 40U);
  EXPECT_EQ(instruction("mov.pred %p1, 1;").operands[1].bits, 1U);
  EXPECT_EQ(instruction("mul.wide.u32 %rd1, %r1, -1;").operands[2].bits, ~std::uint64_t{0});
}

TEST(Operands, MayBeWiderInLoadsStoresAndConversions) {
  for (const auto* text :
       {"ld.global.u8 %rd1, [%rd2];", "st.global.b16 [%rd2], %r1;", "cvt.u8.u32 %r1, %r2;",
        "cvt.rn.f32.u8 %f1, %rd1;", "cvt.s32.s32 %rd1, %r1;", "ld.global.f32 %r1, [%rd2];",
        "atom.global.add.u32 _, [%rd1], 1;", "and.b32 %f1, %r1, %f2;"}) {
    EXPECT_EQ(kernel(text).instructions.size(), 2U) << text;
  }
}

class BadOperand : public testing::TestWithParam<const char*> {};

// ptxas refuses all of them.
TEST_P(BadOperand, IsMalformed) {
  const auto error = error_of(kernel_text(GetParam()));
  EXPECT_EQ(error.kind(), PtxError::Kind::malformed) << GetParam();
  EXPECT_EQ(error.where().ptx_line, 10U) << GetParam();
}

INSTANTIATE_TEST_SUITE_P(
    Operands, BadOperand,
    testing::Values(
        "add.s32 %r1, %r2;", "add.s32 %r1, %r2, %r3, %r4;", "add.s32 %r1, %r2, %rd3;",
        "add.s32 1, %r2, %r3;", "add.s32 %r1, %r2, g;", "add.s32 %r1, %r2, %tid.x;",
        "add.s32 %r1, %r2, !%r3;", "add.s32 _, %r2, %r3;", "add.s32 %r1|%p1, %r2, %r3;",
        "add.s32 %r1, %r2, [%rd1];", "add.f32 %f1, %f2, 1;", "mov.u32 %r1, %rd1;",
        "mov.u32 %tid.x, %r1;", "mov.u64 %rd1, %tid.x;", "mov.u32 %r1, %clock64;",
        "mov.pred %p1, %laneid;", "cvt.u64.u64 %rd1, %tid.x;", "mov.u64 g, %rd1;",
        "mov.b64 %rd1, {%r1, %r2, %r3};", "mov.b64 %rd1, {%h1, %h2};", "ld.global.u32 %r1, %rd1;",
        "ld.global.u32 %r1, [%r2];", "ld.global.u32 %r1, [%h1];", "ld.global.v2.u32 %r1, [%rd1];",
        "ld.global.v2.u32 {%r1, %r2, %r3}, [%rd1];", "ld.global.u32 {%r1}, [%rd1];",
        "ld.global.u64 %r1, [%rd1];", "ld.shared.u32 %r1, [g];", "ld.u64 %rd1, [p];",
        "ld.param.u64 %rd1, [p+8];", "ld.param.u64 %rd1, [p+-1];",
        "ld.param.v2.u64 {%rd1, %rd2}, [p];", "ld.global.u32 %r1, [g+%rd2];",
        "ld.global.u32 _, [%rd1];", "setp.lt.s32 %r1, %r2, %r3;", "setp.lt.s32 %p1|%r1, %r2, %r3;",
        "shl.b32 %r1, %r2, %rd1;", "selp.b32 %r1, %r2, %r3, %r4;", "cvt.u32.u64 %r1, %r2;",
        "lop3.b32 %r1, %r2, %r3, %r4, %r5;", "cp.async.ca.shared.global [%r1], [%r2], 4;",
        "@%r1 ret;", "@%tid.x ret;", "mov.u32 %r1, nowhere;", "vote.sync.any.pred %p1, %r1, -1;",
        "add.s32 %r1, %r2, {%r3, %r4};", "atom.global.add.u64 %rd1, [%rd2], %r1;"));

}  // namespace
}  // namespace warpgrade::ptx
