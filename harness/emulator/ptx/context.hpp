// SPDX-License-Identifier: Apache-2.0
// What the parts of the parser share while they read one module.
#pragma once

#include "harness/emulator/ptx/lexer.hpp"
#include "harness/emulator/ptx/module.hpp"
#include "harness/emulator/ptx/scopes.hpp"
#include "harness/emulator/ptx/source_lines.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

namespace warpgrade::ptx {

/// Limits on what untrusted text can ask for.
inline constexpr std::size_t kMostText = std::size_t{16} << 20;
inline constexpr std::size_t kMostInstructions = std::size_t{1} << 20;
inline constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 40;
inline constexpr std::uint64_t kMostAlignment = 1U << 16;
inline constexpr std::size_t kMostElements = std::size_t{1} << 20;

struct Context {
  explicit Context(std::string_view whole) : text(whole) {}

  std::string_view text;
  Lexer in{std::string_view{}};
  Module module;
  Scopes scopes;
  SourceLines lines;
  std::size_t statement = 0;  ///< Where the current statement begins, for messages.

  Function* function = nullptr;  ///< The one whose body is read.
  std::uint32_t function_index = 0;
  std::size_t last_label = 0;  ///< Position of the last label of this function.
  std::vector<std::vector<std::string_view>>
      branch_targets;               ///< Of this function, by Symbol::index.
  std::size_t instructions = 0;     ///< In all functions.
  std::size_t target_elements = 0;  ///< In all brx.idx.
};

/// Where symbols of `home` keep their variables.
const Variable& variable_of(const Context& context, const Symbol& symbol);

/// Reads one directive of the module, or one function.
void parse_top_level(Context& context);

/// `.entry` and `.func`, from behind that word. `is_extern`: declared only.
void parse_function(Context& context, bool is_entry, bool is_extern);

/// A body from behind its `{` to its `}`, into context.function.
void parse_body(Context& context);

/// An instruction from its guard or opcode to its semicolon, into context.function.
void parse_instruction(Context& context);

/// `.global`, `.const`, `.shared`, `.local` or `.param`: the variables up to the semicolon,
/// declared in the current scope.
void parse_variables(Context& context, StateSpace space, bool is_extern);

/// `.reg`, from behind that word.
void parse_registers(Context& context);

/// One parameter in a list, from its `.param`; `_` as name allowed.
Variable parse_parameter(Context& context);

}  // namespace warpgrade::ptx
