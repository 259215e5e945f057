// SPDX-License-Identifier: Apache-2.0
// The notation of OpcodeRow::operands.
#include "harness/emulator/ptx/grammar.hpp"
#include "harness/emulator/ptx/names.hpp"

#include <algorithm>
#include <array>
#include <cassert>

namespace warpgrade::ptx {
namespace {

using Role = OperandSpec::Role;
using Width = OperandSpec::Width;

void read_width(std::string_view width, OperandSpec& spec) {
  if (width == "source") {
    spec.width = Width::source;
  } else if (width == "wide") {
    spec.width = Width::wide;
  } else if (width == "addr") {
    spec.width = Width::address;
  } else if (width == "vec") {
    spec.vector = spec.wider = true;
  } else if (width == "frag") {
    spec.fragment = true;
    spec.width = Width::fixed;
    spec.fixed = Type::b32;
  } else if (width == "pack") {
    spec.pack = true;
  } else {
    spec.width = Width::fixed;
    for (auto type = Type::pred; type != Type::none;) {
      if (type_name(type) == width) spec.fixed = type;
      type = type == Type::s16x2 ? Type::none : static_cast<Type>(static_cast<int>(type) + 1);
    }
    assert(spec.fixed != Type::none && "a row names no type");
  }
}

/// The manual puts the destination first and calls it so; stores, branches and barriers have none.
bool is_destination(std::string_view name) {
  constexpr std::array<std::string_view, 6> names{"d", "p", "f", "d_", "d|p", "p|q"};
  return std::ranges::find(names, name) != names.end();
}

OperandSpec read_spec(std::string_view text, bool optional, bool first) {
  OperandSpec spec;
  spec.optional = optional;
  if (text.starts_with("{!}")) {
    spec.negatable = true;
    text.remove_prefix(3);
  }
  if (text.ends_with('+')) {
    spec.wider = true;
    text.remove_suffix(1);
  }
  const auto colon = text.find(':');
  const auto name = text.substr(0, colon);
  if (colon != std::string_view::npos) read_width(text.substr(colon + 1), spec);
  spec.second = name.find('|') != std::string_view::npos;
  spec.sink = spec.second || name.ends_with('_');
  spec.constant = name == "i";
  if (first && is_destination(name)) spec.role = Role::destination;
  if (name.starts_with('[')) spec.role = Role::address;
  if (name == "label") spec.role = Role::label;
  if (name == "call") spec.role = Role::call;
  if (name == "targets") spec.role = Role::targets;
  return spec;
}

}  // namespace

std::vector<OperandSpec> read_operand_specs(std::string_view notation) {
  std::vector<OperandSpec> specs;
  bool optional = false;
  while (!notation.empty()) {
    const auto begin = notation.find_first_not_of(" ,}");
    if (begin == std::string_view::npos) break;
    optional = optional && notation.substr(0, begin).find('}') == std::string_view::npos;
    notation.remove_prefix(begin);
    if (notation.starts_with("{,")) {
      optional = true;
      notation.remove_prefix(2);
      continue;
    }
    const auto start = notation.starts_with("{!}") ? 3 : 0;
    const auto end = std::min(notation.find_first_of(",{} ", start), notation.size());
    specs.push_back(read_spec(notation.substr(0, end), optional, specs.empty()));
    notation.remove_prefix(end);
  }
  return specs;
}

}  // namespace warpgrade::ptx
