// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/ptx/lexer.hpp"

#include "harness/emulator/ptx/failure.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace warpgrade::ptx {
namespace {

using Kind = Token::Kind;

std::vector<Token> tokens(std::string_view text) {
  std::vector<Token> list;
  Lexer in{text};
  while (in.peek().kind != Kind::end) list.push_back(in.next());
  return list;
}

struct Spelled {
  const char* text;
  Kind kind;
  const char* token;
};

class OneToken : public testing::TestWithParam<Spelled> {};

TEST_P(OneToken, IsTakenWhole) {
  const auto list = tokens(GetParam().text);
  ASSERT_EQ(list.size(), 1U) << GetParam().text;
  EXPECT_EQ(list[0].kind, GetParam().kind);
  EXPECT_EQ(list[0].text, GetParam().token);
}

INSTANTIATE_TEST_SUITE_P(
    Lexer, OneToken,
    testing::Values(
        Spelled{"$L__BB0_17", Kind::word, "$L__BB0_17"}, Spelled{"%rd104", Kind::word, "%rd104"},
        Spelled{"_", Kind::word, "_"}, Spelled{" add\t", Kind::word, "add"},
        Spelled{".s32", Kind::dot, "s32"}, Spelled{".shared::cta", Kind::dot, "shared::cta"},
        Spelled{".L2::128B", Kind::dot, "L2::128B"},
        Spelled{"0f3F800000", Kind::number, "0f3F800000"}, Spelled{"0x1FU", Kind::number, "0x1FU"},
        Spelled{"9.0", Kind::number, "9.0"}, Spelled{"1.5e-3", Kind::number, "1.5e-3"},
        Spelled{"\"a, b\"", Kind::string, "a, b"}, Spelled{"// x\n;", Kind::punctuation, ";"},
        Spelled{"/* x\ny */;", Kind::punctuation, ";"},
        Spelled{"\r\n;\0", Kind::punctuation, ";"}));

TEST(Lexer, KeepsLabelsAndPrototypesApartFromTheirColon) {
  const auto list = tokens("L:.callprototype");
  ASSERT_EQ(list.size(), 3U);
  EXPECT_TRUE(list[1].is(':'));
  EXPECT_TRUE(list[2].is_dot("callprototype"));
}

TEST(Lexer, TakesPrefixedNumbersWithoutTheOperatorBehindThem) {
  const auto list = tokens("0x1e+2");
  ASSERT_EQ(list.size(), 3U);
  EXPECT_EQ(list[0].text, "0x1e");
}

TEST(Lexer, CountsLinesInCommentsToo) {
  const auto list = tokens("a\n// b\n/* c\n\n */ d\r\ne");
  ASSERT_EQ(list.size(), 3U);
  EXPECT_EQ(list[0].line, 1U);
  EXPECT_EQ(list[1].line, 5U);
  EXPECT_EQ(list[2].line, 6U);
}

TEST(Lexer, IgnoresNulsAtTheEnd) { EXPECT_EQ(tokens(std::string_view{"ret\0\0\0", 6}).size(), 1U); }

TEST(Lexer, RefusesWhatNeverEnds) {
  EXPECT_THROW(tokens("a /* b"), Failure);
  EXPECT_THROW(tokens("\"a\nb\""), Failure);
  EXPECT_THROW(tokens("\"a"), Failure);
}

TEST(Lexer, TakesAnyOtherCharacterAlone) { EXPECT_EQ(tokens("#\x80%.").size(), 4U); }

TEST(Lexer, SaysWhatItExpected) {
  Lexer in{"\n ret"};
  try {
    in.expect(';');
    FAIL();
  } catch (const Failure& failure) {
    EXPECT_STREQ(failure.what(), "expected ';' before 'ret'");
    EXPECT_EQ(failure.ptx_line(), 2U);
  }
}

TEST(Printable, IsOneShortLineOfAscii) {
  EXPECT_EQ(printable("  a \n\t b\x01\xC3 "), "a b??");
  EXPECT_EQ(printable("abcdef", 3), "abc...");
}

}  // namespace
}  // namespace warpgrade::ptx
