// SPDX-License-Identifier: Apache-2.0
#include "harness/exercise/hints.hpp"

#include "harness/exercise/exercise.hpp"

#include <fmt/format.h>

#include <fstream>
#include <string_view>
#include <utility>

namespace warpgrade::exercise {
namespace {

constexpr std::string_view kStart = "<details><summary>";
constexpr std::string_view kTitleEnd = "</summary>";
constexpr std::string_view kEnd = "</details>";

std::string without_blank_ends(std::string text) {
  const auto first = text.find_first_not_of('\n');
  if (first == std::string::npos) return {};
  text.erase(0, first);
  text.erase(text.find_last_not_of('\n') + 1);
  return text + '\n';
}

}  // namespace

std::vector<Hint> read_hints(const std::filesystem::path& readme) {
  std::ifstream file{readme};
  if (!file) throw ExerciseError{fmt::format("{}:1: cannot be read", readme.string())};
  std::vector<Hint> hints;
  int number = 0;
  int opened = 0;  // Line of the block that is being read.
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (opened == 0 && line.starts_with(kStart)) {
      const auto end = line.find(kTitleEnd);
      hints.push_back({line.substr(kStart.size(), end - kStart.size()), {}});
      opened = number;
    } else if (opened != 0 && line == kEnd) {
      hints.back().text = without_blank_ends(std::move(hints.back().text));
      opened = 0;
    } else if (opened != 0) {
      hints.back().text += line + '\n';
    }
  }
  if (opened != 0) {
    throw ExerciseError{
        fmt::format("{}:{}: the hint does not end; add a line {}", readme.string(), opened, kEnd)};
  }
  return hints;
}

}  // namespace warpgrade::exercise
