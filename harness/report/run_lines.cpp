// SPDX-License-Identifier: Apache-2.0
#include "harness/report/run_lines.hpp"

#include "harness/report/escape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warpgrade::report {
namespace {

constexpr std::size_t kMostLines = 5;
constexpr std::size_t kMostBranches = 3;
constexpr std::size_t kMostName = 14;
constexpr double kWaste = 1.3;  ///< Less is what rows that start anywhere cost.

struct KindWords {
  std::string_view name;
  std::string_view text;
  std::string_view unit;
};
// In the order of LineCounters::Kind.
constexpr std::array kKinds{
    KindWords{"global_load", "global loads", "sectors"},
    KindWords{"global_store", "global stores", "sectors"},
    KindWords{"shared_load", "shared loads", "wavefronts"},
    KindWords{"shared_store", "shared stores", "wavefronts"},
    KindWords{"shared_atomic", "shared atomics", "wavefronts"},
};

const KindWords& words_of(const LineCounters& line) {
  return kKinds.at(static_cast<std::size_t>(line.kind));
}

std::uint64_t excess(const LineCounters& line) {
  const auto ideal = static_cast<double>(line.units_ideal);
  return static_cast<double>(line.units) > kWaste * ideal ? line.units - line.units_ideal : 0;
}

std::string place(const SourceLine& where) {
  const auto slash = where.file.rfind('/');
  const auto name = slash == std::string::npos ? where.file : where.file.substr(slash + 1);
  if (where.line == 0) return "an unknown line";
  return fmt::format("{}:{}", escape_line(name, kMostName), where.line);
}

/// "  name.cu:19              shared loads   32.0 wavefronts a request where 1.0 would do".
std::string line_text(const LineCounters& line) {
  const auto requests = static_cast<double>(line.requests);
  auto text = fmt::format("{}: {:.1f} {} a request where {:.1f} would do", words_of(line).text,
                          static_cast<double>(line.units) / requests, words_of(line).unit,
                          static_cast<double>(line.units_ideal) / requests);
  const auto stride = std::max(line.lane_stride_bytes, -line.lane_stride_bytes);
  if (stride != 0) text += fmt::format(", lanes {} bytes apart", grouped(stride));
  return row("  " + place(line.where), text);
}

void add_wasteful(Section& section, const KernelCounters& counters) {
  auto lines = by_line(counters.lines);
  std::erase_if(lines, [](const LineCounters& line) { return excess(line) == 0; });
  std::ranges::stable_sort(lines, std::ranges::greater{}, excess);
  for (std::size_t i = 0; i < std::min(lines.size(), kMostLines); ++i) {
    section.lines.push_back(line_text(lines[i]));
  }
}

void add_divergent(Section& section, const KernelCounters& counters) {
  auto branches = counters.branches;
  std::ranges::stable_sort(branches, std::ranges::greater{}, &BranchCounters::divergent);
  for (std::size_t i = 0; i < std::min(branches.size(), kMostBranches); ++i) {
    section.lines.push_back(
        row("  " + place(branches[i].where),
            fmt::format("warps divide here {} {}", grouped(branches[i].divergent),
                        branches[i].divergent == 1 ? "time" : "times")));
  }
}

Json line_json(const LineCounters& line) {
  return {{"kind", words_of(line).name},
          {"file", line.where.file},
          {"line", line.where.line},
          {"requests", line.requests},
          {"units", line.units},
          {"units_ideal", line.units_ideal},
          {"lane_stride_bytes", line.lane_stride_bytes}};
}

}  // namespace

void add_lines(Section& section, const KernelCounters& counters) {
  const auto& traffic = counters.traffic;
  if (traffic.warp_instructions > 0) {
    const auto lanes = static_cast<double>(traffic.lane_instructions) /
                       static_cast<double>(traffic.warp_instructions);
    section.lines.push_back(row(
        "  instructions",
        fmt::format("{}, of 32 lanes {:.1f} active", grouped(traffic.warp_instructions), lanes)));
  }
  add_wasteful(section, counters);
  add_divergent(section, counters);
}

Json lines_json(const KernelCounters& counters) {
  Json json{{"warp_instructions", counters.traffic.warp_instructions},
            {"lane_instructions", counters.traffic.lane_instructions},
            {"atomics", counters.traffic.atomics},
            {"lines", Json::array()},
            {"branches", Json::array()}};
  for (const auto& line : by_line(counters.lines)) json["lines"].push_back(line_json(line));
  for (const auto& [where, divergent] : counters.branches) {
    json["branches"].push_back(
        {{"file", where.file}, {"line", where.line}, {"divergent", divergent}});
  }
  return json;
}

}  // namespace warpgrade::report
