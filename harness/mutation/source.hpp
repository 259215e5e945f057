// SPDX-License-Identifier: Apache-2.0
// Tokens with the structure that operators ask for: brackets, operands, arguments.
#pragma once

#include "harness/mutation/tokens.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpgrade::mutation {

/// Tokens [begin, end).
struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Source text, which must outlive it, and its tokens. Indices are those of tokens; one beyond the
/// last reads as an empty mark.
class Source {
 public:
  explicit Source(std::string_view text);

  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] std::size_t size() const { return tokens_.size(); }
  [[nodiscard]] const Token& token(std::size_t i) const { return i < size() ? tokens_[i] : none_; }
  [[nodiscard]] bool is(std::size_t i, std::string_view text) const {
    return token(i).text == text;
  }
  [[nodiscard]] bool is_name(std::size_t i) const { return token(i).kind == TokenKind::name; }

  /// The other bracket of the pair; nothing if `i` is no bracket, or has no other. Brackets are
  /// () [] {} <<<>>> and the <> of a cast.
  [[nodiscard]] std::optional<std::size_t> mate(std::size_t i) const;
  [[nodiscard]] bool opens(std::size_t i) const { return mate(i) && *mate(i) > i; }
  [[nodiscard]] bool closes(std::size_t i) const { return mate(i) && *mate(i) < i; }

  /// The text of a range, comments and blanks inside it as they are; empty for an empty range.
  [[nodiscard]] std::string_view text_of(Range range) const;

  /// True if `i` is an operator between two values, not a sign, a pointer or a template's bracket.
  [[nodiscard]] bool is_binary(std::size_t i) const;

  /// The operands of the binary operator at `i`: up to the next token on the same level that binds
  /// no tighter than it, or a bracket that holds it.
  [[nodiscard]] Range left_operand(std::size_t i) const;
  [[nodiscard]] Range right_operand(std::size_t i) const;

  /// What commas separate between the bracket at `open` and its mate; none if a semicolon does.
  [[nodiscard]] std::vector<Range> arguments(std::size_t open) const;

 private:
  void pair_brackets();
  [[nodiscard]] bool ends_operand(std::size_t i, int strength) const;

  std::string_view text_;
  std::vector<Token> tokens_;
  std::vector<std::size_t> mates_;
  Token none_;
};

}  // namespace warpgrade::mutation
