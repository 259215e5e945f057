// SPDX-License-Identifier: Apache-2.0
#include "harness/submission/compile/source.hpp"

#include <gtest/gtest.h>

#include <string>

namespace warpgrade::compile {
namespace {

constexpr std::uint64_t kMost = 100;

std::string summary_of(std::string_view text) {
  const auto problem = source_problem(text, kMost);
  return problem ? problem->summary : "";
}

TEST(Source, PlainTextHasNoProblem) { EXPECT_FALSE(source_problem("int x;\n", kMost)); }

TEST(Source, NamesWhatIsNoSource) {
  EXPECT_EQ(summary_of(""), "the file is empty");
  EXPECT_EQ(summary_of(" \n\t\n"), "the file is empty");
  EXPECT_EQ(summary_of("\xff\xfei\0n\0t\0"), "the file is UTF-16: save it as UTF-8");
  EXPECT_EQ(summary_of(std::string{"ab\0c", 4}), "the file is binary: grade the .cu source");
  EXPECT_NE(summary_of(std::string{"\x7f"
                                   "ELF\0",
                                   5})
                .find("-cudart shared"),
            std::string::npos);
  EXPECT_NE(summary_of(std::string{"\x7f"
                                   "ELF\0libcudart.so.13",
                                   20})
                .find("it was built from"),
            std::string::npos);
}

TEST(Source, TooLargeIsACompileLimit) {
  const auto problem = source_problem(std::string(kMost + 1, 'x'), kMost);
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->outcome, Outcome::compile_limit);
}

TEST(Source, OnlyPlainNamesReachTheCompiler) {
  EXPECT_EQ(safe_name("/a/b/shared_memory.cu"), "shared_memory.cu");
  for (const char* name :
       {"a b.cu", "-o.cu", ".cu", "x;y.cu", "a\nb.cu", "a\"b.cu", "unit.cu", "notes.txt"}) {
    EXPECT_EQ(safe_name(name), "submission.cu") << name;
  }
}

TEST(Source, MissingFilesAndFoldersAreNamed) {
  try {
    read_source("/no/such/file.cu");
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "cannot read /no/such/file.cu: there is no such file");
  }
  EXPECT_THROW(read_source("/tmp"), std::runtime_error);
}

}  // namespace
}  // namespace warpgrade::compile
