// SPDX-License-Identifier: Apache-2.0
// Cuts PTX text into tokens, one at a time; comments and white space are skipped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace warpgrade::ptx {

struct Token {
  enum class Kind : std::uint8_t {
    end,
    word,         ///< Identifier, opcode or register: `$L__BB0_1`, `%r1`, `_`.
    dot,          ///< `.name`, also `.shared::cta`; `text` is without the first dot.
    number,       ///< As spelled: `12`, `0x1FU`, `0f3F800000`, `1.5e-3`.
    string,       ///< Without its quotes.
    punctuation,  ///< One other character.
  };
  Kind kind = Kind::end;
  std::string_view text;
  std::size_t begin = 0;   ///< Offset in the text.
  std::uint32_t line = 1;  ///< 1-based.

  [[nodiscard]] bool is(char c) const { return kind == Kind::punctuation && text.front() == c; }
  [[nodiscard]] bool is_word(std::string_view word) const {
    return kind == Kind::word && text == word;
  }
  [[nodiscard]] bool is_dot(std::string_view name) const {
    return kind == Kind::dot && text == name;
  }
};

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) { advance(); }

  [[nodiscard]] const Token& peek() const { return token_; }
  /// Consumes and returns the current token; at the end it stays there.
  Token next();
  /// Consumes the current token if it is that punctuation.
  bool accept(char c);
  /// Consumes it, or throws Failure (malformed) that says what was expected.
  Token expect(char c);
  Token expect(Token::Kind kind, std::string_view what);
  /// A decimal, octal, hexadecimal or binary number up to `limit`.
  std::uint64_t expect_integer(std::string_view what, std::uint64_t limit);

  [[nodiscard]] std::string_view text() const { return text_; }

 private:
  void advance();
  void skip_blank();
  void take(Token::Kind kind, std::size_t length);
  [[nodiscard]] std::size_t number_length() const;
  [[nodiscard]] char at(std::size_t offset) const {
    return offset < text_.size() ? text_[offset] : '\0';
  }

  std::string_view text_;
  std::size_t position_ = 0;
  std::uint32_t line_ = 1;
  Token token_;
};

/// The current token as messages show it.
std::string_view shown(const Token& token);

}  // namespace warpgrade::ptx
