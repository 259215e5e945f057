// SPDX-License-Identifier: Apache-2.0
#include "harness/exercise/nearest.hpp"

#include <algorithm>
#include <tuple>

namespace warpgrade::exercise {
namespace {

/// Optimal string alignment distance, row by row of its table.
std::size_t edits(std::string_view from, std::string_view to) {
  std::vector<std::vector<std::size_t>> table(from.size() + 1,
                                              std::vector<std::size_t>(to.size() + 1));
  for (std::size_t i = 0; i <= from.size(); ++i) {
    for (std::size_t j = 0; j <= to.size(); ++j) {
      if (i == 0 || j == 0) {
        table[i][j] = i + j;
        continue;
      }
      const std::size_t differs = from[i - 1] == to[j - 1] ? 0 : 1;
      table[i][j] =
          std::min({table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + differs});
      if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1]) {
        table[i][j] = std::min(table[i][j], table[i - 2][j - 2] + 1);
      }
    }
  }
  return table.back().back();
}

}  // namespace

std::vector<std::string> nearest_first(std::string_view word, std::vector<std::string> names) {
  std::ranges::sort(names, {}, [word](const std::string& name) {
    return std::tuple{edits(word, name), name};
  });
  return names;
}

}  // namespace warpgrade::exercise
