// SPDX-License-Identifier: Apache-2.0
// Any text must end in a module or a PtxError, in time and memory proportional to it.
#include "harness/emulator/ptx/parser.hpp"
#include "tests/emulator/ptx/support.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <random>
#include <string>

namespace warpgrade::ptx {
namespace {

/// 1 if it parses, 0 if it is refused; anything else fails the test by itself.
int parses(std::string_view text) {
  try {
    parse(text);
    return 1;
  } catch (const PtxError&) {
    return 0;
  }
}

class EveryFile : public testing::TestWithParam<const char*> {};

TEST_P(EveryFile, CutAtAnyByteIsRefusedOrRead) {
  const auto text = read_data(GetParam());
  ASSERT_EQ(parses(text), 1);
  int read = 0;
  for (std::size_t length = 0; length < text.size(); ++length) {
    read += parses(std::string_view{text}.substr(0, length));
  }
  EXPECT_GT(read, 0);
  EXPECT_LT(static_cast<std::size_t>(read), text.size());
}

TEST_P(EveryFile, WithBytesChangedIsRefusedOrRead) {
  const auto text = read_data(GetParam());
  constexpr std::string_view bytes = "{}()[]<>;:,.@%!|+-_0f19xrpdu \n\"/*\0\xFF";
  std::mt19937 random{7};
  int refused = 0;
  for (int round = 0; round < 300; ++round) {
    auto changed = text;
    for (int i = 0; i < 3; ++i) {
      changed[random() % changed.size()] = bytes[random() % bytes.size()];
    }
    refused += 1 - parses(changed);
  }
  EXPECT_GT(refused, 0);
}

INSTANTIATE_TEST_SUITE_P(Robustness, EveryFile,
                         testing::Values("calls.ptx", "inlined.ptx", "dynamic.ptx"));

TEST(Robustness, LimitsNesting) {
  const std::string open(1000000, '{');
  EXPECT_EQ(error_of(kernel_text(open)).kind(), PtxError::Kind::malformed);
  EXPECT_EQ(parses(kernel_text("mov.u32 %r1, " + std::string(1000000, '-') + "1;")), 0);
  EXPECT_EQ(parses(kernel_text(std::string(60, '{') + "ret;" + std::string(60, '}'))), 1);
}

TEST(Robustness, LimitsTheText) {
  EXPECT_EQ(parses(std::string((std::size_t{16} << 20) + 1, ' ')), 0);
}

TEST(Robustness, ReservesNothingForWhatIsOnlyDeclared) {
  const auto function =
      kernel(".reg .b64 a<4294967295>; .param .b8 x[1099511627776]; mov.b64 a4294967294, 1;");
  EXPECT_EQ(function.registers.size(), 1U);
}

TEST(Robustness, LimitsListsOfBranchTargets) {
  std::string body = "T: .branchtargets A";
  for (int i = 0; i < 4000; ++i) body += ",A";
  body += ";\nA:\n";
  for (int i = 0; i < 4000; ++i) body += "brx.idx %r1, T;";
  EXPECT_EQ(error_of(kernel_text(body)).kind(), PtxError::Kind::malformed);
}

// Each of these is quadratic in a careless parser: minutes instead of a moment.
TEST(Robustness, ManyOfAnything) {
  constexpr int many = 20000;
  std::string labels;
  std::string blocks;
  std::string registers;
  std::string files;
  for (int i = 0; i < many; ++i) {
    const auto number = std::to_string(i);
    labels.append("bra L").append(number).append("; L").append(number).append(":\n");
    blocks.append("{.reg .b32 x; .param .b32 y; mov.b32 x, 1;}\n");
    registers.append(".reg .b32 q").append(number);
    registers.append("; mov.b32 q").append(number).append(", 1;\n");
    files += ".file ";
  }
  EXPECT_EQ(kernel(labels).instructions.size(), static_cast<std::size_t>(many) + 1);
  EXPECT_EQ(kernel(blocks).variables.size(), static_cast<std::size_t>(many));
  EXPECT_EQ(kernel(registers).registers.size(), static_cast<std::size_t>(many));
  EXPECT_EQ(parses(kernel_text(".loc 1 1 1\n " + files)), 0);
}

TEST(Robustness, DeepBlocksWithManyBranchesOut) {
  std::string body(50, '{');
  for (int i = 0; i < 20000; ++i) body += "bra L;";
  body += std::string(50, '}') + "L: ret;";
  EXPECT_EQ(kernel(body).instructions.front().operands[0].index, 20000U);
}

}  // namespace
}  // namespace warpgrade::ptx
