// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/check_mutants.hpp"

#include "harness/exercise/exercise.hpp"
#include "scratch_folder.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>

namespace warpgrade::cli {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream{file}.rdbuf();
  return text.str();
}

/// A solution of two mutants, "1: j = 0; -> j = 1;" on each of two lines; graded by their texts.
class Mutants : public testing::Test {
 protected:
  Mutants() {
    write("a.cu", "j = 0;\nk = 0;\n");
    outcomes_["j = 1;\nk = 0;\n"] = Outcome::wrong_output;
    outcomes_["j = 0;\nk = 1;\n"] = Outcome::passed;
  }

  void write(const std::string& name, const std::string& text) {
    std::ofstream{scratch_.path() / name} << text;
  }

  void declare(const std::string& mutant) {
    write("mutants.toml",
          "[[equivalent]]\nwhy = \"nobody reads it\"\nmutants = [\"" + mutant + "\"]\n");
  }

  std::vector<CheckResult> check(std::size_t most = 0) {
    std::size_t told = 0;
    auto results = check_mutants({.solution = scratch_.path() / "a.cu",
                                  .equivalents = scratch_.path() / "mutants.toml",
                                  .scratch = scratch_.path() / "scratch",
                                  .most = most,
                                  .jobs = 2,
                                  .grade =
                                      [&](const fs::path& file) {
                                        EXPECT_EQ(file.filename(), "a.cu");
                                        Report report;
                                        report.outcome = outcomes_.at(text_of(file));
                                        return report;
                                      },
                                  .progress = {},
                                  .tell = [&](const CheckResult&) { ++told; }});
    EXPECT_EQ(told, results.size());
    return results;
  }

  ScratchFolder scratch_;
  std::map<std::string, Outcome> outcomes_;
};

TEST_F(Mutants, ASurvivorFails) {
  const auto results = check();
  ASSERT_EQ(results.size(), 2U);
  EXPECT_FALSE(results[0].good);
  EXPECT_NE(results[0].found.find("2: k = 0; -> k = 1;"), std::string::npos) << results[0].found;
  EXPECT_FALSE(results[1].good);
  EXPECT_NE(results[1].found.find("1 of 2 found"), std::string::npos) << results[1].found;
}

TEST_F(Mutants, ADeclaredSurvivorIsWell) {
  declare("2: k = 0; -> k = 1;");
  const auto results = check();
  ASSERT_EQ(results.size(), 1U);
  EXPECT_TRUE(results[0].good);
  EXPECT_NE(results[0].found.find("1 of 1 found (1 wrong_output); 1 are equivalent"),
            std::string::npos)
      << results[0].found;
}

TEST_F(Mutants, ADeclaredOneThatIsFoundFails) {
  declare("1: j = 0; -> j = 1;");
  const auto results = check();
  EXPECT_FALSE(results.at(0).good);
  EXPECT_NE(results[0].found.find("is wrong_output"), std::string::npos) << results[0].found;
}

TEST_F(Mutants, ADeclaredOneThatMovedOrWentIsNamed) {
  declare("5: k = 0; -> k = 1;");
  EXPECT_NE(check().at(0).found.find("is on line 2 now"), std::string::npos);
  declare("2: x -> y");
  EXPECT_NE(check().at(0).found.find("is no mutant"), std::string::npos);
}

TEST_F(Mutants, GoalsFindToo) {
  outcomes_["j = 0;\nk = 1;\n"] = Outcome::goal_missed;
  const auto results = check();
  ASSERT_EQ(results.size(), 1U);
  EXPECT_NE(results[0].found.find("2 of 2 found (1 wrong_output, 1 goal_missed)"),
            std::string::npos);
}

TEST_F(Mutants, WhatDoesNotCompileIsNone) {
  outcomes_["j = 0;\nk = 1;\n"] = Outcome::did_not_compile;
  const auto results = check();
  ASSERT_EQ(results.size(), 1U);
  EXPECT_NE(results[0].found.find("1 of 1 found"), std::string::npos);
}

TEST_F(Mutants, OurOwnFailureIsNoKill) {
  outcomes_["j = 0;\nk = 1;\n"] = Outcome::harness_failed;
  EXPECT_FALSE(check().at(0).good);
}

TEST_F(Mutants, AreThinnedOutWhereThatIsAskedFor) {
  const auto results = check(1);
  ASSERT_EQ(results.size(), 1U);
  EXPECT_NE(results[0].found.find("1 of 2 mutants were graded"), std::string::npos);
}

TEST_F(Mutants, AFailureOfAThreadIsThrown) {
  outcomes_.clear();
  EXPECT_THROW(check(), std::out_of_range);
}

}  // namespace
}  // namespace warpgrade::cli
