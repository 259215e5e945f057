// SPDX-License-Identifier: Apache-2.0
#include "harness/report/escape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace warpgrade::report {
namespace {

struct Character {
  std::uint32_t code = 0;
  std::size_t bytes = 0;  // 0: no UTF-8 starts here.
};

// First byte's mask and value, the sequence's length, and the least code that needs that length.
struct Lead {
  unsigned mask;
  unsigned value;
  std::size_t bytes;
  std::uint32_t least;
};
constexpr std::array kLeads{Lead{0x80, 0x00, 1, 0}, Lead{0xe0, 0xc0, 2, 0x80},
                            Lead{0xf0, 0xe0, 3, 0x800}, Lead{0xf8, 0xf0, 4, 0x10000}};
constexpr std::uint32_t kLastCode = 0x10ffff;

Character decode(std::string_view text) {
  const unsigned first = static_cast<unsigned char>(text.front());
  const auto* const lead = std::ranges::find_if(
      kLeads, [&](const Lead& candidate) { return (first & candidate.mask) == candidate.value; });
  if (lead == kLeads.end() || text.size() < lead->bytes) return {};
  std::uint32_t code = first & ~lead->mask;
  for (std::size_t i = 1; i < lead->bytes; ++i) {
    const unsigned next = static_cast<unsigned char>(text[i]);
    if ((next & 0xc0) != 0x80) return {};
    code = code << 6 | (next & 0x3f);
  }
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  if (code < lead->least || code > kLastCode || surrogate) return {};
  return {code, lead->bytes};
}

// Control characters, and those that change the direction or the look of the text after them.
bool is_dangerous(std::uint32_t code) {
  constexpr std::array ranges{std::pair{0x00U, 0x1fU},     std::pair{0x7fU, 0x9fU},
                              std::pair{0x061cU, 0x061cU}, std::pair{0x200bU, 0x200fU},
                              std::pair{0x2028U, 0x202eU}, std::pair{0x2060U, 0x206fU},
                              std::pair{0xfeffU, 0xfeffU}, std::pair{0xe0000U, 0xe007fU}};
  return std::ranges::any_of(
      ranges, [&](auto range) { return code >= range.first && code <= range.second; });
}

// GitHub takes "::name::" at the start of a line (blanks before it do not matter) and "##[name]"
// anywhere.
bool starts_command(std::string_view rest, std::string_view before) {
  const bool at_start = before.find_first_not_of(" \t") == std::string_view::npos;
  return (at_start && rest.starts_with("::")) || rest.starts_with("##");
}

std::string escape_one(std::string_view rest, const Character& character) {
  if (character.bytes == 0)
    return fmt::format("\\x{:02x}", static_cast<unsigned char>(rest.front()));
  if (!is_dangerous(character.code)) return std::string{rest.substr(0, character.bytes)};
  if (character.code == '\t') return " ";
  if (character.code <= 0xff) return fmt::format("\\x{:02x}", character.code);
  return fmt::format("\\u{{{:04x}}}", character.code);
}

}  // namespace

std::string escape_line(std::string_view text, std::size_t most) {
  std::string line;
  std::size_t shown = 0;
  for (std::size_t at = 0; at < text.size(); ++shown) {
    if (shown == most) return line + "...";
    const auto rest = text.substr(at);
    const auto character = decode(rest);
    if (starts_command(rest, text.substr(0, at))) {
      line += fmt::format("\\x{:02x}", static_cast<unsigned char>(rest.front()));
    } else {
      line += escape_one(rest, character);
    }
    at += std::max<std::size_t>(character.bytes, 1);
  }
  return line;
}

}  // namespace warpgrade::report
