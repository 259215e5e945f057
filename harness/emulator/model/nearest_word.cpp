// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/model/nearest_word.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <vector>

namespace warpgrade::model {
namespace {

// Levenshtein's distance, one row of the table at a time.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({changed, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string_view nearest_word(std::string_view word, std::span<const std::string_view> known) {
  assert(!known.empty());
  return *std::ranges::min_element(
      known, {}, [&](std::string_view candidate) { return distance(word, candidate); });
}

}  // namespace warpgrade::model
