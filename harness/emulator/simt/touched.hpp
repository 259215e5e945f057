// SPDX-License-Identifier: Apache-2.0
// Which words of global memory a CPU worker's CTAs read and wrote: one bit a 4-byte word.
#pragma once

#include "harness/emulator/simt/launch.hpp"
#include "harness/emulator/simt/lazy.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpgrade::simt {

class Undo;

enum class Touch : std::uint8_t { read, write, atomic };
inline constexpr std::size_t kTouches = 3;

/// One allocation as a worker sees it.
struct Region {
  std::uint64_t base = 0;
  std::uint64_t bytes = 0;
  std::uint64_t index = 0;  ///< Place among the allocations, by base.
  /// Bitmaps by Touch, 64 words an element; null until the region is first found.
  std::array<LazyArray<std::uint64_t>, kTouches> bits;
  Sparse* sparse = nullptr;  ///< Of memory that is made at its first touch, an element at a time.

  [[nodiscard]] std::uint64_t elements() const { return bytes / 256 + 1; }
};

class TouchMap {
 public:
  /// @param undo  Told of every block before it is first written; may be null.
  TouchMap(const GlobalMemory& memory, Undo* undo);

  /// The region that holds `address`, or null.
  Region* find(std::uint64_t address);

  /// Marks `count` bits from `word` on (counted from the region's base); count <= 64.
  void mark(Region& region, Touch touch, std::uint64_t word, std::uint64_t bits) {
    const std::uint64_t element = word / 64;
    const unsigned shift = word % 64;
    set(region, touch, element, bits << shift);
    if (shift != 0 && (bits >> (64 - shift)) != 0)
      set(region, touch, element + 1, bits >> (64 - shift));
  }

  /// An allocation that the running kernel made, and one that it freed: Region pointers of before
  /// are no longer valid.
  void add(const Allocation& allocation);
  void forget(std::uint64_t base);

  [[nodiscard]] const std::vector<Region>& regions() const { return regions_; }

  /// Whether a word was written here and touched there, or the other way round. Atomics agree with
  /// each other.
  [[nodiscard]] bool conflicts_with(const TouchMap& other) const;
  void merge(const TouchMap& other);
  [[nodiscard]] std::vector<LaunchResult::Touched> totals() const;

 private:
  void set(Region& region, Touch touch, std::uint64_t element, std::uint64_t bits) {
    std::uint64_t& word = region.bits[static_cast<std::size_t>(touch)][element];
    if (word == 0) first_touch(region, touch, element);
    word |= bits;
  }
  void first_touch(const Region& region, Touch touch, std::uint64_t element) {
    if (region.sparse != nullptr) region.sparse->touch(element);
    if (touch != Touch::read && undo_ != nullptr) save(region, element);
  }
  void save(const Region& region, std::uint64_t element);

  std::vector<Region> regions_;
  Undo* undo_ = nullptr;
};

}  // namespace warpgrade::simt
