// SPDX-License-Identifier: Apache-2.0
#include "harness/exercise/fill.hpp"

#include "harness/core/index_fill.hpp"

#include <cassert>

namespace warpgrade::exercise {

bool is_fill(std::string_view fill) { return fill == "index"; }

std::vector<std::uint32_t> make_input(const Case& c) {
  assert(is_fill(c.fill) && c.input.rows > 0 && c.input.cols > 0);
  assert(c.input.cols <= kMostElements / c.input.rows);
  const IndexFill fill{c.input.rows * c.input.cols, c.seed};
  std::vector<std::uint32_t> input(static_cast<std::size_t>(fill.cells()));
  for (std::int64_t i = 0; i < fill.cells(); ++i) input[static_cast<std::size_t>(i)] = fill.bits(i);
  return input;
}

std::optional<std::int64_t> find_in_input(const Case& c, std::uint32_t bits) {
  assert(is_fill(c.fill));
  return IndexFill{c.input.rows * c.input.cols, c.seed}.find(bits);
}

}  // namespace warpgrade::exercise
