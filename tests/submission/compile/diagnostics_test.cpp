// SPDX-License-Identifier: Apache-2.0
#include "harness/submission/compile/diagnostics.hpp"

#include <gtest/gtest.h>

#include <string>

namespace warpgrade::compile {
namespace {

struct Line {
  const char* text;
  const char* file;
  int line;
  Severity severity;
  const char* message;
};

class Forms : public testing::TestWithParam<Line> {};

TEST_P(Forms, IsRead) {
  const auto found = read_diagnostics(GetParam().text);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].where.file, GetParam().file);
  EXPECT_EQ(found[0].where.line, GetParam().line);
  EXPECT_EQ(found[0].severity, GetParam().severity);
  EXPECT_EQ(found[0].message, GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    All, Forms,
    testing::Values(
        Line{"sm.cu(5): error: identifier \"x\" is undefined", "sm.cu", 5, Severity::error,
             "identifier \"x\" is undefined"},
        Line{"/tmp/a/sm.cu(7): warning #177-D: variable \"i\" was declared but never referenced",
             "sm.cu", 7, Severity::warning, "variable \"i\" was declared but never referenced"},
        Line{"At end of source: error: expected a \"}\"", "", 0, Severity::error,
             "expected a \"}\""},
        Line{"sm.cu:3:10: fatal error: helper.h: No such file or directory", "sm.cu", 3,
             Severity::error, "helper.h: No such file or directory"},
        Line{"ptxas error   : Entry function 'k' uses too much shared data", "", 0, Severity::error,
             "Entry function 'k' uses too much shared data"},
        Line{"tmpxft_1.cpp:(.text+0x5f): undefined reference to `foo()'", "", 0, Severity::error,
             "undefined reference to `foo()'"}));

TEST(Diagnostics, SkipWhatIsNoDiagnosticAndRepetitions) {
  const std::string text =
      "sm.cu(5): error: bad\n    x = 3;\n    ^\n\nsm.cu(5): error: bad\n1 error detected in the "
      "compilation of \"unit.cu\".\n";
  EXPECT_EQ(read_diagnostics(text).size(), 1U);
}

TEST(Diagnostics, ControlCharactersNeverPass) {
  const auto found = read_diagnostics("sm.cu(5): error: a\x1b[31mb");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].message, "a [31mb");
}

struct Problem {
  const char* text;
  SolveProblem::Kind kind;
  const char* found;
};

class SolveProblems : public testing::TestWithParam<Problem> {};

TEST_P(SolveProblems, AreTold) {
  const auto problem = read_solve_problem(read_diagnostics(GetParam().text));
  EXPECT_EQ(problem.kind, GetParam().kind);
  EXPECT_EQ(problem.found, GetParam().found);
}

INSTANTIATE_TEST_SUITE_P(
    All, SolveProblems,
    testing::Values(
        Problem{"warpgrade_wrapper.cu(6): error: incomplete type \"warpgrade_wrapper::"
                "warpgrade_found_solve<void (*)(float *, float *)>\" is not allowed",
                SolveProblem::Kind::wrong_type, "void (float *, float *)"},
        Problem{"warpgrade_wrapper.cu(18): error: the global scope has no \"solve\"",
                SolveProblem::Kind::missing, ""},
        Problem{"warpgrade_wrapper.cu(18): error: cannot determine which instance of overloaded "
                "function \"solve\" is intended",
                SolveProblem::Kind::overloaded, ""},
        Problem{"x.cpp:(.text+0x5f): undefined reference to `solve(float const*)'",
                SolveProblem::Kind::undefined, ""},
        Problem{"sm.cu(3): error: expected a \";\"", SolveProblem::Kind::none, ""}));

}  // namespace
}  // namespace warpgrade::compile
