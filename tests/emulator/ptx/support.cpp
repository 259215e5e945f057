// SPDX-License-Identifier: Apache-2.0
#include "tests/emulator/ptx/support.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

namespace warpgrade::ptx {

std::string read_data(std::string_view name) {
  std::ifstream in{std::string{WARPGRADE_SOURCE_DIR "/tests/emulator/ptx/data/"} +
                   std::string{name}};
  EXPECT_TRUE(in) << name;
  return {std::istreambuf_iterator<char>{in}, {}};
}

std::string kernel_text(std::string_view body) {
  std::string text =
      ".version 9.0\n.target sm_75\n.address_size 64\n.global .align 8 .u64 g[4];\n"
      ".visible .entry k(.param .u64 p)\n{\n"
      ".reg .b32 %r<10>; .reg .b64 %rd<10>; .reg .f32 %f<10>; .reg .f64 %fd<10>;\n"
      ".reg .b16 %h<10>; .reg .pred %p<10>;\n\n";
  text += body;
  return text + "\n}\n";
}

Function kernel(std::string_view body) {
  auto module = parse(kernel_text(body));
  return std::move(module.functions.back());
}

Instruction instruction(std::string_view text) {
  auto function = kernel(text);
  EXPECT_GE(function.instructions.size(), 1U) << text;
  return std::move(function.instructions.front());
}

PtxError error_of(std::string_view text) {
  try {
    parse(text);
  } catch (const PtxError& error) {
    return error;
  }
  ADD_FAILURE() << "no error in: " << text;
  return {PtxError::Kind::malformed, "", "", {}};
}

}  // namespace warpgrade::ptx
