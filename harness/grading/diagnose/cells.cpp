// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/diagnose/cells.hpp"

#include <fmt/format.h>

namespace warpgrade::diagnose {
namespace {

constexpr std::size_t kResiduesNamed = 4;

/// How many indices below `length` have the residue.
std::int64_t with_residue(std::int64_t length, std::int64_t period, std::int64_t residue) {
  return (length - residue + period - 1) / period;
}

/// Indices 0, 1, ... as many as there are residues that occur.
std::size_t occurring(std::int64_t length, std::int64_t period) {
  return static_cast<std::size_t>(std::min(length, period));
}

}  // namespace

std::string range_text(std::int64_t first, std::int64_t last) {
  return first == last ? fmt::format("{}", first) : fmt::format("{}..{}", first, last);
}

std::vector<std::int64_t> residues(const Evidence& e, Axis axis, std::int64_t period,
                                   bool (*is_chosen)(const WrongCell&)) {
  const auto length = output_length(e, axis);
  const auto across = axis == Axis::rows ? e.input.rows : e.input.cols;
  std::vector<std::int64_t> counts(occurring(length, period));
  for (const auto& cell : e.cells) {
    if (is_chosen(cell))
      ++counts[static_cast<std::size_t>(along(axis, cell.row, cell.col) % period)];
  }
  std::vector<std::int64_t> full;
  for (std::int64_t residue = 0; residue < std::ssize(counts); ++residue) {
    const auto count = counts[static_cast<std::size_t>(residue)];
    if (count == 0) continue;
    if (count != with_residue(length, period, residue) * across) return {};
    full.push_back(residue);
  }
  if (full.size() == counts.size()) return {};
  return full;
}

std::size_t runs(const std::vector<std::int64_t>& residues) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < residues.size(); ++i) {
    if (i == 0 || residues[i] != residues[i - 1] + 1) ++count;
  }
  return count;
}

std::string residues_text(const std::vector<std::int64_t>& residues) {
  const bool in_runs = 2 * runs(residues) <= residues.size();
  std::string text;
  std::size_t named = 0;
  for (std::size_t i = 0; i < residues.size(); ++named) {
    auto last = i;
    while (in_runs && last + 1 < residues.size() && residues[last + 1] == residues[last] + 1)
      ++last;
    if (named == kResiduesNamed) return text + ", ...";
    text += named == 0 ? "" : ", ";
    text += last == i ? fmt::format("{}", residues[i])
                      : fmt::format("{} to {}", residues[i], residues[last]);
    i = last + 1;
  }
  return text;
}

const Launch* the_launch(const Evidence& e) {
  const Launch* found = nullptr;
  for (const auto& launch : e.launches) {
    if (launch.refused) continue;
    if (found != nullptr && found->grid != launch.grid) return nullptr;
    found = &launch;
  }
  return found;
}

}  // namespace warpgrade::diagnose
