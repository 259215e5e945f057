// SPDX-License-Identifier: Apache-2.0
#include "harness/exercise/fill.hpp"

#include "harness/core/index_fill.hpp"

#include <bit>
#include <cassert>
#include <limits>

namespace warpgrade::exercise {
namespace {

Fill fill_of(const Case& c, const Parameter& input) { return c.fill.value_or(input.fill); }

std::int64_t cells_of(const Signature& signature, const Shape& shape) {
  std::int64_t cells = 0;
  for (const auto* input : signature.inputs()) cells += input->cells(shape);
  return cells;
}

/// A number from -8 to 8 without 0: sign and size from four bits of the mixed index (the finaliser
/// of SplitMix64, a public-domain mixer).
int small_number(std::int64_t index, std::uint64_t seed) {
  std::uint64_t x = static_cast<std::uint64_t>(index) + (seed + 1) * 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  x ^= x >> 31;
  constexpr std::uint64_t size_bits = 7;
  const int size = 1 + static_cast<int>(x & size_bits);
  return (x & (size_bits + 1)) == 0 ? size : -size;
}

void push_double(double value, std::vector<std::uint32_t>& words) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  words.push_back(static_cast<std::uint32_t>(bits));
  words.push_back(static_cast<std::uint32_t>(bits >> 32));
}

void push_index(std::uint32_t bits, ElementType type, std::vector<std::uint32_t>& words) {
  if (type == ElementType::float64) {
    push_double(std::bit_cast<float>(bits), words);
  } else {
    words.push_back(bits);
  }
}

void push_small(int value, ElementType type, std::vector<std::uint32_t>& words) {
  switch (type) {
    case ElementType::float32:
      words.push_back(std::bit_cast<std::uint32_t>(static_cast<float>(value)));
      break;
    case ElementType::float64:
      push_double(value, words);
      break;
    case ElementType::int32:
      words.push_back(static_cast<std::uint32_t>(value));
      break;
  }
}

}  // namespace

std::vector<std::uint32_t> make_input(const Case& c, const Signature& signature) {
  const IndexFill index{cells_of(signature, c.input), c.seed};
  assert(index.cells() > 0 && index.cells() <= kMostElements);
  std::vector<std::uint32_t> words;
  words.reserve(signature.input_words(c.input));
  std::int64_t cell = 0;  // Of all inputs.
  for (const auto* input : signature.inputs()) {
    const auto fill = fill_of(c, *input);
    for (const auto end = cell + input->cells(c.input); cell < end; ++cell) {
      if (fill == Fill::index) {
        push_index(index.bits(cell), input->type, words);
      } else {
        push_small(small_number(cell, c.seed), input->type, words);
      }
    }
  }
  return words;
}

std::optional<std::int64_t> find_in_input(const Case& c, std::uint64_t bits,
                                          const Signature& signature) {
  const auto inputs = signature.inputs();
  if (inputs.size() != 1 || words_of(inputs.front()->type) != 1 ||
      fill_of(c, *inputs.front()) != Fill::index ||
      bits > std::numeric_limits<std::uint32_t>::max()) {
    return std::nullopt;
  }
  return IndexFill{inputs.front()->cells(c.input), c.seed}.find(static_cast<std::uint32_t>(bits));
}

}  // namespace warpgrade::exercise
