// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/claims/claims.hpp"

#include "harness/core/text.hpp"

#include <fmt/format.h>

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
constexpr std::size_t kLongestCard = 60;
constexpr auto kHowTo =
    "say in the file what you found: // ratio to copy: 1.78x and // gap: <one sentence>";
constexpr auto kWhichCard =
    "write the ratio of this card, or name yours behind it: // ratio to copy: 1.78x (Tesla T4)";

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

/// Reads "1.78x" with the card it was found on behind it, as in "1.78x (Tesla T4)".
void read_ratio(std::string_view text, ClaimsReport& claims) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const auto rest = trimmed({end, static_cast<std::size_t>(text.data() + text.size() - end)});
  const bool is_ratio = error == std::errc{} && (rest.empty() || rest.starts_with('x'));
  if (!is_ratio || !std::isfinite(value) || value <= 0) return;
  claims.ratio_to_copy = value;
  const auto open = rest.find('(');
  const auto close = rest.find(')');
  if (open < close && close != std::string_view::npos) {
    claims.card = trimmed(rest.substr(open + 1, close - open - 1)).substr(0, kLongestCard);
  }
}

std::string lower(std::string_view text) {
  std::string result{text};
  std::ranges::transform(result, result.begin(), [](unsigned char c) { return std::tolower(c); });
  return result;
}

/// A claim names another card unless it names none or this one: "T4", "Tesla T4", "an H200".
bool is_of(const DeviceReport& device, const ClaimsReport& claims) {
  if (claims.card.empty()) return true;
  const auto named = lower(claims.card);
  for (const auto& name : {device.card, device.name}) {
    if (!name.empty() && named.find(lower(name)) != std::string::npos) return true;
  }
  return false;
}

bool is_near(double claimed, double found) {
  return std::abs(claimed - found) <= kAgreement * found;
}

/// The lesson's table is of the lesson's case, which a GPU shows beside the larger one: either will
/// do.
bool is_found(double claimed, const Report& report) {
  return is_near(claimed, report.timing->ratio_to_copy) ||
         std::ranges::any_of(report.other_timings, [&](const Timing& timing) {
           return is_near(claimed, timing.ratio_to_copy);
         });
}

void miss(Report& report, std::string summary, std::string hint) {
  report.outcome = Outcome::goal_missed;
  report.summary = std::move(summary);
  report.hint = std::move(hint);
}

// The starter's own "..." is no sentence.
bool has_words(std::string_view text) {
  return std::ranges::any_of(text,
                             [](unsigned char c) { return std::isalnum(c) != 0 || c >= 0x80; });
}

}  // namespace

ClaimsReport read_claims(std::string_view source) {
  ClaimsReport claims;
  if (const auto text = comment_after(source, "ratio to copy:")) read_ratio(*text, claims);
  const auto gap = comment_after(source, "gap:").value_or("");
  if (has_words(gap)) claims.gap = gap.substr(0, kLongestGap);
  return claims;
}

bool are_complete(const ClaimsReport& claims) {
  return claims.ratio_to_copy.has_value() && !claims.gap.empty();
}

void judge_claims(ClaimsReport claims, bool required, Report& report) {
  if (claims.ratio_to_copy && report.timing && is_of(report.device, claims)) {
    claims.agrees = is_found(*claims.ratio_to_copy, report);
  }
  const bool complete = are_complete(claims);
  const bool agrees = claims.agrees.value_or(true);
  const auto claimed = claims.ratio_to_copy.value_or(0);
  report.claims = std::move(claims);
  if (!required) return;
  const bool met = complete && agrees;
  report.goals.push_back({"claims", 1, met ? 1.0 : 0.0, met});
  if (met || report.outcome != Outcome::passed) return;
  if (!complete) {
    miss(report, "right and fast, but the file does not say its ratio to copy and what gap remains",
         kHowTo);
  } else {
    miss(report,
         fmt::format("right and fast, but the file says {:.2f}x of copy, and {:.2f}x was found",
                     claimed, report.timing->ratio_to_copy),
         kWhichCard);
  }
}

}  // namespace warpgrade::grading
