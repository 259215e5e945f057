// SPDX-License-Identifier: Apache-2.0
#include "harness/report/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>

namespace warpgrade::report {
namespace {

constexpr std::size_t kLabelWidth = 24;
constexpr std::size_t kTextWidth = 74;

std::size_t height(const std::vector<Section>& sections) {
  std::size_t lines = 0;
  for (const auto& section : sections) {
    if (!section.lines.empty()) lines += section.lines.size() + (lines == 0 ? 0 : 1);
  }
  return lines;
}

// Takes at least `excess` lines away, as far as the section may shrink; one line tells of it.
void cut(Section& section, std::size_t excess) {
  if (section.lines.size() <= section.keep) return;
  const auto away = std::min(excess + 1, section.lines.size() - section.keep);
  if (away < 2) return;
  section.lines.resize(section.lines.size() - away);
  section.lines.push_back(
      row("", fmt::format("... {} more lines of {}: --format json has all", away, section.name)));
}

// Indices of the sections, the least important first.
std::vector<std::size_t> by_importance(const std::vector<Section>& sections) {
  std::vector<std::size_t> order(sections.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return sections[i].importance; });
  return order;
}

struct Unit {
  double seconds;
  std::string_view name;
};
constexpr std::array kUnits{Unit{1, "s"}, Unit{1e-3, "ms"}, Unit{1e-6, "us"}, Unit{1e-9, "ns"}};

}  // namespace

void fit(std::vector<Section>& sections, std::size_t most) {
  const auto order = by_importance(sections);
  for (const auto i : order) {
    const auto lines = height(sections);
    if (lines <= most) return;
    cut(sections[i], lines - most);
  }
  std::string left_out;
  for (const auto i : order) {
    auto& section = sections[i];
    if (height(sections) + 1 <= most || section.importance >= kAlwaysShown) break;
    if (section.lines.empty()) continue;
    section.lines.clear();
    left_out += (left_out.empty() ? "" : ", ") + section.name;
  }
  if (!left_out.empty())
    sections.back().lines.push_back(row("left out", left_out + ": --format json has all"));
}

std::string join(const std::vector<Section>& sections) {
  std::string text;
  for (const auto& section : sections) {
    if (section.lines.empty()) continue;
    if (!text.empty()) text += '\n';
    for (const auto& line : section.lines) text += line + '\n';
  }
  return text;
}

std::string row(std::string_view label, std::string_view text) {
  return fmt::format("  {:<{}}{}", label, kLabelWidth, text);
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    auto end = text.size();
    if (end > width) {
      const auto blank = text.rfind(' ', width);
      end = blank == std::string_view::npos || blank == 0 ? text.find(' ', 1) : blank;
      end = std::min(end, text.size());
    }
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

void append(Section& section, std::string_view label, std::string_view text) {
  for (const auto& line : wrapped(text, kTextWidth)) {
    section.lines.push_back(row(label, line));
    label = "";
  }
}

std::string grouped(std::uint64_t value) {
  auto digits = std::to_string(value);
  constexpr std::size_t group = 3;
  for (auto at = digits.size(); at > group;) digits.insert(at -= group, 1, ' ');
  return digits;
}

std::string seconds_text(double seconds) {
  const auto* unit =
      std::ranges::find_if(kUnits, [&](const Unit& u) { return seconds >= u.seconds; });
  if (unit == kUnits.end()) --unit;
  const auto value = seconds / unit->seconds;
  const int digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return fmt::format("{:.{}f} {}", value, digits, unit->name);
}

std::string value_text(std::uint64_t bits, ElementType type) {
  const auto word = static_cast<std::uint32_t>(bits);
  switch (type) {
    case ElementType::int32:
      return fmt::format("{}", static_cast<std::int32_t>(word));
    case ElementType::float64: {
      const auto value = std::bit_cast<double>(bits);
      return std::isfinite(value) ? fmt::format("{}", value)
                                  : fmt::format("{} (0x{:016x})", value, bits);
    }
    case ElementType::float32:
      break;
  }
  const auto value = std::bit_cast<float>(word);
  if (!std::isfinite(value)) return fmt::format("{} (0x{:08x})", value, word);
  return fmt::format("{}", value);
}

}  // namespace warpgrade::report
