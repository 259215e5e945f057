// SPDX-License-Identifier: Apache-2.0
// The table behind card files, for those who read and those who write them.
#pragma once

#include "harness/emulator/model/card.hpp"

#include <cstdint>
#include <limits>
#include <variant>
#include <vector>

namespace warpgrade::model {

/// One number of a card file: where it stands, where it goes and what it may be.
struct Key {
  const char* table;
  const char* name;
  std::variant<std::uint32_t Card::*, std::uint64_t Card::*, double Card::*,
               double TimeConstants::*>
      member;
  double least = 0;
  double most = std::numeric_limits<double>::infinity();
};

/// All of them, in the order of a card file.
const std::vector<Key>& keys();

}  // namespace warpgrade::model
