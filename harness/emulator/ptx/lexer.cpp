// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/ptx/lexer.hpp"

#include "harness/emulator/ptx/constant.hpp"
#include "harness/emulator/ptx/failure.hpp"

#include <fmt/format.h>

namespace warpgrade::ptx {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}

bool is_name(char c) { return is_letter(c) || is_digit(c); }

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r') || c == '\0'; }

}  // namespace

Token Lexer::next() {
  const Token token = token_;
  advance();
  return token;
}

bool Lexer::accept(char c) {
  if (!token_.is(c)) return false;
  advance();
  return true;
}

Token Lexer::expect(char c) {
  if (!token_.is(c)) {
    malformed(token_.line, fmt::format("expected '{}' before '{}'", c, shown(token_)));
  }
  return next();
}

Token Lexer::expect(Token::Kind kind, std::string_view what) {
  if (token_.kind != kind) {
    malformed(token_.line, fmt::format("expected {} before '{}'", what, shown(token_)));
  }
  return next();
}

std::uint64_t Lexer::expect_integer(std::string_view what, std::uint64_t limit) {
  const Token token = expect(Token::Kind::number, what);
  const Constant value = read_number(token);
  if (value.kind != Constant::Kind::integer || value.bits > limit) {
    malformed(token.line, fmt::format("{} is no number from 0 to {}: {}", what, limit,
                                      printable(token.text, 40)));
  }
  return value.bits;
}

void Lexer::skip_blank() {
  while (position_ < text_.size()) {
    const char c = text_[position_];
    if (is_blank(c)) {
      line_ += c == '\n' ? 1 : 0;
      ++position_;
    } else if (c == '/' && at(position_ + 1) == '/') {
      position_ = std::min(text_.find('\n', position_), text_.size());
    } else if (c == '/' && at(position_ + 1) == '*') {
      const auto end = text_.find("*/", position_ + 2);
      if (end == std::string_view::npos) malformed(line_, "a comment never ends");
      for (; position_ < end + 2; ++position_) line_ += text_[position_] == '\n' ? 1 : 0;
    } else {
      return;
    }
  }
}

void Lexer::take(Token::Kind kind, std::size_t length) {
  token_ = {kind, text_.substr(position_, length), position_, line_};
  position_ += length;
}

std::size_t Lexer::number_length() const {
  const bool prefixed = at(position_) == '0' && is_letter(at(position_ + 1));
  std::size_t length = 1;
  for (;; ++length) {
    const char c = at(position_ + length);
    const char before = at(position_ + length - 1);
    const bool exponent = !prefixed && (before == 'e' || before == 'E') && (c == '+' || c == '-');
    if (!is_name(c) && !exponent && !(c == '.' && is_digit(at(position_ + length + 1)))) break;
  }
  return length;
}

void Lexer::advance() {
  skip_blank();
  if (position_ >= text_.size()) return take(Token::Kind::end, 0);
  const char c = text_[position_];
  std::size_t length = 1;
  if (is_digit(c)) return take(Token::Kind::number, number_length());
  if (is_letter(c) || (c == '%' && is_letter(at(position_ + 1)))) {
    while (is_name(at(position_ + length))) ++length;
    return take(Token::Kind::word, length);
  }
  if (c == '.' && is_name(at(position_ + 1))) {
    const auto continues = [this](std::size_t p) {
      return is_name(at(p)) || (at(p) == ':' && at(p + 1) == ':' && is_name(at(p + 2))) ||
             (at(p) == ':' && at(p - 1) == ':' && is_name(at(p + 1)));
    };
    while (continues(position_ + length)) ++length;
    take(Token::Kind::dot, length);
    token_.text.remove_prefix(1);
    return;
  }
  if (c == '"') {
    const auto end = text_.find_first_of("\"\n", position_ + 1);
    if (end == std::string_view::npos || text_[end] == '\n')
      malformed(line_, "a string never ends");
    take(Token::Kind::string, end + 1 - position_);
    token_.text = token_.text.substr(1, token_.text.size() - 2);
    return;
  }
  take(Token::Kind::punctuation, 1);
}

std::string_view shown(const Token& token) {
  constexpr std::size_t limit = 60;
  return token.kind == Token::Kind::end ? "the end of the text" : token.text.substr(0, limit);
}

}  // namespace warpgrade::ptx
