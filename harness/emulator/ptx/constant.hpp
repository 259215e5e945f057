// SPDX-License-Identifier: Apache-2.0
// Constants and constant expressions (PTX ISA 4.5).
#pragma once

#include "harness/emulator/ptx/lexer.hpp"
#include "harness/emulator/ptx/module.hpp"

#include <cstdint>
#include <optional>

namespace warpgrade::ptx {

/// A constant before the type of its place is known.
struct Constant {
  enum class Kind : std::uint8_t {
    integer,  ///< 64 bits.
    single,   ///< `0f3F800000`: the pattern of a float.
    real,     ///< `1.5` or `0d...`: the pattern of a double.
  };
  Kind kind = Kind::integer;
  std::uint64_t bits = 0;
};

/// The value of a number token. @throws Failure (malformed)
Constant read_number(const Token& token);

/// True if a constant expression can start with that token.
bool starts_constant(const Token& token);

/// Reads a constant expression: numbers, parentheses, - + ~, * / + - << >> & ^ |.
/// @throws Failure (malformed)
Constant parse_constant(Lexer& in);

/// The pattern as a value of `type`: integers cut to its width and sign-extended to 64 bits, floats
/// in their own width. Nothing if the manual allows no such constant there.
std::optional<std::uint64_t> constant_as(const Constant& constant, Type type);

}  // namespace warpgrade::ptx
