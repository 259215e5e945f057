// SPDX-License-Identifier: Apache-2.0
#include "harness/exercise/mistakes.hpp"

#include "harness/exercise/exercise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>
#include <string_view>

namespace warpgrade::exercise {
namespace {

constexpr std::size_t kColumns = 7;

/// One line of the table, and how to complain of it.
struct Line {
  std::string place;  ///< FILE:LINE
  std::vector<std::string> cells;

  [[noreturn]] void fail(std::string_view what) const {
    throw ExerciseError{fmt::format("{}: {}", place, what)};
  }
};

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::istringstream in{text};
  for (std::string part; std::getline(in, part, at);) parts.push_back(part);
  return parts;
}

Outcome outcome_in(const Line& line, const std::string& name) {
  if (const auto outcome = outcome_of_name(name)) return *outcome;
  line.fail(fmt::format("\"{}\" is no outcome; write one of docs/adr/0002", name));
}

std::int64_t number_in(const Line& line, const std::string& text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < 1) {
    line.fail(
        fmt::format("\"{}\" is no number of rows or cols; write one from 1, or - for both", text));
  }
  return value;
}

/// @param first, second  "31" and "33", "31x33x7" and "-", or "-" twice.
std::optional<Shape> shape_in(const Line& line, const std::string& first,
                              const std::string& second) {
  if (first == "-") return std::nullopt;
  auto texts = split(first, 'x');
  if (second != "-") texts.push_back(second);
  if (texts.empty() || texts.size() > Shape::kMostSizes) {
    line.fail(fmt::format("\"{}\" is no case; write its sizes as in 31x33x7", first));
  }
  std::vector<std::int64_t> sizes;
  sizes.reserve(texts.size());
  for (const auto& text : texts) {
    sizes.push_back(number_in(line, text.empty() ? first : text));
  }
  return Shape{std::span<const std::int64_t>{sizes}};
}

Mistake mistake_of(const Line& line, const std::filesystem::path& folder) {
  if (line.cells.size() != kColumns) {
    line.fail(
        fmt::format("has {} columns; write {}, separated by tabs", line.cells.size(), kColumns));
  }
  Mistake mistake;
  mistake.name = line.cells[0];
  mistake.outcome = outcome_in(line, line.cells[1]);
  for (const auto& name : split(line.cells[2], ',')) {
    mistake.accepted.push_back(outcome_in(line, name));
  }
  if (std::ranges::count(mistake.accepted, mistake.outcome) == 0) {
    line.fail("the outcome is not among the accepted ones; add it there");
  }
  mistake.smallest = shape_in(line, line.cells[3], line.cells[4]);
  mistake.pattern = line.cells[5];
  mistake.words = line.cells[6];
  mistake.file = folder / line.cells[1] / (mistake.name + ".cu");
  if (!std::filesystem::is_regular_file(mistake.file)) {
    line.fail(fmt::format("{} is missing; add it or drop the line", mistake.file.string()));
  }
  return mistake;
}

}  // namespace

std::vector<Mistake> read_mistakes(const std::filesystem::path& folder) {
  const auto file = folder / "expected.tsv";
  std::ifstream in{file};
  if (!in) throw ExerciseError{fmt::format("{}:1: cannot be read", file.string())};
  std::vector<Mistake> mistakes;
  std::string text;
  std::getline(in, text);  // The names of the columns.
  for (int number = 2; std::getline(in, text); ++number) {
    const Line line{fmt::format("{}:{}", file.string(), number), split(text, '\t')};
    mistakes.push_back(mistake_of(line, folder));
  }
  return mistakes;
}

}  // namespace warpgrade::exercise
