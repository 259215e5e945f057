// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/judge/traffic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>

namespace warpgrade::judge {
namespace {

struct Words {
  const char* verb;
  const char* units;
};
// In the order of LineCounters::Kind.
constexpr std::array kWords{
    Words{"loads", "sectors"},
    Words{"stores", "sectors"},
    Words{"reads shared memory in", "passes"},
    Words{"writes shared memory in", "passes"},
};

bool is_global(const LineCounters& line) {
  return line.kind == LineCounters::Kind::global_load ||
         line.kind == LineCounters::Kind::global_store;
}

/// Units beyond the ideal, where they are worth a sentence. Rows that start anywhere cost a quarter
/// more sectors; bank conflicts cost twice the passes or more, but for the edges.
std::uint64_t excess(const LineCounters& line) {
  const double least = is_global(line) ? 2 : 1.5;
  const bool matters =
      static_cast<double>(line.units) > least * static_cast<double>(line.units_ideal);
  return matters ? line.units - line.units_ideal : 0;
}

std::string sentence(const LineCounters& line) {
  const auto& words = kWords.at(static_cast<std::size_t>(line.kind));
  const auto a_request = [&](std::uint64_t units) {
    return static_cast<double>(units) / static_cast<double>(line.requests);
  };
  auto text =
      fmt::format("line {} {} {:.1f} {} a request where {:.1f} would do", line.where.line,
                  words.verb, a_request(line.units), words.units, a_request(line.units_ideal));
  if (line.lane_stride_bytes != 0) {
    text += fmt::format(": neighbouring lanes are {} bytes apart",
                        std::max(line.lane_stride_bytes, -line.lane_stride_bytes));
  }
  return text;
}

}  // namespace

std::vector<std::string> explain_traffic(std::span<const KernelCounters> kernels) {
  const LineCounters* global = nullptr;
  const LineCounters* shared = nullptr;
  for (const auto& kernel : kernels) {
    for (const auto& line : kernel.lines) {
      auto& worst = is_global(line) ? global : shared;
      if (excess(line) > 0 && (worst == nullptr || excess(line) > excess(*worst))) worst = &line;
    }
  }
  std::vector<std::string> sentences;
  if (global != nullptr) sentences.push_back(sentence(*global));
  if (shared != nullptr) sentences.push_back(sentence(*shared));
  return sentences;
}

}  // namespace warpgrade::judge
