// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

#include "harness/emulator/observe/races.hpp"
#include "tests/emulator/observe/events.hpp"

namespace warpgrade::observe::test {

using Values = std::array<std::uint32_t, 32>;

inline Values all(std::uint32_t value) {
  Values values;
  values.fill(value);
  return values;
}

// Lane i reads or writes the word that warp `warp`'s lane i owns.
inline simt::LaneAddresses own(std::uint32_t warp) { return apart(std::uint64_t{128} * warp, 4); }
inline simt::LaneAddresses reversed(std::uint32_t warp) {
  return apart(std::uint64_t{128} * warp + 124, -4);
}

class RacesTest : public testing::Test {
 protected:
  RacesTest() { feeder_.start(0); }

  [[nodiscard]] std::vector<Finding> findings() const {
    return races_.findings(
        {module_, module_.functions[0], {4, 1, 1}, {32, 8, 1}, {{"tile", 0, 4096, false}}});
  }

  ptx::Module module_ = module_of(16);
  RaceObserver races_;
  Feeder feeder_{module_, {&races_}};
};

}  // namespace warpgrade::observe::test
