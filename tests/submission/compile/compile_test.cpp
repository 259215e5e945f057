// SPDX-License-Identifier: Apache-2.0
// Runs the real nvcc: what it prints is what the diagnostics reader must understand.
#include "harness/submission/compile/compile.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "harness/submission/compile/cache.hpp"
#include "harness/submission/compile/command.hpp"

namespace warpgrade::compile {
namespace {

namespace fs = std::filesystem;

class Compile : public testing::Test {
 protected:
  Compile() : scratch_{fs::temp_directory_path()} {
    settings_.toolchain = find_toolchain({});
    settings_.cache = scratch_.path() / "cache";
    settings_.include = fs::path{WARPGRADE_SOURCE_DIR} / "harness/submission/compile/include";
  }

  Result compile(const std::string& text, const std::string& name = "shared_memory.cu") {
    const auto file = scratch_.path() / name;
    std::ofstream{file} << text;
    return compile_submission(file, transpose_signature(), settings_);
  }

  Refused refused(const std::string& text) {
    auto result = compile(text);
    const auto* problem = std::get_if<Refused>(&result);
    EXPECT_NE(problem, nullptr) << text;
    return problem == nullptr ? Refused{} : *problem;
  }

  ScratchFolder scratch_;
  Settings settings_;
};

TEST_F(Compile, MachineCodeComesBesideThePtx) {
  const std::string text =
      "__global__ void k(float* p) { *p = 1; }\n"
      "void solve(const float*, float* out, size_t, size_t) { k<<<1, 1>>>(out); }\n";
  const auto plain = std::get<Compiled>(compile(text)).library;
  settings_.machine = "sm_90";
  const auto both = std::get<Compiled>(compile(text)).library;
  EXPECT_NE(plain, both) << "each has its place in the cache";
  EXPECT_GT(fs::file_size(both), fs::file_size(plain));
}

TEST_F(Compile, TakesEverySignatureThatTheDesignNames) {
  // One unit per linkage and size type would cost seconds each: these three cover both axes.
  for (const char* text : {"#include \"solve.h\"\nextern \"C\" void solve(const float* i, float* "
                           "o, size_t r, size_t c) {}\n",
                           "void solve(const float* i, float* o, int r, int c) noexcept {}\nint "
                           "main() { return 1; }\n",
                           "static void solve(float* i, float* o, unsigned r, unsigned c) {}\n"}) {
    const auto result = compile(text);
    ASSERT_TRUE(std::holds_alternative<Compiled>(result))
        << text << std::get<Refused>(result).summary;
  }
}

TEST_F(Compile, SecondTimeComesFromTheCache) {
  const std::string text = "void solve(const float* i, float* o, size_t r, size_t c) {}\n";
  const auto first = std::get<Compiled>(compile(text));
  EXPECT_FALSE(first.from_cache);
  settings_.read_caches = {settings_.cache};
  settings_.cache = scratch_.path() / "other";
  const auto second = std::get<Compiled>(compile(text));
  EXPECT_TRUE(second.from_cache);
  EXPECT_EQ(first.library, second.library);
}

TEST_F(Compile, SaysWhatIsWrongWithSolve) {
  EXPECT_EQ(refused("int x;\n").outcome, Outcome::no_solve);
  EXPECT_EQ(refused("void solve(const float* i, float* o) {}\n").summary,
            "solve has the wrong type: found void (const float *, float *), expected void "
            "solve(const float* in, float* out, size_t rows, size_t cols)");
  EXPECT_NE(refused("void solve(const float*, float*, size_t, size_t);\n").summary.find("no body"),
            std::string::npos);
  EXPECT_NE(refused("__global__ void solve(const float* i, float* o, size_t r, size_t c) {}\n")
                .summary.find("__global__"),
            std::string::npos);
}

TEST_F(Compile, ErrorsCarryTheLearnersLine) {
  const auto problem =
      refused("\n\nvoid solve(const float* i, float* o, size_t r, size_t c) { nope(); }\n");
  EXPECT_EQ(problem.outcome, Outcome::did_not_compile);
  EXPECT_EQ(problem.summary, "line 3: identifier \"nope\" is undefined");
  ASSERT_FALSE(problem.diagnostics.empty());
  EXPECT_EQ(problem.diagnostics[0].where, (SourceLine{"shared_memory.cu", 3}));
}

TEST_F(Compile, AnOpenBraceIsTheLearnersNotOurs) {
  const auto problem = refused("void solve(const float* i, float* o, size_t r, size_t c) {\n");
  EXPECT_EQ(problem.outcome, Outcome::did_not_compile);
  EXPECT_EQ(problem.summary, "expected a \"}\"");
  for (const auto& d : problem.diagnostics) EXPECT_NE(d.where.file, "warpgrade_wrapper.cu");
}

TEST_F(Compile, AMacroBombEndsAtTheLimit) {
  settings_.seconds = 2;
  std::string text = "#define A0 1,\n";
  for (char level = '1'; level <= '9'; ++level) {
    text += std::string{"#define A"} + level;
    for (int i = 0; i < 10; ++i) text += std::string{" A"} + static_cast<char>(level - 1);
    text += '\n';
  }
  const auto problem =
      refused(text + "int a[] = {A9};\nvoid solve(const float* i, float* o, int r, int c) {}\n");
  EXPECT_EQ(problem.outcome, Outcome::compile_limit);
}

TEST_F(Compile, ABrokenToolkitIsNotTheLearnersFault) {
  settings_.toolchain.nvcc = "/bin/false";
  EXPECT_THROW(compile("void solve(const float* i, float* o, size_t r, size_t c) {}\n"),
               ToolchainError);
}

TEST_F(Compile, AReferenceThatDoesNotCompileNamesItsLine) {
  const auto file = scratch_.path() / "reference.cpp";
  std::ofstream{file} << "\nint f() { return y; }\n";
  try {
    compile_reference(file, transpose_signature(), settings_);
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string{error.what()}.find("reference.cpp:2:"), std::string::npos)
        << error.what();
  }
}

TEST_F(Compile, AReferenceOfAnotherTypeSaysWhatToDefine) {
  const auto file = scratch_.path() / "reference.cpp";
  std::ofstream{file} << "extern \"C\" void reference(const float*, float*, int) {}\n";
  try {
    compile_reference(file, transpose_signature(), settings_);
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string{error.what()}.find(
                  "define extern \"C\" void reference(const float* in, float* out, size_t rows, "
                  "size_t cols)"),
              std::string::npos)
        << error.what();
  }
}

/// solve(const float* a, const int* b, double* out, n).
Signature declared() {
  using Kind = Parameter::Kind;
  Signature signature;
  signature.sizes = {"n"};
  signature.parameters = {{"a", Kind::in, ElementType::float32, {}, {}, Fill::index, 0},
                          {"b", Kind::in, ElementType::int32, {}, {}, Fill::index, 0},
                          {"out", Kind::out, ElementType::float64, {}, {}, Fill::index, 0},
                          {"n", Kind::size, ElementType::float32, {}, {}, Fill::index, 0}};
  return signature;
}

TEST_F(Compile, FollowsADeclaredSignature) {
  for (const auto* good : {"void solve(const float* a, const int* b, double* out, size_t n) {}\n",
                           "extern \"C\" void solve(float* a, int* b, double* out, int n) {}\n"}) {
    const auto file = scratch_.path() / "declared.cu";
    std::ofstream{file} << good;
    EXPECT_TRUE(std::holds_alternative<Compiled>(compile_submission(file, declared(), settings_)))
        << good;
  }
}

TEST_F(Compile, ASolveOfAnotherSignatureIsToldWhatIsExpected) {
  const auto file = scratch_.path() / "declared.cu";
  std::ofstream{file} << "void solve(const float* in, float* out, size_t r, size_t c) {}\n";
  const auto result = compile_submission(file, declared(), settings_);
  const auto* refused = std::get_if<Refused>(&result);
  ASSERT_NE(refused, nullptr);
  EXPECT_EQ(refused->outcome, Outcome::no_solve);
  EXPECT_NE(refused->summary.find("found void (const float *, float *"), std::string::npos)
      << refused->summary;
  EXPECT_NE(refused->summary.find(
                "expected void solve(const float* a, const int* b, double* out, size_t n)"),
            std::string::npos)
      << refused->summary;
}

TEST(Command, ASilentChildEndsAtItsDeadlineAndItsChildrenToo) {
  const auto end = run_command({.argv = {"/bin/sh", "-c", "sleep 100 & sleep 100"},
                                .folder = "/tmp",
                                .environment = {"PATH=/bin:/usr/bin"},
                                .seconds = 0.2});
  EXPECT_TRUE(end.timed_out);
}

TEST(Command, AFloodOfTextIsCapped) {
  const auto end = run_command({.argv = {"/bin/sh", "-c", "yes | head -c 3000000; echo last"},
                                .folder = "/tmp",
                                .environment = {"PATH=/bin:/usr/bin"},
                                .seconds = 20});
  EXPECT_FALSE(end.timed_out);
  EXPECT_LE(end.text.size(), 65600U);
  EXPECT_TRUE(end.text.ends_with("last\n"));
}

}  // namespace
}  // namespace warpgrade::compile
