// SPDX-License-Identifier: Apache-2.0
// Operands against their row: kinds and widths.
#include "harness/emulator/ptx/failure.hpp"
#include "harness/emulator/ptx/names.hpp"
#include "harness/emulator/ptx/operands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace warpgrade::ptx {
namespace {

using Kind = Operand::Kind;
using Role = OperandSpec::Role;

constexpr std::uint32_t kPointerBytes = 8;

Type twice(Type type) {
  switch (type) {
    case Type::u16:
      return Type::u32;
    case Type::s16:
      return Type::s32;
    case Type::u32:
      return Type::u64;
    default:
      return Type::s64;
  }
}

Type wanted_type(const OperandSpec& spec, const Instruction& instruction) {
  switch (spec.width) {
    case OperandSpec::Width::source:
      return instruction.source_type;
    case OperandSpec::Width::wide:
      return twice(instruction.type);
    case OperandSpec::Width::fixed:
      return spec.fixed;
    case OperandSpec::Width::address:
      return Type::u64;
    default:
      return instruction.type;
  }
}

/// Checks one operand, or one element of a vector.
class Fit {
 public:
  Fit(const OperandSpec& spec, const Instruction& instruction, std::uint32_t ptx_line)
      : spec_(spec), instruction_(instruction), line_(ptx_line) {}

  [[nodiscard]] Operand value(const RawOperand& raw, Type type, bool element = false) const {
    auto operand = raw.operand;
    switch (operand.kind) {
      case Kind::reg:
        check_register(raw, type);
        break;
      case Kind::immediate:
        if (spec_.role == Role::destination) fail("a constant cannot be written");
        operand.bits = converted(raw.constant, type);
        break;
      case Kind::special:
        check_special(raw, type);
        break;
      case Kind::symbol:
      case Kind::function:
        check_name(operand.kind, type);
        break;
      case Kind::none:
        if (!spec_.sink && !element) fail("'_' where a register must stand");
        break;
      default:
        fail("an address or vector where a value must stand");
    }
    if (operand.negated && (!spec_.negatable || operand.kind != Kind::reg))
      fail("'!' has no place here");
    if (spec_.constant && operand.kind != Kind::immediate) fail("a constant must stand here");
    return operand;
  }

  [[nodiscard]] Operand address(const RawOperand& raw) const {
    const auto& operand = raw.operand;
    if (operand.kind != Kind::address) fail("an address in [ ] must stand here");
    if (operand.base == Kind::reg) {
      constexpr std::array small{StateSpace::shared, StateSpace::local, StateSpace::param,
                                 StateSpace::constant};
      const bool anywhere = std::ranges::find(small, space()) == small.end();
      const auto size = size_of(raw.type);
      if (size != kPointerBytes && (anywhere || size != kPointerBytes / 2)) {
        fail("an address in a register of the wrong width");
      }
    }
    if (operand.base == Kind::symbol) check_variable(raw);
    return operand;
  }

  [[nodiscard]] Operand vector(const RawOperand& raw) const {
    auto operand = raw.operand;
    auto type = instruction_.type;
    const auto count = raw.parts.size();
    if (spec_.vector && count != instruction_.vector) fail("a vector of the wrong length");
    if (spec_.pack) type = part_type(count);
    if (spec_.fragment) type = spec_.fixed;
    for (const auto& part : raw.parts) operand.elements.push_back(value(part, type, true));
    return operand;
  }

 private:
  [[noreturn]] void fail(std::string_view what) const {
    malformed(line_, fmt::format("{}: {}", opcode_name(instruction_.opcode), what));
  }

  /// The space that the address of this operand is in.
  [[nodiscard]] StateSpace space() const {
    const bool second = spec_.width == OperandSpec::Width::source;
    return second ? instruction_.source_space : instruction_.space;
  }

  void check_register(const RawOperand& raw, Type type) const {
    const bool address = spec_.width == OperandSpec::Width::address;
    const auto have = size_of(raw.type);
    const auto want = size_of(type);
    const bool fits = have == want || (spec_.wider && have > want && want != 0) ||
                      (address && have == kPointerBytes / 2);
    if (!fits || type == Type::none) {
      fail(
          fmt::format("a .{} register where .{} must stand", type_name(raw.type), type_name(type)));
    }
  }

  [[nodiscard]] std::uint64_t converted(const Constant& constant, Type type) const {
    const auto bits = constant_as(constant, type);
    if (!bits) fail(fmt::format("a constant that is no .{}", type_name(type)));
    return *bits;
  }

  /// ptxas has 32-bit ones read by 16-bit moves too.
  void check_special(const RawOperand& raw, Type type) const {
    const auto opcode = instruction_.opcode;
    const auto have = size_of(raw.type);
    const auto want = size_of(type);
    if (spec_.role == Role::destination || (opcode != Opcode::mov && opcode != Opcode::cvt)) {
      fail("special registers are read by mov and cvt only");
    }
    if (have != want && !(have == size_of(Type::u32) && want == size_of(Type::u16))) {
      fail(fmt::format("a special register of type .{} where .{} must stand", type_name(raw.type),
                       type_name(type)));
    }
  }

  /// Names of variables and functions stand only where the manual lets them.
  void check_name(Kind kind, Type type) const {
    const auto opcode = instruction_.opcode;
    const auto size = size_of(type);
    const bool move = opcode == Opcode::mov || opcode == Opcode::cvta;
    if (spec_.role == Role::destination) fail("only registers can be written");
    const bool fits = kind == Kind::symbol ? move && size >= kPointerBytes / 2
                                           : opcode == Opcode::mov && size == kPointerBytes;
    if (!fits) fail("the name of a variable or function in the wrong place");
  }

  void check_variable(const RawOperand& raw) const {
    const auto& operand = raw.operand;
    const bool anywhere = space() == StateSpace::generic || space() == StateSpace::none;
    if (!anywhere && space() != operand.space) {
      fail(fmt::format("a .{} variable in space .{}", space_name(operand.space),
                       space_name(space())));
    }
    if (operand.space != StateSpace::param) return;
    if (space() != StateSpace::param) fail("a parameter outside space .param");
    const auto size = std::uint64_t{size_of(instruction_.type)} * instruction_.vector;
    const auto offset = static_cast<std::uint64_t>(operand.offset);
    if (offset > raw.bytes || size > raw.bytes - offset)
      fail("an access beyond the parameter's end");
  }

  [[nodiscard]] Type part_type(std::size_t count) const {
    const auto whole = size_of(instruction_.type);
    if ((count != 2 && count != 4) || whole < count) fail("a vector of the wrong length");
    switch (whole / count) {
      case 4:
        return Type::b32;
      case 2:
        return Type::b16;
      default:
        return Type::b8;
    }
  }

  const OperandSpec& spec_;
  const Instruction& instruction_;
  std::uint32_t line_;
};

}  // namespace

Operand fit_operand(const RawOperand& raw, const OperandSpec& spec, const Instruction& instruction,
                    std::uint32_t ptx_line) {
  const Fit fit{spec, instruction, ptx_line};
  if (raw.has_second && !spec.second) malformed(ptx_line, "'|' has no place here");
  if (spec.role == Role::address) return fit.address(raw);
  const bool vector = raw.operand.kind == Kind::vector;
  if (spec.fragment && !vector) malformed(ptx_line, "a vector of registers must stand here");
  if (vector && ((spec.vector && instruction.vector > 1) || spec.pack || spec.fragment))
    return fit.vector(raw);
  if (spec.vector && instruction.vector > 1) malformed(ptx_line, "a vector must stand here");
  return fit.value(raw, wanted_type(spec, instruction));
}

Operand fit_second(const RawOperand& raw, std::uint32_t ptx_line) {
  const auto& second = raw.parts.front();
  const bool sink = second.operand.kind == Kind::none;
  const bool predicate = second.operand.kind == Kind::reg && second.type == Type::pred;
  if (!sink && !predicate) malformed(ptx_line, "a predicate register must stand behind '|'");
  return second.operand;
}

}  // namespace warpgrade::ptx
