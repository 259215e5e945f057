// SPDX-License-Identifier: Apache-2.0
// What global memory held before a launch wrote it, in blocks of 256 bytes, saved at their first
// write.
#pragma once

#include "harness/emulator/simt/lazy.hpp"
#include "harness/emulator/simt/memory.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpgrade::simt {

class Undo {
 public:
  explicit Undo(const GlobalMemory& memory);

  /// Saves block `block` of the allocation at position `region` (by base), unless that was done
  /// before. Every worker calls it before its own first write to a block; it returns only when the
  /// block is safe.
  void save(std::uint64_t region, std::uint64_t block);
  /// Puts everything back. Not beside running workers.
  void restore();

 private:
  /// One allocation: state of each block (0 untouched, 1 being saved, 2 saved) and the saved bytes.
  struct Region {
    std::byte* host = nullptr;
    std::uint64_t bytes = 0;
    LazyArray<std::uint8_t> state;
    LazyArray<std::byte> saved;
  };

  std::vector<Region> regions_;
};

}  // namespace warpgrade::simt
