// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/claims/claims.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>

namespace warpgrade::grading {
namespace {

constexpr double kAgreement = 0.10;
constexpr std::size_t kLongestGap = 300;
constexpr auto kHowTo =
    "say in the file what you found: // ratio to copy: 1.78x and // gap: <one sentence>";

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

bool starts_with_words(std::string_view text, std::string_view words) {
  const auto lower = [](unsigned char c) { return std::tolower(c); };
  return text.size() >= words.size() &&
         std::ranges::equal(text.substr(0, words.size()), words, {}, lower);
}

// What follows "// <key>:" on the first line that is such a comment.
std::optional<std::string_view> comment_after(std::string_view source, std::string_view key) {
  while (!source.empty()) {
    const auto end = std::min(source.find('\n'), source.size());
    auto line = trimmed(source.substr(0, end));
    source.remove_prefix(std::min(end + 1, source.size()));
    if (!line.starts_with("//")) continue;
    line = trimmed(line.substr(std::min(line.find_first_not_of('/'), line.size())));
    if (starts_with_words(line, key)) return trimmed(line.substr(key.size()));
  }
  return std::nullopt;
}

std::optional<double> ratio(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const auto rest = trimmed({end, static_cast<std::size_t>(text.data() + text.size() - end)});
  const bool is_ratio = error == std::errc{} && (rest.empty() || rest.starts_with('x'));
  if (!is_ratio || !std::isfinite(value) || value <= 0) return std::nullopt;
  return value;
}

// The starter's own "..." is no sentence.
bool has_words(std::string_view text) {
  return std::ranges::any_of(text,
                             [](unsigned char c) { return std::isalnum(c) != 0 || c >= 0x80; });
}

}  // namespace

ClaimsReport read_claims(std::string_view source) {
  ClaimsReport claims;
  if (const auto text = comment_after(source, "ratio to copy:"))
    claims.ratio_to_copy = ratio(*text);
  const auto gap = comment_after(source, "gap:").value_or("");
  if (has_words(gap)) claims.gap = gap.substr(0, kLongestGap);
  return claims;
}

bool are_complete(const ClaimsReport& claims) {
  return claims.ratio_to_copy.has_value() && !claims.gap.empty();
}

void judge_claims(ClaimsReport claims, bool required, Report& report) {
  if (claims.ratio_to_copy && report.timing) {
    const auto found = report.timing->ratio_to_copy;
    claims.agrees = std::abs(*claims.ratio_to_copy - found) <= kAgreement * found;
  }
  const bool complete = are_complete(claims);
  report.claims = std::move(claims);
  if (required) report.goals.push_back({"claims", 1, complete ? 1.0 : 0.0, complete});
  if (!required || complete || report.outcome != Outcome::passed) return;
  report.outcome = Outcome::goal_missed;
  report.summary =
      "right and fast, but the file does not say its ratio to copy and what gap remains";
  report.hint = kHowTo;
}

}  // namespace warpgrade::grading
