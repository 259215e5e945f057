// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/emulator/simt/op.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace warpgrade::simt {

/// Hands out places in the uniform area: constants, each once, and room for kernel parameters.
class Constants {
 public:
  /// @param area  Image of the uniform area, grown as needed; starts with the special values.
  explicit Constants(std::vector<std::byte>& area);

  /// The same 32-bit, or 64-bit, value in all lanes.
  Slot narrow(std::uint32_t value) { return place(value, kNarrowBytes); }
  Slot wide(std::uint64_t value) { return place(value, kWideBytes); }
  Slot predicate(bool value) { return place(value ? ~std::uint32_t{0} : 0, kPredicateBytes); }
  /// Room for `bytes`, zero in the image.
  Slot reserve(std::uint32_t bytes);

 private:
  Slot place(std::uint64_t value, std::uint32_t bytes);

  std::vector<std::byte>& area_;
  std::map<std::pair<std::uint64_t, std::uint32_t>, Slot> known_;
};

}  // namespace warpgrade::simt
