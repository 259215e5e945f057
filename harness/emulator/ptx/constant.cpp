// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/ptx/constant.hpp"

#include "harness/emulator/ptx/failure.hpp"
#include "harness/emulator/ptx/names.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <charconv>
#include <cstddef>
#include <string>

namespace warpgrade::ptx {
namespace {

constexpr int kDeepest = 32;

struct Prefix {
  std::string_view spelling;
  int base;
  Constant::Kind kind;
  std::size_t digits;  ///< Exact count; 0: any.
};
constexpr std::array kPrefixes{
    Prefix{"0x", 16, Constant::Kind::integer, 0}, Prefix{"0X", 16, Constant::Kind::integer, 0},
    Prefix{"0f", 16, Constant::Kind::single, 8},  Prefix{"0F", 16, Constant::Kind::single, 8},
    Prefix{"0d", 16, Constant::Kind::real, 16},   Prefix{"0D", 16, Constant::Kind::real, 16},
    Prefix{"0b", 2, Constant::Kind::integer, 0},  Prefix{"0B", 2, Constant::Kind::integer, 0},
};

[[noreturn]] void bad_number(const Token& token) {
  malformed(token.line, fmt::format("'{}' is no number", printable(token.text, 40)));
}

template <class Value, class Format>
Value read_digits(const Token& token, std::string_view digits, Format format) {
  Value value{};
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, format);
  if (error != std::errc{} || end != digits.data() + digits.size()) bad_number(token);
  return value;
}

Constant negate(const Constant& value) {
  constexpr auto sign32 = std::uint64_t{1} << 31;
  constexpr auto sign64 = std::uint64_t{1} << 63;
  switch (value.kind) {
    case Constant::Kind::single:
      return {value.kind, value.bits ^ sign32};
    case Constant::Kind::real:
      return {value.kind, value.bits ^ sign64};
    default:
      return {value.kind, 0 - value.bits};
  }
}

/// Binary operators by their first character; those of a higher level bind tighter.
struct Operator {
  char spelling;
  bool doubled;  ///< `<<`, `>>`.
  int level;
  std::uint64_t (*apply)(std::uint64_t, std::uint64_t);
};
constexpr std::array kOperators{
    Operator{'|', false, 1, [](std::uint64_t a, std::uint64_t b) { return a | b; }},
    Operator{'^', false, 2, [](std::uint64_t a, std::uint64_t b) { return a ^ b; }},
    Operator{'&', false, 3, [](std::uint64_t a, std::uint64_t b) { return a & b; }},
    Operator{'<', true, 4, [](std::uint64_t a, std::uint64_t b) { return b < 64 ? a << b : 0; }},
    Operator{'>', true, 4, [](std::uint64_t a, std::uint64_t b) { return b < 64 ? a >> b : 0; }},
    Operator{'+', false, 5, [](std::uint64_t a, std::uint64_t b) { return a + b; }},
    Operator{'-', false, 5, [](std::uint64_t a, std::uint64_t b) { return a - b; }},
    Operator{'*', false, 6, [](std::uint64_t a, std::uint64_t b) { return a * b; }},
    Operator{'/', false, 6, [](std::uint64_t a, std::uint64_t b) { return b != 0 ? a / b : 0; }},
};

const Operator* find_operator(const Token& token, int level) {
  for (const auto& candidate : kOperators) {
    if (token.is(candidate.spelling) && candidate.level >= level) return &candidate;
  }
  return nullptr;
}

Constant parse_level(Lexer& in, int level, int depth);

Constant parse_unary(Lexer& in, int depth) {
  const Token token = in.next();
  if (depth > kDeepest) malformed(token.line, "a constant expression is nested too deeply");
  if (token.kind == Token::Kind::number) return read_number(token);
  if (token.is_word("WARP_SZ")) return {Constant::Kind::integer, 32};
  if (token.is('-')) return negate(parse_unary(in, depth + 1));
  if (token.is('+')) return parse_unary(in, depth + 1);
  if (token.is('~')) {
    const auto value = parse_unary(in, depth + 1);
    if (value.kind == Constant::Kind::integer) return {value.kind, ~value.bits};
  } else if (token.is('(')) {
    const auto value = parse_level(in, 1, depth + 1);
    in.expect(')');
    return value;
  }
  malformed(token.line, fmt::format("expected a constant before '{}'", printable(shown(token))));
}

Constant parse_level(Lexer& in, int level, int depth) {
  auto left = parse_unary(in, depth);
  while (const auto* op = find_operator(in.peek(), level)) {
    const auto line = in.next().line;
    if (op->doubled) in.expect(op->spelling);
    const auto right = parse_level(in, op->level + 1, depth + 1);
    if (left.kind != Constant::Kind::integer || right.kind != Constant::Kind::integer) {
      malformed(line, "arithmetic on floating-point constants");
    }
    left.bits = op->apply(left.bits, right.bits);
  }
  return left;
}

std::optional<std::uint64_t> as_integer(const Constant& constant, std::uint32_t size,
                                        bool untyped) {
  if (constant.kind == Constant::Kind::integer) {
    const unsigned unused = 64 - 8 * size;
    const auto high = static_cast<std::int64_t>(constant.bits << unused);
    return static_cast<std::uint64_t>(high >> unused);
  }
  const bool fits = size == (constant.kind == Constant::Kind::single ? 4U : 8U);
  if (!untyped || !fits) return std::nullopt;
  return constant_as({Constant::Kind::integer, constant.bits}, size == 4 ? Type::b32 : Type::b64);
}

}  // namespace

Constant read_number(const Token& token) {
  const auto text = token.text;
  for (const auto& prefix : kPrefixes) {
    if (!text.starts_with(prefix.spelling)) continue;
    auto digits = text.substr(prefix.spelling.size());
    if (prefix.digits == 0 && digits.ends_with('U')) digits.remove_suffix(1);
    if (prefix.digits != 0 && digits.size() != prefix.digits) bad_number(token);
    return {prefix.kind, read_digits<std::uint64_t>(token, digits, prefix.base)};
  }
  if (text.find_first_of(".eE") != std::string_view::npos) {
    const auto value = read_digits<double>(token, text, std::chars_format::general);
    return {Constant::Kind::real, std::bit_cast<std::uint64_t>(value)};
  }
  const auto digits = text.ends_with('U') ? text.substr(0, text.size() - 1) : text;
  const bool octal = digits.size() > 1 && digits.front() == '0';
  return {Constant::Kind::integer, read_digits<std::uint64_t>(token, digits, octal ? 8 : 10)};
}

bool starts_constant(const Token& token) {
  return token.kind == Token::Kind::number || token.is('-') || token.is('+') || token.is('~') ||
         token.is('(') || token.is_word("WARP_SZ");
}

Constant parse_constant(Lexer& in) { return parse_level(in, 1, 0); }

std::optional<std::uint64_t> constant_as(const Constant& constant, Type type) {
  const bool integer = constant.kind == Constant::Kind::integer;
  switch (type) {
    case Type::none:
    case Type::f16:
    case Type::f16x2:
    case Type::bf16:
    case Type::bf16x2:
      return std::nullopt;
    case Type::pred:
      return integer ? std::optional<std::uint64_t>{constant.bits != 0 ? 1 : 0} : std::nullopt;
    case Type::f64:
      if (constant.kind != Constant::Kind::real) return std::nullopt;
      return constant.bits;
    case Type::f32:
      if (integer) return std::nullopt;
      if (constant.kind == Constant::Kind::single) return constant.bits;
      return std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(constant.bits)));
    default: {
      const bool untyped = type_name(type).starts_with('b');
      return as_integer(constant, size_of(type), untyped);
    }
  }
}

}  // namespace warpgrade::ptx
