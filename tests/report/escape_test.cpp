// SPDX-License-Identifier: Apache-2.0
#include "harness/report/escape.hpp"

#include <gtest/gtest.h>

#include <string>

namespace warpgrade::report {
namespace {

TEST(Escape, LeavesPlainTextAlone) {
  EXPECT_EQ(escape_line("out[c * rows + r] = ok; // a::b"), "out[c * rows + r] = ok; // a::b");
  EXPECT_EQ(escape_line("größe · 日本 😀"), "größe · 日本 😀");
  EXPECT_EQ(escape_line(""), "");
}

TEST(Escape, ShowsControlCharacters) {
  EXPECT_EQ(escape_line("\x1b[2J\r\n\x7f"), "\\x1b[2J\\x0d\\x0a\\x7f");
  EXPECT_EQ(escape_line(std::string_view{"\0", 1}), "\\x00");
  EXPECT_EQ(escape_line("a\tb"), "a b");
  EXPECT_EQ(escape_line("\xc2\x9b"), "\\x9b");  // C1 control sequence introducer as UTF-8.
}

TEST(Escape, ShowsWhatReordersText) { EXPECT_EQ(escape_line("\u202e!"), "\\u{202e}!"); }

TEST(Escape, ShowsBytesThatAreNoUtf8) {
  EXPECT_EQ(escape_line("\xff"), "\\xff");
  EXPECT_EQ(escape_line("\xc3"), "\\xc3");                    // Cut short.
  EXPECT_EQ(escape_line("\xc0\xaf"), "\\xc0\\xaf");           // Overlong.
  EXPECT_EQ(escape_line("\xed\xa0\x80"), "\\xed\\xa0\\x80");  // Surrogate.
}

TEST(Escape, BreaksCommandsOfCiRunners) {
  EXPECT_EQ(escape_line("::error::x"), "\\x3a:error::x");
  EXPECT_EQ(escape_line(" \t::error::x"), "  \\x3a:error::x");
  EXPECT_EQ(escape_line("x ##[error]"), "x \\x23#[error]");
  EXPECT_EQ(escape_line("###"), "\\x23\\x23#");
}

TEST(Escape, CutsLongLines) {
  EXPECT_EQ(escape_line("abcdef", 3), "abc...");
  EXPECT_EQ(escape_line("äöüß", 4), "äöüß");
  EXPECT_EQ(escape_line("äöüß", 3), "äöü...");
}

}  // namespace
}  // namespace warpgrade::report
