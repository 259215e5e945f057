// SPDX-License-Identifier: Apache-2.0
// Every input that the fuzzers keep, and every one that ever broke something.
#include "harness/emulator/ptx/parser.hpp"
#include "tests/fuzz/mutate.hpp"
#include "tests/fuzz/units.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace warpgrade::fuzz {
namespace {

struct Input {
  std::string name;
  std::string bytes;
};

void read_folder(const std::string& folder, std::vector<Input>& inputs) {
  for (const auto& entry :
       std::filesystem::directory_iterator(WARPGRADE_SOURCE_DIR "/tests/fuzz/" + folder)) {
    std::ifstream file(entry.path(), std::ios::binary);
    inputs.push_back({entry.path().filename(), {std::istreambuf_iterator<char>{file}, {}}});
  }
}

/// The corpus of a fuzzer and what all start from, in order of the names.
std::vector<Input> corpus(const std::string& fuzzer) {
  std::vector<Input> inputs;
  read_folder("corpus/" + fuzzer, inputs);
  read_folder("seeds", inputs);
  std::ranges::sort(inputs, {}, &Input::name);
  return inputs;
}

void expect_no_problem(const char* fuzzer, std::string (*problem)(std::string_view)) {
  const auto inputs = corpus(fuzzer);
  EXPECT_GT(inputs.size(), 20U);
  for (const auto& [name, bytes] : inputs) {
    EXPECT_EQ(problem(bytes), "") << fuzzer << "/" << name;
  }
}

TEST(Corpus, OfTheParserGivesAModuleOrARefusalInWords) {
  expect_no_problem("parser", parse_problem);
}

TEST(Corpus, OfTheExecutorEndsInTheSameWayOnOneThreadAndOnTwo) {
  expect_no_problem("executor", execute_problem);
}

bool parses(std::string_view bytes) {
  try {
    ptx::parse(bytes.substr(0, bytes.find('\0')));
    return true;
  } catch (const ptx::PtxError&) {
    return false;
  }
}

// A fuzzer of a moment. Where mutants are hardly ever PTX, the executor is hardly fuzzed at all.
TEST(Corpus, MutatedBreaksNothingAndIsOftenPtx) {
  constexpr int mutants = 600;
  const auto inputs = corpus("executor");
  Random random(20260807);
  int read = 0;
  int changes = 0;
  for (int i = 0; i < mutants; ++i) {
    const auto& a = inputs[random() % inputs.size()].bytes;
    const auto& b = inputs[random() % inputs.size()].bytes;
    const auto changed = mutate(i % 4 == 0 ? splice(a, b, random) : a, random);
    changes += changed != a ? 1 : 0;
    ASSERT_EQ(execute_problem(changed), "") << changed;
    read += parses(changed) ? 1 : 0;
  }
  EXPECT_GT(changes, mutants * 9 / 10);
  EXPECT_GT(read, mutants / 2);
}

}  // namespace
}  // namespace warpgrade::fuzz
