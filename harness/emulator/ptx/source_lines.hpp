// SPDX-License-Identifier: Apache-2.0
// `.loc` and `.file`: where instructions came from.
#pragma once

#include "harness/emulator/ptx/lexer.hpp"
#include "harness/emulator/ptx/module.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace warpgrade::ptx {

class SourceLines {
 public:
  /// Reads what follows `.loc`; @throws Failure (malformed).
  void read_loc(Lexer& in);
  /// Forgets the last `.loc` and the call sites: a function begins or ends.
  void start_function();
  /// Where an instruction at that line of PTX came from, by the last `.loc`.
  [[nodiscard]] Location at(std::uint32_t ptx_line) const;

 private:
  using Place = std::array<std::uint32_t, 3>;  // file, line, column
  struct Outer {
    std::uint32_t file = 0;
    std::uint32_t line = 0;
  };
  Location current_;
  /// Outermost call sites of places that are inlined themselves: nvcc gives the calls from the
  /// outside in.
  std::map<Place, Outer> inlined_;
};

/// Reads what follows `.file` into `files`; @throws Failure (malformed).
void read_file(Lexer& in, std::vector<std::string>& files);

/// The path that some `.file <index> "path"` of the text gives, without reading the rest; empty if
/// none.
std::string find_file(std::string_view text, std::uint32_t index);

}  // namespace warpgrade::ptx
