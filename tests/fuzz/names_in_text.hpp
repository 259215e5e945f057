// SPDX-License-Identifier: Apache-2.0
// The names that a PTX text declares, found without a parser: the text may be broken.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace warpgrade::fuzz {

using Random = std::minstd_rand;

/// Registers by width, labels, and names of variables and parameters.
struct Names {
  enum class Width : std::uint8_t { pred, bits16, bits32, bits64, count };
  std::array<std::vector<std::string>, static_cast<std::size_t>(Width::count)> registers;
  std::vector<std::string> labels;
  std::vector<std::string> symbols;
  std::vector<std::string> functions;
};

/// Letters, digits and what else may stand in a name of PTX.
bool is_word_character(char c);

/// At most some dozens of each kind.
Names names_in(std::string_view text);

/// One of `list`, or `otherwise` if it is empty.
std::string pick(const std::vector<std::string>& list, Random& random, std::string_view otherwise);

/// True once in `n`.
inline bool once_in(unsigned n, Random& random) { return random() % n == 0; }

}  // namespace warpgrade::fuzz
