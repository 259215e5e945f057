// SPDX-License-Identifier: Apache-2.0
// The distinct sectors that one CTA has read: what an L1 that forgets nothing within a CTA lets
// through.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/emulator/observe/lanes.hpp"

namespace warpgrade::observe {

/// A set of sector numbers as bitmaps of 64 neighbouring sectors, found through a hash table.
/// Emptying it costs nothing.
class SectorSet {
 public:
  SectorSet();

  void clear();
  /// Adds the sectors of a request (lanes as in count_sectors()).
  void insert(const Lanes& lanes, std::uint32_t bytes);
  [[nodiscard]] std::uint64_t size() const { return size_; }

 private:
  struct Slot {
    std::uint64_t chunk = 0;
    std::uint64_t sectors = 0;
    std::uint64_t age = 0;
  };
  void insert_range(std::uint64_t first, std::uint64_t last);
  void insert_chunk(std::uint64_t chunk, std::uint64_t sectors);
  Slot& slot_of(std::uint64_t chunk);
  void grow();

  std::vector<Slot> slots_;  ///< A power of two; a slot of another age is free.
  std::uint64_t age_ = 1;
  std::uint64_t used_ = 0;
  std::uint64_t size_ = 0;
};

}  // namespace warpgrade::observe
