// SPDX-License-Identifier: Apache-2.0
#include "harness/exercise/toml_file.hpp"

#include "harness/exercise/exercise.hpp"
#include "harness/exercise/fill.hpp"
#include "harness/exercise/nearest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <utility>

namespace warpgrade::exercise {
namespace {

/// How a value reads in a message: 0, "x", an array.
std::string as_written(const toml::node& node) {
  if (node.is_table()) return "a table";
  if (node.is_array()) return "an array";
  if (const auto* text = node.as_string()) return fmt::format("\"{}\"", text->get());
  if (const auto* number = node.as_integer()) return fmt::format("{}", number->get());
  if (const auto* number = node.as_floating_point()) return fmt::format("{}", number->get());
  if (const auto* truth = node.as_boolean()) return fmt::format("{}", truth->get());
  return "a date or a time";
}

std::string read_text(const std::filesystem::path& file) {
  std::ifstream stream{file, std::ios::binary};
  std::ostringstream text;
  if (!std::filesystem::is_regular_file(file) || !stream || !(text << stream.rdbuf())) {
    throw ExerciseError{
        fmt::format("{}:1: cannot be read, or is empty; check that the file exists and holds TOML",
                    file.string())};
  }
  return text.str();
}

}  // namespace

toml::table parse_toml(const std::filesystem::path& file) {
  try {
    return toml::parse(read_text(file), file.string());
  } catch (const toml::parse_error& error) {
    throw ExerciseError{fmt::format("{}:{}: {}; correct the TOML syntax there", file.string(),
                                    error.source().begin.line, error.description())};
  }
}

Section::Section(const std::filesystem::path& file, const toml::table& table, std::string path,
                 std::vector<std::string> known)
    : file_{&file}, table_{&table}, path_{std::move(path)} {
  for (const auto& [key, value] : table) {
    if (std::ranges::find(known, key.str()) != known.end()) continue;
    const auto nearest = nearest_first(key.str(), known);
    fail(key.str(), "is not a key that we know",
         fmt::format("did you mean {}? Known keys: {}", nearest.front(), fmt::join(known, ", ")));
  }
}

const toml::node* Section::find(std::string_view key) const { return table_->get(key); }

void Section::fail(std::string_view key, std::string_view what, std::string_view remedy) const {
  const auto* node = find(key);
  const auto line = node ? node->source().begin.line : this->line();
  throw ExerciseError{fmt::format("{}:{}: {}{}{} {}; {}", file_->string(), line, path_,
                                  path_.empty() ? "" : " ", key, what, remedy)};
}

void Section::missing(std::string_view key, std::string_view remedy) const {
  fail(key, "is missing", remedy);
}

std::optional<std::string> Section::text(std::string_view key) const {
  const auto* node = find(key);
  if (!node) return std::nullopt;
  const auto* value = node->as_string();
  if (!value) fail(key, fmt::format("is {}, not a text", as_written(*node)), "put it in quotes");
  if (value->get().empty()) fail(key, "is empty", "write a text between the quotes");
  return value->get();
}

std::optional<bool> Section::boolean(std::string_view key) const {
  const auto* node = find(key);
  if (!node) return std::nullopt;
  if (const auto* value = node->as_boolean()) return value->get();
  fail(key, fmt::format("is {}", as_written(*node)), "write true or false");
}

std::optional<std::int64_t> Section::integer(std::string_view key, std::int64_t least,
                                             std::int64_t most) const {
  const auto* node = find(key);
  if (!node) return std::nullopt;
  const auto* value = node->as_integer();
  const auto is = fmt::format("is {}", as_written(*node));
  if (!value) fail(key, is, "write a whole number, without quotes or point");
  if (value->get() < least)
    fail(key, is, fmt::format("write a whole number of at least {}", least));
  if (value->get() > most) fail(key, is, fmt::format("write a whole number of at most {}", most));
  return value->get();
}

std::optional<double> Section::positive(std::string_view key) const {
  const auto* node = find(key);
  if (!node) return std::nullopt;
  const auto value = node->is_number() ? node->value<double>() : std::nullopt;
  if (!value || !std::isfinite(*value) || *value <= 0) {
    fail(key, fmt::format("is {}", as_written(*node)), "write a number above zero, such as 1.5");
  }
  return value;
}

std::optional<std::vector<std::string>> Section::texts(std::string_view key) const {
  const auto* node = find(key);
  if (!node) return std::nullopt;
  const auto* array = node->as_array();
  if (!array || !std::ranges::all_of(*array, &toml::node::is_string)) {
    fail(key, fmt::format("is {}", as_written(*node)),
         R"(write an array of texts, such as ["a", "b"])");
  }
  std::vector<std::string> values;
  for (const auto& item : *array) values.push_back(item.as_string()->get());
  return values;
}

std::optional<std::vector<std::string>> Section::text_or_texts(std::string_view key) const {
  const auto* node = find(key);
  if (!node) return std::nullopt;
  if (!node->is_array()) return std::vector{*text(key)};
  auto values = texts(key);
  if (values->empty()) fail(key, "is an empty array", "write at least one text, or leave it out");
  return values;
}

std::optional<Section> Section::section(std::string_view key,
                                        std::vector<std::string> known) const {
  const auto* node = find(key);
  if (!node) return std::nullopt;
  const auto* table = node->as_table();
  if (!table) {
    fail(key, fmt::format("is {}, not a table", as_written(*node)),
         fmt::format("write [{}] on a line of its own, then one KEY = VALUE a line", key));
  }
  return Section{*file_, *table, fmt::format("[{}]", key), std::move(known)};
}

std::vector<Section> Section::sections(std::string_view key,
                                       const std::vector<std::string>& known) const {
  const auto* node = find(key);
  if (!node) return {};
  const auto* array = node->as_array();
  if (!array || !std::ranges::all_of(*array, &toml::node::is_table)) {
    fail(key, fmt::format("is {}, not an array of tables", as_written(*node)),
         fmt::format("begin each entry with [[{}]] on a line of its own", key));
  }
  std::vector<Section> sections;
  for (const auto& item : *array) {
    sections.emplace_back(*file_, *item.as_table(), fmt::format("[[{}]]", key), known);
  }
  return sections;
}

std::optional<std::vector<Section::Word>> Section::words(std::string_view key,
                                                         std::int64_t most) const {
  const auto* node = find(key);
  if (!node) return std::nullopt;
  const auto* array = node->as_array();
  if (!array) fail(key, fmt::format("is {}, not an array", as_written(*node)), "put it in [ ]");
  std::vector<Word> values;
  values.reserve(array->size());
  for (const auto& item : *array) {
    const auto* number = item.as_integer();
    const auto* text = item.as_string();
    if (text) {
      values.emplace_back(text->get());
    } else if (number && number->get() >= 1 && number->get() <= most) {
      values.emplace_back(number->get());
    } else {
      fail(key, fmt::format("holds {}", as_written(item)),
           fmt::format("write names in quotes or whole numbers from 1 to {}", most));
    }
  }
  return values;
}

Shape Section::shape(const std::vector<std::string>& sizes, std::int64_t most) const {
  std::vector<std::int64_t> values;
  values.reserve(sizes.size());
  for (const auto& name : sizes) {
    values.push_back(required(integer(name, 1, most), name,
                              fmt::format("add {} = N, a whole number from 1 on", name)));
  }
  const Shape shape{std::span<const std::int64_t>{values}};
  if (!shape.exceeds(most)) return shape;
  fail(sizes.front(),
       fmt::format("{}is {} elements",
                   sizes.size() < 2
                       ? ""
                       : fmt::format("x {} ", fmt::join(sizes.begin() + 1, sizes.end(), " x ")),
                   shape_text(shape)),
       fmt::format("make the case smaller: at most {} elements", most));
}

}  // namespace warpgrade::exercise
