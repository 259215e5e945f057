// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/ptx/initializer.hpp"

#include "harness/emulator/ptx/constant.hpp"
#include "harness/emulator/ptx/failure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>

namespace warpgrade::ptx {
namespace {

constexpr std::uint32_t kAddressBytes = 8;

class Reader {
 public:
  Reader(Lexer& in, Variable& variable, bool open)
      : in_(in), variable_(variable), limit_(open ? kNoLimit : variable.bytes) {}

  /// Values of one brace level; `strides` are the bytes of the levels below.
  void read_list(std::uint64_t begin, std::span<const std::uint64_t> strides) {
    in_.expect('{');
    const auto stride = strides.empty() ? size_of(variable_.type) : strides.front();
    auto at = begin;
    while (!in_.peek().is('}')) {
      if (in_.peek().is('{') && !strides.empty()) {
        read_list(at, strides.subspan(1));
        at += stride;
      } else {
        read_value(at);
        at += size_of(variable_.type);
      }
      if (!in_.accept(',')) break;
    }
    in_.expect('}');
    end_ = std::max(end_, at);
  }

  void read_value(std::uint64_t at) {
    const auto line = in_.peek().line;
    const auto size = size_of(variable_.type);
    if (at + size > limit_) malformed(line, "more initial values than the variable has room for");
    if (!starts_constant(in_.peek())) return read_symbol(at);
    const auto bits = constant_as(parse_constant(in_), variable_.type);
    if (!bits) malformed(line, "an initial value that does not fit its type");
    store(at, *bits, size);
    end_ = std::max(end_, at + size);
  }

  [[nodiscard]] std::uint64_t end() const { return end_; }

 private:
  static constexpr auto kNoLimit = std::numeric_limits<std::uint64_t>::max();

  void read_symbol(std::uint64_t at) {
    const auto name = in_.expect(Token::Kind::word, "an initial value");
    if (size_of(variable_.type) != kAddressBytes) {
      unsupported(name.line, "parts of addresses as initial values");
    }
    Variable::Relocation relocation;
    relocation.at = at;
    relocation.generic = name.text == "generic";
    relocation.name = name.text;
    if (relocation.generic) {
      in_.expect('(');
      relocation.name = in_.expect(Token::Kind::word, "a variable").text;
      in_.expect(')');
    }
    if (in_.peek().is('+') || in_.peek().is('-')) {
      const auto offset = constant_as(parse_constant(in_), Type::s64);
      if (!offset) malformed(name.line, "an offset that is no integer");
      relocation.offset = static_cast<std::int64_t>(*offset);
    }
    variable_.relocations.push_back(std::move(relocation));
    store(at, 0, kAddressBytes);
    end_ = std::max(end_, at + kAddressBytes);
  }

  void store(std::uint64_t at, std::uint64_t bits, std::uint32_t size) {
    auto& bytes = variable_.initial;
    // Memory must stay proportional to the text, so lists within lists cannot leave large gaps.
    if (at > bytes.size() + kLongestGap) unsupported(in_.peek().line, "an initial value with gaps");
    if (bytes.size() < at + size) bytes.resize(at + size);
    for (std::uint32_t i = 0; i < size; ++i) {
      bytes[at + i] = static_cast<std::byte>(bits >> (8 * i));
    }
  }

  static constexpr std::uint64_t kLongestGap = 64;

  Lexer& in_;
  Variable& variable_;
  std::uint64_t limit_;
  std::uint64_t end_ = 0;
};

}  // namespace

void parse_initializer(Lexer& in, const std::vector<std::uint64_t>& extents, std::uint32_t elements,
                       Variable& variable) {
  const bool open = !extents.empty() && extents.front() == 0;
  Reader reader{in, variable, open};
  if (extents.empty() && elements == 1) {
    reader.read_value(0);
    return;
  }
  // Bytes below each level of braces: the product of the extents behind it, vectors being one more
  // level.
  std::vector<std::uint64_t> strides;
  std::uint64_t stride = size_of(variable.type);
  if (elements > 1) strides.insert(strides.begin(), stride *= elements);
  for (std::size_t i = extents.size(); i > 1; --i) {
    strides.insert(strides.begin(), stride *= extents[i - 1]);
  }
  if (extents.empty()) strides.clear();
  reader.read_list(0, strides);
  if (open) variable.bytes = reader.end();
}

}  // namespace warpgrade::ptx
