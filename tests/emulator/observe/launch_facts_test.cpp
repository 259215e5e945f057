// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/observe/launch_facts.hpp"

#include <gtest/gtest.h>

#include "tests/emulator/observe/events.hpp"

namespace warpgrade::observe::test {
namespace {

ptx::Variable shared(std::string name, std::uint64_t bytes, std::uint32_t alignment = 4) {
  ptx::Variable variable;
  variable.name = std::move(name);
  variable.space = ptx::StateSpace::shared;
  variable.bytes = bytes;
  variable.alignment = alignment;
  return variable;
}

TEST(VariableNameTest, is_the_last_component) {
  EXPECT_EQ(variable_name("_ZZ20transposeTiledStaticPKfPfiiE4tile"), "tile");
  EXPECT_EQ(variable_name("_ZZ1kILi32EEvPfE4tile"), "tile");
  EXPECT_EQ(variable_name("_ZZN3foo3barEvE3abc"), "abc");
  EXPECT_EQ(variable_name("_ZZ1kvE4tile_0"), "tile");
  EXPECT_EQ(variable_name("_ZN3foo5cacheE"), "cache");
  EXPECT_EQ(variable_name("tile"), "tile");
}

// An instruction of the kernel that names a variable of the module by its index.
ptx::Instruction naming(std::uint32_t variable) {
  ptx::Instruction instruction;
  ptx::Operand operand;
  operand.kind = ptx::Operand::Kind::symbol;
  operand.index = variable;
  instruction.operands = {operand};
  return instruction;
}

TEST(SharedVariablesTest, lie_in_order_with_the_dynamic_array_last) {
  ptx::Module module = module_of(1);
  module.variables = {shared("dynamic", 0, 16), shared("of_another_kernel", 64),
                      shared("common", 6)};
  module.functions[0].instructions = {naming(0), naming(2)};
  module.functions[0].variables = {shared("_ZZ1kvE1a", 10), shared("_ZZ1kvE1b", 8, 8)};
  const auto all = shared_variables(module, module.functions[0], 100);
  ASSERT_EQ(all.size(), 4u);
  EXPECT_EQ(all[0].name, "common");
  EXPECT_EQ(all[1].offset, 8u);
  EXPECT_EQ(all[2].name, "b");
  EXPECT_EQ(all[2].offset, 24u);
  EXPECT_EQ(all[3].name, "dynamic");
  EXPECT_EQ(all[3].offset, 32u);
  EXPECT_EQ(all[3].bytes, 100u);
  EXPECT_TRUE(all[3].dynamic);
}

// Variables of a called function lie in between, where only the emulator knows: no name beats a
// wrong one.
TEST(SharedVariablesTest, are_unknown_where_the_kernel_calls_a_function) {
  ptx::Module module = module_of(1);
  module.functions[0].variables = {shared("a", 10)};
  module.functions.emplace_back();
  ptx::Operand callee;
  callee.kind = ptx::Operand::Kind::function;
  callee.index = 1;
  module.functions[0].instructions[0].operands = {callee};
  EXPECT_TRUE(shared_variables(module, module.functions[0], 0).empty());
  module.functions[1].is_defined = false;
  EXPECT_EQ(shared_variables(module, module.functions[0], 0).size(), 1u);
}

TEST(SharedVariablesTest, the_name_is_that_of_the_variable_at_the_offset) {
  const ptx::Module module = module_of(1);
  const LaunchFacts facts{
      module, module.functions[0], {}, {}, {{"a", 0, 8, false}, {"b", 8, 8, false}}};
  EXPECT_EQ(shared_name(facts, 4, {}), "a");
  EXPECT_EQ(shared_name(facts, 8, {}), "b");
  EXPECT_EQ(shared_name(facts, 800, {}), "b");
}

TEST(PlacesTest, coordinates_run_x_first) {
  EXPECT_EQ(coordinates(0, {4, 3, 2}), (Dim3{0, 0, 0}));
  EXPECT_EQ(coordinates(5, {4, 3, 2}), (Dim3{1, 1, 0}));
  EXPECT_EQ(coordinates(23, {4, 3, 2}), (Dim3{3, 2, 1}));
}

TEST(PlacesTest, an_instruction_without_a_line_has_none) {
  ptx::Module module = module_of(2);
  module.functions[0].instructions[1].where.line = 0;
  EXPECT_EQ(source_line(module, module.functions[0], 0), (SourceLine{"kernel.cu", 10}));
  EXPECT_EQ(source_line(module, module.functions[0], 1), SourceLine{});
  EXPECT_EQ(source_line(module, module.functions[0], 9), SourceLine{});
}

TEST(PlacesTest, a_fault_stands_inside_an_inlined_function_of_the_same_file) {
  ptx::Module module = module_of(2);
  module.files.emplace_back("header.cuh");
  module.functions[0].instructions[0].where = {1, 10, 100, 1, 4};
  module.functions[0].instructions[1].where = {1, 11, 101, 2, 4};
  EXPECT_EQ(source_line(module, module.functions[0], 0).line, 10);
  EXPECT_EQ(fault_line(module, module.functions[0], 0).line, 4);
  EXPECT_EQ(fault_line(module, module.functions[0], 1), (SourceLine{"kernel.cu", 11}));
}

TEST(SharedName, has_the_indices_that_the_source_declares) {
  const ptx::Module module = module_of(2);
  const ptx::Function& kernel = module.functions[0];
  LaunchFacts facts{module, kernel, {}, {}, {{"tile", 128, 4224, false}}};
  facts.source = [](const std::string& file) {
    return file == "kernel.cu" ? "__shared__ float tile[32][33];" : std::string{};
  };
  EXPECT_EQ(shared_name(facts, 128 + 4 * 131, {&kernel, 0}), "tile[3][32]");
  EXPECT_EQ(shared_name(facts, 128 + 4 * 131, {}), "tile");
  facts.source = [](const std::string&) { return std::string{}; };
  EXPECT_EQ(shared_name(facts, 128 + 4 * 131, {&kernel, 0}), "tile");
}

}  // namespace
}  // namespace warpgrade::observe::test
