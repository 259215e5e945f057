// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/observe/declarations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <functional>
#include <numeric>
#include <utility>

namespace warpgrade::observe {
namespace {

using Text = std::string_view;
using Number = std::optional<std::uint64_t>;

constexpr std::size_t kMostDimensions = 4;
constexpr std::uint64_t kWidest = 1 << 15;  // Of an inner dimension: no product overflows.
constexpr int kMostTerms = 200;             // Of an expression, with those of the constants in it.
constexpr std::uint64_t kMost = std::uint64_t{1} << 32;  // Of a dimension, and of what makes one.

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// The first occurrence of `word` as a whole word at or after `from`.
std::size_t find_word(Text text, Text word, std::size_t from) {
  for (auto at = text.find(word, from); at != Text::npos; at = text.find(word, at + 1)) {
    const auto end = at + word.size();
    if ((at == 0 || !in_word(text[at - 1])) && (end == text.size() || !in_word(text[end])))
      return at;
  }
  return Text::npos;
}

Text trimmed_left(Text text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0)
    text.remove_prefix(1);
  return text;
}

/// Value of an expression of numbers, constants, + - * / and brackets.
class Expression {
 public:
  /// @param left  Terms that may still be looked at; the text is untrusted.
  Expression(Text source, Text text, int& left) : source_(source), text_(text), left_(left) {}

  Number value() {
    const Number result = sum();
    return trimmed_left(text_).empty() ? result : std::nullopt;
  }

 private:
  bool accept(char c) {
    text_ = trimmed_left(text_);
    if (text_.empty() || text_.front() != c) return false;
    text_.remove_prefix(1);
    return true;
  }
  static Number checked(Number a, Number b, char operation) {
    if (!a || !b || *a >= kMost || *b >= kMost) return std::nullopt;
    if (operation == '+') return *a + *b;
    if (operation == '*') return *a * *b;
    if (operation == '-') return *a >= *b ? Number(*a - *b) : std::nullopt;
    return *b != 0 ? Number(*a / *b) : std::nullopt;
  }
  Number sum() {
    Number left = product();
    while (true) {
      if (accept('+')) {
        left = checked(left, product(), '+');
      } else if (accept('-')) {
        left = checked(left, product(), '-');
      } else {
        return left;
      }
    }
  }
  Number product() {
    Number left = atom();
    while (true) {
      if (accept('*')) {
        left = checked(left, atom(), '*');
      } else if (accept('/')) {
        left = checked(left, atom(), '/');
      } else {
        return left;
      }
    }
  }
  Number atom() {
    if (--left_ < 0) return std::nullopt;
    if (accept('(')) {
      const Number inside = sum();
      return accept(')') ? inside : std::nullopt;
    }
    std::size_t length = 0;
    while (length < text_.size() && in_word(text_[length])) ++length;
    const Text word = text_.substr(0, length);
    text_.remove_prefix(length);
    if (word.empty()) return std::nullopt;
    return std::isdigit(static_cast<unsigned char>(word.front())) != 0 ? literal(word)
                                                                       : constant(word);
  }
  static Number literal(Text word) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    const Text suffix = word.substr(static_cast<std::size_t>(end - word.data()));
    const bool known = suffix.find_first_not_of("uUlL") == Text::npos;
    return error == std::errc{} && known ? Number(number) : std::nullopt;
  }
  /// `#define NAME expression`, or `NAME = expression;` where it is a constant.
  [[nodiscard]] Number constant(Text name) {
    for (auto at = find_word(source_, name, 0); at != Text::npos;
         at = find_word(source_, name, at + name.size())) {
      const auto line_start = at == 0 ? 0 : source_.rfind('\n', at - 1) + 1;
      const Text before = source_.substr(line_start, at - line_start);
      const Text after = source_.substr(at + name.size());
      const bool macro = find_word(before, "define", 0) != Text::npos;
      const bool fixed = find_word(before, "constexpr", 0) != Text::npos ||
                         find_word(before, "const", 0) != Text::npos ||
                         find_word(before, "enum", 0) != Text::npos;
      if (macro) return Expression(source_, after.substr(0, after.find('\n')), left_).value();
      const Text rest = trimmed_left(after);
      if (!fixed || rest.empty() || rest.front() != '=') continue;
      const Text value = rest.substr(1, rest.find_first_of(";,}") - 1);
      return Expression(source_, value, left_).value();
    }
    return std::nullopt;
  }

  Text source_;
  Text text_;
  int& left_;
};

using TypeRow = std::pair<Text, std::uint64_t>;
// A longer type before those that it contains.
constexpr std::array kTypes{
    TypeRow{"double2", 16}, TypeRow{"double", 8},   TypeRow{"float4", 16},
    TypeRow{"float2", 8},   TypeRow{"float", 4},    TypeRow{"int4", 16},
    TypeRow{"uint4", 16},   TypeRow{"int2", 8},     TypeRow{"uint2", 8},
    TypeRow{"int8_t", 1},   TypeRow{"uint8_t", 1},  TypeRow{"int16_t", 2},
    TypeRow{"uint16_t", 2}, TypeRow{"int32_t", 4},  TypeRow{"uint32_t", 4},
    TypeRow{"int64_t", 8},  TypeRow{"uint64_t", 8}, TypeRow{"size_t", 8},
    TypeRow{"long", 8},     TypeRow{"short", 2},    TypeRow{"char", 1},
    TypeRow{"bool", 1},     TypeRow{"__half2", 4},  TypeRow{"half2", 4},
    TypeRow{"__half", 2},   TypeRow{"half", 2},     TypeRow{"__nv_bfloat16", 2},
    TypeRow{"int", 4},      TypeRow{"unsigned", 4}, TypeRow{"uint", 4}};

/// Bytes of a type's name as it stands before the variable; 0 where it is none of the usual ones.
std::uint64_t type_bytes(Text type) {
  for (const auto& [name, bytes] : kTypes) {
    if (find_word(type, name, 0) != Text::npos) return bytes;
  }
  return 0;
}

/// One declaration: its type, and the texts in its brackets.
struct Declaration {
  Text type;
  std::vector<Text> dimensions;
};

/// The declaration of `name` in what follows a `__shared__`, up to its semicolon.
std::optional<Declaration> declaration_of(Text text, Text name) {
  const auto at = find_word(text, name, 0);
  if (at == Text::npos) return std::nullopt;
  Declaration result;
  result.type = text.substr(0, at);
  Text rest = trimmed_left(text.substr(at + name.size()));
  while (!rest.empty() && rest.front() == '[') {
    const auto end = rest.find(']');
    if (end == Text::npos) return std::nullopt;
    result.dimensions.push_back(rest.substr(1, end - 1));
    rest = trimmed_left(rest.substr(end + 1));
  }
  return result;
}

/// The last one at or before `line`, or else the first.
std::optional<Declaration> find_declaration(Text source, int line, Text name) {
  constexpr Text word = "__shared__";
  std::optional<Declaration> result;
  for (auto at = find_word(source, word, 0); at != Text::npos;
       at = find_word(source, word, at + word.size())) {
    const auto start = at + word.size();
    const auto declared =
        declaration_of(source.substr(start, source.find(';', start) - start), name);
    if (!declared) continue;
    const auto its_line = 1 + std::ranges::count(source.substr(0, at), '\n');
    if (result && its_line > line) break;
    result = declared;
  }
  return result;
}

}  // namespace

std::optional<ArrayShape> declared_shape(Text source, int line, Text name, std::uint64_t bytes) {
  const auto declaration = find_declaration(source, line, name);
  if (!declaration) return std::nullopt;
  ArrayShape shape;
  shape.is_array = !declaration->dimensions.empty();
  shape.element_bytes = type_bytes(declaration->type);
  Number first;
  for (std::size_t i = 0; i < declaration->dimensions.size(); ++i) {
    int left = kMostTerms;
    const Number size = Expression(source, declaration->dimensions[i], left).value();
    if (i == 0) first = size;
    if (i > 0 && (!size || *size == 0)) return std::nullopt;
    if (i > 0) shape.inner.push_back(*size);
    if (size.value_or(0) >= kMost || i == kMostDimensions) return std::nullopt;
  }
  if (std::ranges::any_of(shape.inner, [](auto size) { return size > kWidest; }))
    return std::nullopt;
  const auto row = std::accumulate(shape.inner.begin(), shape.inner.end(), std::uint64_t{1},
                                   std::multiplies<>());
  const std::uint64_t count = shape.is_array ? row * first.value_or(0) : 1;
  if (shape.element_bytes == 0 && count > 0 && bytes % count == 0) {
    shape.element_bytes = bytes / count;
  }
  if (shape.element_bytes == 0) return std::nullopt;
  const bool agrees =
      count > 0 ? count * shape.element_bytes == bytes : bytes % (row * shape.element_bytes) == 0;
  return bytes == 0 || agrees ? std::optional(shape) : std::nullopt;
}

std::string element_name(const std::string& name, const ArrayShape& shape, std::uint64_t offset) {
  if (!shape.is_array) return name;
  std::uint64_t index = offset / shape.element_bytes;
  std::string brackets;
  std::for_each(shape.inner.rbegin(), shape.inner.rend(), [&](std::uint64_t size) {
    brackets.insert(0, fmt::format("[{}]", index % size));
    index /= size;
  });
  return fmt::format("{}[{}]{}", name, index, brackets);
}

}  // namespace warpgrade::observe
