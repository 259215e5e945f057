// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/judge/claims.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <string>

namespace warpgrade::judge {
namespace {

constexpr double kAgrees = 0.10;
constexpr std::size_t kLongestGap = 300;

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r";
  const auto first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

bool same_letter(char a, char b) {
  return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

/// What stands behind "// <label>:" in `line`; nothing if the line is another.
std::optional<std::string_view> labelled(std::string_view line, std::string_view label) {
  line = trimmed(line);
  if (!line.starts_with("//")) return std::nullopt;
  line = trimmed(line.substr(2));
  if (line.size() < label.size()) return std::nullopt;
  if (!std::ranges::equal(line.substr(0, label.size()), label, same_letter)) return std::nullopt;
  line = trimmed(line.substr(label.size()));
  if (!line.starts_with(':')) return std::nullopt;
  return trimmed(line.substr(1));
}

/// A positive number, with or without an x behind it; nothing else.
std::optional<double> ratio_in(std::string_view text) {
  double value = 0;
  const auto* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value, std::chars_format::fixed);
  if (error != std::errc{} || !(value > 0) || !std::isfinite(value)) return std::nullopt;
  const auto unit = trimmed({rest, static_cast<std::size_t>(end - rest)});
  if (!unit.empty() && !same_letter(unit.front(), 'x')) return std::nullopt;
  return value;
}

}  // namespace

ClaimsReport parse_claims(std::string_view source, std::optional<double> measured_ratio) {
  ClaimsReport claims;
  while (!source.empty()) {
    const auto end = std::min(source.find('\n'), source.size());
    const auto line = source.substr(0, end);
    source.remove_prefix(std::min(end + 1, source.size()));
    if (const auto text = labelled(line, "ratio to copy"); text && !claims.ratio_to_copy) {
      claims.ratio_to_copy = ratio_in(*text);
    }
    if (const auto text = labelled(line, "gap"); text && claims.gap.empty()) {
      claims.gap = std::string{text->substr(0, kLongestGap)};
    }
  }
  if (claims.ratio_to_copy && measured_ratio) {
    claims.agrees = std::abs(*claims.ratio_to_copy - *measured_ratio) <= kAgrees * *measured_ratio;
  }
  return claims;
}

}  // namespace warpgrade::judge
