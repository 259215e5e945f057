// SPDX-License-Identifier: Apache-2.0
// An instruction form is one row: what the instruction must look like, and the handler that
// executes it.
#pragma once

#include "harness/emulator/ptx/module.hpp"
#include "harness/emulator/simt/op.hpp"

#include <array>
#include <cstdint>
#include <span>

namespace warpgrade::simt {

/// What tells one form from another. Members that an opcode does not have keep their defaults.
struct Form {
  ptx::Opcode opcode = ptx::Opcode::ret;
  ptx::Type type = ptx::Type::none;
  ptx::Type source_type = ptx::Type::none;
  ptx::StateSpace space = ptx::StateSpace::none;
  ptx::Compare compare = ptx::Compare::none;
  ptx::Rounding rounding = ptx::Rounding::none;
  ptx::Part part = ptx::Part::none;
  ptx::Operation operation = ptx::Operation::none;
  ptx::Mode mode = ptx::Mode::none;
  std::uint8_t vector = 1;
  bool ftz = false;
  bool sat = false;
  bool approx = false;
  bool flag = false;  ///< carry_out, wrap or shiftamt: no opcode has two of them.

  /// All members in one number.
  [[nodiscard]] constexpr std::uint64_t key() const {
    std::uint64_t key = 0;
    const auto put = [&key](auto value, unsigned bits) {
      key = key << bits | static_cast<std::uint64_t>(value);
    };
    put(opcode, 8), put(type, 5), put(source_type, 5), put(space, 4), put(compare, 5);
    put(rounding, 4), put(part, 2), put(operation, 4), put(mode, 6), put(vector, 3);
    put(ftz, 1), put(sat, 1), put(approx, 1), put(flag, 1);
    return key;
  }
};

inline constexpr int kMaxSources = 4;

/// Types of a handler's operands: they say how wide a register each needs.
struct Signature {
  ptx::Type destination = ptx::Type::none;
  std::array<ptx::Type, kMaxSources> sources{};
  std::uint8_t source_count = 0;
};

struct Row {
  Form form;
  Handler handler = nullptr;
  Signature signature;
};

/// The tables, one a file handlers_*.cpp.
std::span<const Row> integer_rows();
std::span<const Row> integer_rows_more();
std::span<const Row> logic_rows();
std::span<const Row> bit_rows();
std::span<const Row> float_rows();
std::span<const Row> half_rows();
std::span<const Row> compare_rows();
std::span<const Row> half_compare_rows();
std::span<const Row> packed_rows();
std::span<const Row> convert_rows();
std::span<const Row> small_convert_rows();

/// The row of that form in any of the tables, or null.
const Row* find_row(const Form& form);

}  // namespace warpgrade::simt
