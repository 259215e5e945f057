// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/model/card.hpp"

#include <fmt/format.h>

#include <toml++/toml.h>
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string_view>
#include <variant>
#include <vector>

#include "harness/emulator/model/card_keys.hpp"
#include "harness/emulator/model/nearest_word.hpp"

namespace warpgrade::model {
namespace {

[[noreturn]] void fail(const std::string& file, const toml::source_region& where,
                       std::string_view problem) {
  throw CardError(fmt::format("{}:{}: {}", file, std::max(where.begin.line, 1u), problem));
}

std::string shown(std::string_view table, std::string_view key) {
  return table.empty() ? fmt::format("'{}'", key) : fmt::format("'{}' of [{}]", key, table);
}

/// Names that `table` may hold; "" is the file itself.
std::vector<std::string_view> names_of(std::string_view table) {
  if (table.empty()) return {"name", "limits", "time"};
  std::vector<std::string_view> names;
  for (const Key& key : keys()) {
    if (key.table == table) names.emplace_back(key.name);
  }
  return names;
}

void refuse_unknown(const std::string& file, const toml::table& table, std::string_view name) {
  const std::vector<std::string_view> known = names_of(name);
  for (const auto& [key, value] : table) {
    if (std::ranges::find(known, key.str()) != known.end()) continue;
    fail(file, key.source(),
         fmt::format("unknown key {}; did you mean '{}'?", shown(name, key.str()),
                     nearest_word(key.str(), known)));
  }
}

const toml::table& table_of(const std::string& file, const toml::table& root, const char* name) {
  const toml::node* node = root.get(name);
  if (node == nullptr) {
    fail(file, root.source(), fmt::format("table [{0}] is missing; add a line [{0}]", name));
  }
  const toml::table* table = node->as_table();
  if (table == nullptr) {
    fail(file, node->source(),
         fmt::format("'{0}' must be a table; write [{0}] above its keys", name));
  }
  return *table;
}

double number(const std::string& file, const toml::table& table, const Key& key) {
  const std::string name = shown(key.table, key.name);
  const toml::node* node = table.get(key.name);
  if (node == nullptr) {
    fail(file, table.source(), fmt::format("key {} is missing; add '{} = ...'", name, key.name));
  }
  if (!node->is_number()) {
    fail(file, node->source(), fmt::format("{} must be a number, as in '{} = 1'", name, key.name));
  }
  const double value = *node->value<double>();
  if (!std::isfinite(value) || value < key.least || value > key.most) {
    const std::string remedy = std::isfinite(key.most)
                                   ? fmt::format("between {} and {}", key.least, key.most)
                               : key.least == 0 ? "0 or more"
                                                : "more than 0";
    fail(file, node->source(), fmt::format("{} is {}; it must be {}", name, value, remedy));
  }
  return value;
}

template <typename Integer>
Integer whole(const std::string& file, const toml::table& table, const Key& key) {
  const double value = number(file, table, key);
  const toml::node& node = *table.get(key.name);
  if (!node.is_integer() || value > static_cast<double>(std::numeric_limits<Integer>::max())) {
    fail(file, node.source(),
         fmt::format("{} must be a whole number of at most {} bits", shown(key.table, key.name),
                     std::numeric_limits<Integer>::digits));
  }
  return static_cast<Integer>(*node.value<std::int64_t>());
}

void store(const std::string& file, const toml::table& table, const Key& key, Card& card) {
  if (const auto* small = std::get_if<std::uint32_t Card::*>(&key.member)) {
    card.** small = whole<std::uint32_t>(file, table, key);
  } else if (const auto* large = std::get_if<std::uint64_t Card::*>(&key.member)) {
    card.** large = whole<std::uint64_t>(file, table, key);
  } else if (const auto* real = std::get_if<double Card::*>(&key.member)) {
    card.** real = number(file, table, key);
  } else {
    card.time.*std::get<double TimeConstants::*>(key.member) = number(file, table, key);
  }
}

std::string name_of(const std::string& file, const toml::table& root) {
  const toml::node* node = root.get("name");
  if (node == nullptr) {
    fail(file, root.source(), "key 'name' is missing; add 'name = \"...\"' at the top");
  }
  const auto name = node->value<std::string>();
  if (!name || name->empty()) {
    fail(file, node->source(), "'name' must be a text, as in 'name = \"Tesla T4\"'");
  }
  return *name;
}

toml::table parse(const std::string& file) {
  if (!std::filesystem::is_regular_file(file)) {
    throw CardError(file + ": no such card file; give a100, h200, rtx4070, t4 or a file");
  }
  try {
    return toml::parse_file(file);
  } catch (const toml::parse_error& error) {
    fail(file, error.source(), fmt::format("{}; see an existing card", error.description()));
  }
}

}  // namespace

Card read_card(const std::filesystem::path& path) {
  const std::string file = path.string();
  const toml::table root = parse(file);
  refuse_unknown(file, root, "");
  Card card;
  card.id = path.stem().string();
  card.name = name_of(file, root);
  for (const char* name : {"limits", "time"}) {
    refuse_unknown(file, table_of(file, root, name), name);
  }
  for (const Key& key : keys()) store(file, table_of(file, root, key.table), key, card);
  return card;
}

}  // namespace warpgrade::model
