// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/ptx/names.hpp"

#include "harness/emulator/ptx/opcodes.hpp"
#include "harness/emulator/ptx/special_registers.hpp"

#include <array>
#include <cstddef>

namespace warpgrade::ptx {
namespace {

struct TypeFacts {
  std::string_view name;
  std::uint32_t size;
};

// In the order of the enumerators.
constexpr std::array kTypes{
    TypeFacts{"", 0},     TypeFacts{"pred", 0},   TypeFacts{"b8", 1},    TypeFacts{"b16", 2},
    TypeFacts{"b32", 4},  TypeFacts{"b64", 8},    TypeFacts{"u8", 1},    TypeFacts{"u16", 2},
    TypeFacts{"u32", 4},  TypeFacts{"u64", 8},    TypeFacts{"s8", 1},    TypeFacts{"s16", 2},
    TypeFacts{"s32", 4},  TypeFacts{"s64", 8},    TypeFacts{"f16", 2},   TypeFacts{"f16x2", 4},
    TypeFacts{"bf16", 2}, TypeFacts{"bf16x2", 4}, TypeFacts{"f32", 4},   TypeFacts{"f64", 8},
    TypeFacts{"tf32", 4}, TypeFacts{"u16x2", 4},  TypeFacts{"s16x2", 4},
};
static_assert(kTypes.size() == static_cast<std::size_t>(Type::s16x2) + 1);

constexpr std::array<std::string_view, 9> kSpaces{"",      "reg",   "sreg",   "const",  "global",
                                                  "local", "param", "shared", "generic"};
static_assert(kSpaces.size() == static_cast<std::size_t>(StateSpace::generic) + 1);

}  // namespace

std::uint32_t size_of(Type type) { return kTypes.at(static_cast<std::size_t>(type)).size; }

std::string_view type_name(Type type) { return kTypes.at(static_cast<std::size_t>(type)).name; }

std::string_view space_name(StateSpace space) {
  return kSpaces.at(static_cast<std::size_t>(space));
}

std::string_view opcode_name(Opcode opcode) {
  for (const auto rows : opcode_rows()) {
    for (const auto& row : rows) {
      if (row.opcode == opcode) return row.name;
    }
  }
  return {};
}

std::string_view special_name(Special special) {
  for (const auto& row : special_registers()) {
    if (row.special == special) return row.name;
  }
  return {};
}

}  // namespace warpgrade::ptx
