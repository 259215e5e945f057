// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/model/card_keys.hpp"

#include <fmt/format.h>

namespace warpgrade::model {
namespace {

/// Shortest text that reads back as the same number, and as a float.
std::string real_text(double value) {
  auto text = fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::string value_text(const Card& card, const Key& key) {
  if (const auto* small = std::get_if<std::uint32_t Card::*>(&key.member)) {
    return std::to_string(card.**small);
  }
  if (const auto* large = std::get_if<std::uint64_t Card::*>(&key.member)) {
    return std::to_string(card.**large);
  }
  if (const auto* real = std::get_if<double Card::*>(&key.member)) return real_text(card.**real);
  return real_text(card.time.*std::get<double TimeConstants::*>(key.member));
}

std::string comment(std::string_view note) {
  std::string text;
  while (!note.empty()) {
    const auto end = std::min(note.find('\n'), note.size());
    text += fmt::format("# {}\n", note.substr(0, end));
    note.remove_prefix(std::min(end + 1, note.size()));
  }
  return text;
}

}  // namespace

std::string card_text(const Card& card, std::string_view note) {
  auto text = comment(note) + fmt::format("name = \"{}\"\n", card.name);
  std::string_view table;
  for (const auto& key : keys()) {
    if (key.table != table) {
      table = key.table;
      text += fmt::format("\n[{}]\n", table);
    }
    text += fmt::format("{} = {}\n", key.name, value_text(card, key));
  }
  return text;
}

}  // namespace warpgrade::model
