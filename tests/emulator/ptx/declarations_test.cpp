// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/ptx/module.hpp"
#include "tests/emulator/ptx/support.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace warpgrade::ptx {
namespace {

constexpr const char* kHeader = ".version 8.3\n.target sm_90a, debug\n.address_size 64\n";

Module module_of(const std::string& text) { return parse(kHeader + text); }

Variable variable(const std::string& text) {
  auto module = module_of(text);
  EXPECT_EQ(module.variables.size(), 1U) << text;
  return std::move(module.variables.at(0));
}

std::vector<int> bytes_of(const Variable& variable) {
  std::vector<int> bytes;
  for (const auto byte : variable.initial) bytes.push_back(std::to_integer<int>(byte));
  return bytes;
}

TEST(Declarations, OfTheModule) {
  const auto module = module_of("");
  EXPECT_EQ(module.version_major, 8U);
  EXPECT_EQ(module.version_minor, 3U);
  EXPECT_EQ(module.target, 90U);
}

TEST(Declarations, ScalarsAndArrays) {
  auto x = variable(".visible .global .align 16 .f32 x;");
  EXPECT_EQ(x.name, "x");
  EXPECT_EQ(x.type, Type::f32);
  EXPECT_EQ(x.bytes, 4U);
  EXPECT_EQ(x.alignment, 16U);
  EXPECT_TRUE(x.initial.empty());
  x = variable(".const .f64 x[3][5];");
  EXPECT_EQ(x.space, StateSpace::constant);
  EXPECT_EQ(x.bytes, 120U);
  EXPECT_EQ(x.alignment, 8U);
  x = variable(".global .v4 .f32 x[2];");
  EXPECT_EQ(x.bytes, 32U);
  EXPECT_EQ(x.alignment, 16U);
  x = variable(".global .attribute(.managed) .align 4 .u32 x = 3;");
  EXPECT_EQ(bytes_of(x), (std::vector<int>{3, 0, 0, 0}));
  EXPECT_EQ(module_of(".weak .global .f32 a, b[3];").variables[1].bytes, 12U);
}

TEST(Declarations, DynamicSharedMemory) {
  const auto module = parse(read_data("dynamic.ptx"));
  ASSERT_EQ(module.variables.size(), 1U);
  EXPECT_EQ(module.variables[0].space, StateSpace::shared);
  EXPECT_EQ(module.variables[0].bytes, 0U);
  EXPECT_EQ(module.variables[0].alignment, 16U);
  EXPECT_TRUE(module.variables[0].is_extern);
  EXPECT_TRUE(variable(".extern .shared .align 8 .b8 x[];\n").is_extern);
}

TEST(Declarations, ExternsAreCompletedLater) {
  const auto x = variable(".extern .global .u32 x;\n.global .u32 x = 7;\n.extern .global .u32 x;");
  EXPECT_FALSE(x.is_extern);
  EXPECT_EQ(x.initial.size(), 4U);
}

TEST(Initializers, HoldTheBytesInOrder) {
  EXPECT_EQ(bytes_of(variable(".const .b8 x[6] = {255, 255, 2, 0, 3};")),
            (std::vector<int>{255, 255, 2, 0, 3}));
  EXPECT_EQ(bytes_of(variable(".global .u16 x[2] = {0x1234, -1};")),
            (std::vector<int>{0x34, 0x12, 255, 255}));
  EXPECT_EQ(bytes_of(variable(".global .f32 x = 0f3F800000;")),
            (std::vector<int>{0, 0, 0x80, 0x3F}));
  EXPECT_EQ(bytes_of(variable(".global .f32 x[1] = {1.5};")), (std::vector<int>{0, 0, 0xC0, 0x3F}));
  EXPECT_EQ(bytes_of(variable(".global .u8 x[2][2] = {{1}, {2, 3}};")),
            (std::vector<int>{1, 0, 2, 3}));
  EXPECT_EQ(variable(".global .u32 x[] = {1, 2, 3};").bytes, 12U);
}

TEST(Initializers, HoldAddresses) {
  const auto module =
      module_of(".global .u32 y;\n.func f ();\n.global .u64 x[4] = {1, generic(y)+4, y-8, f};");
  const auto& list = module.variables.at(1).relocations;
  ASSERT_EQ(list.size(), 3U);
  EXPECT_EQ(list[0].at, 8U);
  EXPECT_EQ(list[0].name, "y");
  EXPECT_EQ(list[0].offset, 4);
  EXPECT_TRUE(list[0].generic);
  EXPECT_EQ(list[1].offset, -8);
  EXPECT_FALSE(list[1].generic);
  EXPECT_EQ(list[2].at, 24U);
  EXPECT_EQ(list[2].name, "f");
  EXPECT_EQ(bytes_of(module.variables[1]).front(), 1);
  EXPECT_EQ(module.variables[1].initial.size(), 32U);
}

TEST(Parameters, LieOneAfterTheOtherNaturallyAligned) {
  const auto module = module_of(
      ".entry k(.param .u8 a, .param .align 8 .b8 b[12], .param .u16 c,\n"
      ".param .u64 .ptr .global .align 16 d) .maxntid 256, 2 .minnctapersm 1 .maxnreg 32 { ret; }");
  const auto& kernel = module.functions.at(0);
  ASSERT_EQ(kernel.parameters.size(), 4U);
  EXPECT_EQ(kernel.parameters[1].offset, 8U);
  EXPECT_EQ(kernel.parameters[1].variable.bytes, 12U);
  EXPECT_EQ(kernel.parameters[2].offset, 20U);
  EXPECT_EQ(kernel.parameters[3].offset, 24U);
  EXPECT_EQ(kernel.parameter_bytes, 32U);
  EXPECT_EQ(kernel.max_threads[0], 256U);
  EXPECT_EQ(kernel.max_threads[1], 2U);
  EXPECT_EQ(kernel.max_threads[2], 1U);
}

TEST(Functions, AreDeclaredOnceHoweverOften) {
  const auto module = module_of(
      ".func (.param .b32 r) f (.param .b32 a);\n.func (.param .b32 r) f (.param .b32 b)\n"
      "{ .reg .b32 x; ld.param.b32 x, [b]; st.param.b32 [r+0], x; ret; }\n"
      ".func (.param .b32 r) f (.param .b32 c);");
  ASSERT_EQ(module.functions.size(), 1U);
  EXPECT_TRUE(module.functions[0].is_defined);
  EXPECT_FALSE(module.functions[0].is_entry);
  EXPECT_EQ(module.functions[0].instructions.size(), 3U);
  const auto& store = module.functions[0].instructions[1].operands[0];
  EXPECT_EQ(store.index & kSymbolHomeMask, static_cast<std::uint32_t>(SymbolHome::result));
}

TEST(Scopes, HideOuterNamesAndEnd) {
  const auto function = kernel(
      ".reg .b32 x; mov.b32 x, 1; { .reg .b64 x; .reg .b64 %r<2>; mov.b64 x, %r1; mov.b32 %r2, 0; "
      "}\n"
      "mov.b32 x, %r1; { .reg .pred x; @x ret; }");
  ASSERT_EQ(function.registers.size(), 6U);
  EXPECT_EQ(function.instructions[3].operands[0].index, 0U);
  EXPECT_EQ(function.registers[2].type, Type::b64);
  EXPECT_EQ(function.registers[3].name, "%r2");
  EXPECT_EQ(error_of(kernel_text("{ .reg .b32 y; } mov.b32 y, 1;")).kind(),
            PtxError::Kind::malformed);
}

TEST(Scopes, RangesEndBeforeTheirCount) {
  EXPECT_NO_THROW(kernel("mov.b32 %r9, 1; mov.b32 %r0, 1;"));
  EXPECT_THROW(kernel("mov.b32 %r10, 1;"), PtxError);
  EXPECT_THROW(kernel("mov.b32 %r01, 1;"), PtxError);
  EXPECT_THROW(kernel("mov.b32 %r99999999999, 1;"), PtxError);
}

class BadDeclaration : public testing::TestWithParam<const char*> {};

TEST_P(BadDeclaration, IsRefused) { EXPECT_THROW(module_of(GetParam()), PtxError) << GetParam(); }

INSTANTIATE_TEST_SUITE_P(
    Declarations, BadDeclaration,
    testing::Values(
        ".global .u32;", ".global x;", ".global .u32 x", ".global .align 3 .u32 x;",
        ".global .align 0 .u32 x;", ".global .pred x;", ".global .u32 x[];", ".global .u32 x[2][];",
        ".global .u32 x[99999999999999];", ".global .u64 x[1099511627776];",
        ".global .u8 x[1048576][1048576][1048576];", ".global .u32 x[1] = {1, 2};",
        ".global .u32 x = 1.5;", ".global .u32 x = y;", ".global .u64 x = y;", ".global .u32 x = ;",
        ".global .u64 x = mask(y);", ".shared .u32 x = 1;", ".global .u32 x; .global .u32 x;",
        ".global .u32 x; .func x ();", ".func f (); .func f (.param .b32 a);",
        ".func f () { ret; } .func f () { ret; }", ".extern .func f () { ret; }",
        ".entry f (.reg .b32 a) { ret; }", ".entry f () .explicitcluster { ret; }", ".entry f ()",
        ".entry f (.param .b8 a[2000000]) { ret; }", ".entry f () { .reg .v2 .f32 x; ret; }",
        ".entry f () { .reg .b32 x; .reg .b32 x; }", ".entry f () { .reg .b32 %r<2>, %r<3>; }",
        ".entry f () { .global .u32 x; }", ".entry f () { ret; ", ".tex .u64 t;",
        ".global .texref t;", ".section .debug_str", ".section .debug_str {", ".address_size 32",
        "hello", ".entry f () { ret; } }", ".alias a, b;", ".global .u8 x[2][1000] = {{1}, {1}};"));

TEST(Declarations, NeedATarget) {
  EXPECT_EQ(error_of("").kind(), PtxError::Kind::malformed);
  EXPECT_EQ(error_of(".version 9.0\n").kind(), PtxError::Kind::malformed);
}

TEST(Directives, OfDebuggersAndOptimisersAreSkipped) {
  const auto module = module_of(
      ".pragma \"x\";\n.section .debug_str\n{\n$L__info_string0:\n.b8 95,90\n.b64 $L__tmp0+4\n}\n"
      ".entry f ()\n.pragma \"nounroll\";\n{ .pragma \"nounroll\"; ret; }\n;\n");
  EXPECT_EQ(module.functions.size(), 1U);
}

TEST(Parser, TakesCarriageReturnsAndNulsAtTheEnd) {
  auto text = read_data("padded.ptx");
  const auto instructions = parse(text).functions[0].instructions.size();
  std::string windows;
  for (const char c : text) windows += c == '\n' ? "\r\n" : std::string(1, c);
  windows.append(8, '\0');
  EXPECT_EQ(parse(windows).functions[0].instructions.size(), instructions);
}

}  // namespace
}  // namespace warpgrade::ptx
