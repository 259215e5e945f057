// SPDX-License-Identifier: Apache-2.0
// What helps a learner along, and an instructor: hints, the list of cases, check.
#include "program.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <regex>
#include <string>
#include <vector>

namespace warpgrade::end_to_end {
namespace {

namespace fs = std::filesystem;

TEST(Hint, ShowsOneMoreEachTime) {
  const ScratchFolder scratch;
  const Environment home{{"XDG_STATE_HOME", scratch.path().string()}};
  const auto first = run({"hint", "shared_memory"}, home);
  const auto second = run({"hint", "shared_memory"}, home);
  EXPECT_EQ(first.code, 0) << first.err;
  EXPECT_TRUE(first.out.starts_with("1. ")) << first.out;
  EXPECT_TRUE(second.out.starts_with("2. ")) << second.out;
  EXPECT_TRUE(run({"hint", "shared_memory", "--number", "1"}, home).out == first.out);
  std::string last;
  for (int i = 0; i < 10; ++i) last = run({"hint", "shared_memory"}, home).out;
  EXPECT_NE(last.find("that was the last one"), std::string::npos) << last;
}

TEST(Hint, SaysWhatItCannotDo) {
  const auto none = run({"hint", "shared_memory", "--number", "99"});
  EXPECT_EQ(none.code, 2);
  EXPECT_NE(none.err.find("--number 99"), std::string::npos) << none.err;
  const auto forgetful = run({"hint", "shared_memory"}, {{"XDG_STATE_HOME", "/dev/null"}});
  EXPECT_EQ(forgetful.code, 0);
  EXPECT_NE(forgetful.err.find("cannot remember"), std::string::npos) << forgetful.err;
}

// The result file says nothing of the past: the same submission gives the same bytes.
TEST(History, GradingsAreRememberedAndListed) {
  const ScratchFolder scratch;
  const Environment home{{"XDG_STATE_HOME", scratch.path().string()}};
  const fs::path root = WARPGRADE_SOURCE_DIR;
  const auto solution = (root / "solutions/naive_transpose/naive_transpose.cu").string();
  EXPECT_EQ(run({"list"}, home).out.find("passed"), std::string::npos);
  run({"grade", solution, "--no-history"}, home);
  EXPECT_FALSE(fs::exists(scratch.path() / "warpgrade/history.tsv"));
  const auto first = run({"grade", solution, "--format", "json"}, home);
  const auto second = run({"grade", solution, "--format", "json"}, home);
  EXPECT_EQ(first.out, second.out);
  const auto third = run({"grade", solution}, home);
  EXPECT_NE(third.out.find("best so far on this card"), std::string::npos) << third.out;
  run({"grade", (root / "exercises/naive_transpose/naive_transpose.cu").string()}, home);
  const auto list = run({"list"}, home);
  EXPECT_NE(list.out.find("passed, last wrong_output on 20"), std::string::npos) << list.out;
  EXPECT_NE(list.out.find("x of copy on t4, modelled"), std::string::npos) << list.out;
  EXPECT_NE(list.out.find("1 of "), std::string::npos) << list.out;
}

TEST(History, ABrokenOneIsAWarning) {
  const ScratchFolder scratch;
  const Environment home{{"XDG_STATE_HOME", scratch.path().string()}};
  fs::create_directories(scratch.path() / "warpgrade");
  write_file(scratch.path() / "warpgrade/history.tsv", "garbage\n");
  const auto list = run({"list"}, home);
  EXPECT_EQ(list.code, 0);
  EXPECT_NE(list.err.find("1 lines cannot be read"), std::string::npos) << list.err;
}

TEST(Cases, ShowsEveryCaseWithItsReason) {
  const auto end = run({"cases", "shared_memory"});
  EXPECT_EQ(end.code, 0) << end.err;
  for (const auto* const shape : {"1 x 1  ", "31 x 33  ", "611 x 613  ", "timed at 2003 x 3001"}) {
    EXPECT_NE(end.out.find(shape), std::string::npos) << shape;
  }
}

/// Waits until the program's output holds `text`. @returns whether it came.
bool comes(const Program& program, const std::string& text) {
  constexpr int looks = 600;
  for (int i = 0; i < looks; ++i) {
    if (program.output_so_far().find(text) != std::string::npos) return true;
    usleep(100'000);
  }
  return false;
}

TEST(Watch, GradesAgainWhenTheFileIsSaved) {
  const ScratchFolder scratch;
  const fs::path root = WARPGRADE_SOURCE_DIR;
  const auto file = scratch.path() / "naive_transpose.cu";
  fs::copy_file(root / "solutions/naive_transpose/naive_transpose.cu", file);
  Program program{{"watch", file.string()}};
  ASSERT_TRUE(comes(program, "PASSED"));
  write_file(file, read_file(root / "exercises/naive_transpose/naive_transpose.cu"));
  ASSERT_TRUE(comes(program, "WRONG OUTPUT"));
  ASSERT_TRUE(comes(program, "last good verdict"));
  kill(program.pid(), SIGINT);
  EXPECT_EQ(program.wait().code, 128 + SIGINT);
}

TEST(Check, AnExerciseDoesWhatItDeclares) {
  const auto end = run({"check", "bank_conflicts", "--mutants", "6"});
  EXPECT_EQ(end.code, 0) << end.out << end.err;
  EXPECT_NE(end.out.find("ok      starter"), std::string::npos) << end.out;
  EXPECT_NE(end.out.find("ok      solution"), std::string::npos) << end.out;
}

/// An exercise of one's own with a small solution, whose mutants are few.
class Mutants : public testing::Test {
 protected:
  Mutants() {
    const fs::path root = WARPGRADE_SOURCE_DIR;
    fs::copy(root / "exercises/naive_transpose", own_);
    fs::create_directory(own_ / "solution");
    write_file(own_ / "solution/naive_transpose.cu",
               R"(__global__ void transpose(const float* in, float* out, size_t rows, size_t cols) {
  size_t k = blockIdx.x * size_t{128} + threadIdx.x;
  if (k < rows * cols) out[k % cols * rows + k / cols] = in[k];
}
void solve(const float* in, float* out, size_t rows, size_t cols) {
  transpose<<<rows * cols / 128 + 1, 128>>>(in, out, rows, cols);
}
)");
  }

  [[nodiscard]] Ended check() const { return run({"check", own_.string(), "--mutants", "20"}); }

  void declare(const std::vector<std::string>& mutants) const {
    std::string text = "[[equivalent]]\nwhy = \"blocks without work\"\nmutants = [\n";
    for (const auto& mutant : mutants) text += "  \"" + mutant + "\",\n";
    write_file(own_ / "solution/mutants.toml", text + "]\n");
  }

  ScratchFolder scratch_;
  fs::path own_ = scratch_.path() / "naive_transpose";
};

std::vector<std::string> survivors(const std::string& out) {
  static const std::regex line{"FAILED  mutant survives +(.*?)   \\("};
  std::vector<std::string> found;
  for (std::sregex_iterator at{out.begin(), out.end(), line}, end; at != end; ++at) {
    found.push_back((*at)[1]);
  }
  return found;
}

TEST_F(Mutants, SurvivorsFailUntilTheyAreDeclaredEquivalent) {
  const auto before = check();
  EXPECT_EQ(before.code, 1) << before.out << before.err;
  auto found = survivors(before.out);
  const std::string spare_block = "6: / 128 + -> / 64 +";
  EXPECT_EQ(std::ranges::count(found, spare_block), 1) << before.out;
  EXPECT_LT(found.size(), 10U) << "the ladder finds most";
  EXPECT_NE(before.out.find("say in " + (own_ / "solution/mutants.toml").string()),
            std::string::npos)
      << before.out;
  declare(found);
  const auto after = check();
  EXPECT_EQ(after.code, 0) << after.out << after.err;
  found.emplace_back("3: % cols * -> % rows *");
  declare(found);
  const auto wrong = check();
  EXPECT_EQ(wrong.code, 1) << wrong.err;
  EXPECT_NE(wrong.out.find("so it is no equivalent"), std::string::npos) << wrong.out;
}

TEST(New, IsAcceptedAsUnfinished) {
  const ScratchFolder scratch;
  const auto made = run({"new", "row_sums", "--dir", scratch.path().string()});
  EXPECT_EQ(made.code, 0) << made.err;
  const auto folder = (scratch.path() / "row_sums").string();
  const auto end = run({"check", folder});
  EXPECT_EQ(end.code, 0) << end.out << end.err;
  EXPECT_NE(end.out.find("unfinished"), std::string::npos) << end.out;
  EXPECT_EQ(end.out.find("FAILED"), std::string::npos) << end.out;
  const auto graded = run({"grade", folder + "/solution/row_sums.cu", "--exercise", folder});
  EXPECT_EQ(graded.code, 0) << graded.out << graded.err;
  EXPECT_EQ(run({"new", "row_sums", "--dir", scratch.path().string()}).code, 2);
  EXPECT_EQ(run({"new", "../escape"}).code, 2);
}

TEST(Check, MutantsCanBeLeftOut) {
  const auto end = run({"check", "naive_transpose", "--no-mutants"});
  EXPECT_EQ(end.code, 0) << end.out << end.err;
  EXPECT_EQ(end.out.find("mutants"), std::string::npos) << end.out;
}

TEST(Check, AnExerciseOfOnesOwnThatDoesNotIsTold) {
  const ScratchFolder scratch;
  const fs::path root = WARPGRADE_SOURCE_DIR;
  const auto own = scratch.path() / "mine";
  fs::copy(root / "exercises/naive_transpose", own);
  const auto text = read_file(own / "exercise.toml");
  const std::string declared = "wrong_output";
  write_file(own / "exercise.toml",
             std::string{text}.replace(text.find(declared), declared.size(), "passed"));
  const auto end = run({"check", own.string()});
  EXPECT_EQ(end.code, 1) << end.err;
  EXPECT_NE(end.out.find("FAILED  starter"), std::string::npos) << end.out;
  EXPECT_NE(end.out.find("is wrong_output, declared is passed"), std::string::npos) << end.out;
  EXPECT_NE(end.out.find("FAILED  solution"), std::string::npos) << end.out;
  EXPECT_NE(end.out.find("2 not as declared"), std::string::npos) << end.out;
}

}  // namespace
}  // namespace warpgrade::end_to_end
