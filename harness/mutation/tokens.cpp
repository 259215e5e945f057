// SPDX-License-Identifier: Apache-2.0
#include "harness/mutation/tokens.hpp"

#include <algorithm>
#include <array>

namespace warpgrade::mutation {
namespace {

// Longest first.
constexpr std::array<std::string_view, 28> kMarks{
    "<<<", ">>>", "<<=", ">>=", "...", "<=>", "<=", ">=", "==", "!=", "&&", "||", "++", "--",
    "+=",  "-=",  "*=",  "/=",  "%=",  "&=",  "|=", "^=", "->", "::", "<<", ">>", "##", ".*"};

constexpr std::string_view kBlanks = " \t\r\n\v\f";

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}
bool is_blank(char c) { return kBlanks.find(c) != std::string_view::npos; }

class Lexer {
 public:
  explicit Lexer(std::string_view source) : source_{source} {}

  std::vector<Token> tokens() {
    std::vector<Token> all;
    for (skip(); at_ < source_.size(); skip()) {
      const auto kind = kind_here();
      const auto size = size_here(kind);
      all.push_back({kind, source_.substr(at_, size), at_, line_});
      advance(size);
    }
    return all;
  }

 private:
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < source_.size() ? source_[at_ + ahead] : '\0';
  }

  [[nodiscard]] bool starts(std::string_view text) const {
    return source_.substr(at_, text.size()) == text;
  }

  void advance(std::size_t count) {
    for (; count > 0 && at_ < source_.size(); --count, ++at_) {
      if (source_[at_] == '\n') {
        ++line_;
        line_is_new_ = true;
      } else if (!is_blank(source_[at_])) {
        line_is_new_ = false;
      }
    }
  }

  /// Up to and with `stop`, or to the end.
  void advance_past(std::string_view stop, std::size_t from) {
    const auto found = source_.find(stop, at_ + from);
    advance(found == std::string_view::npos ? source_.size() - at_ : found + stop.size() - at_);
  }

  /// A line of the preprocessor, with those that a backslash joins to it.
  void skip_directive() {
    auto end = source_.find('\n', at_);
    while (end != std::string_view::npos && source_[end - 1] == '\\') {
      end = source_.find('\n', end + 1);
    }
    advance(end == std::string_view::npos ? source_.size() - at_ : end - at_);
  }

  void skip() {
    while (at_ < source_.size()) {
      if (is_blank(peek())) {
        advance(1);
      } else if (starts("//")) {
        advance_past("\n", 2);
      } else if (starts("/*")) {
        advance_past("*/", 2);
      } else if (peek() == '#' && line_is_new_) {
        skip_directive();
      } else {
        return;
      }
    }
  }

  [[nodiscard]] TokenKind kind_here() const {
    if (is_letter(peek())) return TokenKind::name;
    if (is_digit(peek()) || (peek() == '.' && is_digit(peek(1)))) return TokenKind::number;
    if (peek() == '"' || peek() == '\'') return TokenKind::text;
    return TokenKind::mark;
  }

  [[nodiscard]] std::size_t size_here(TokenKind kind) const {
    switch (kind) {
      case TokenKind::name:
      case TokenKind::number:
        return word_size(kind == TokenKind::number);
      case TokenKind::text:
        return quoted_size();
      case TokenKind::mark:
        break;
    }
    const auto* const known =
        std::ranges::find_if(kMarks, [this](std::string_view mark) { return starts(mark); });
    return known == kMarks.end() ? 1 : known->size();
  }

  [[nodiscard]] std::size_t word_size(bool number) const {
    std::size_t size = 1;
    while (is_letter(peek(size)) || is_digit(peek(size)) ||
           (number && (peek(size) == '.' || peek(size) == '\''))) {
      ++size;
    }
    return size;
  }

  [[nodiscard]] std::size_t quoted_size() const {
    std::size_t size = 1;
    while (at_ + size < source_.size() && peek(size) != peek()) size += peek(size) == '\\' ? 2 : 1;
    return std::min(size + 1, source_.size() - at_);
  }

  std::string_view source_;
  std::size_t at_ = 0;
  int line_ = 1;
  bool line_is_new_ = true;
};

}  // namespace

std::vector<Token> tokenize(std::string_view source) { return Lexer{source}.tokens(); }

}  // namespace warpgrade::mutation
