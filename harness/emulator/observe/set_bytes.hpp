// SPDX-License-Identifier: Apache-2.0
// Which bytes of device memory something has written: copies, fills and kernels.
#pragma once

#include <cstdint>
#include <map>

#include "harness/emulator/simt/lazy.hpp"

namespace warpgrade::observe {

/// One bit a byte of an allocation, 64 an element: set once the byte was written.
using ByteBits = simt::LazyArray<std::uint64_t>;

/// An allocation that is watched.
struct WatchedBytes {
  std::uint64_t base = 0;
  std::uint64_t bytes = 0;
  ByteBits bits;  ///< Null where all are set.

  [[nodiscard]] bool whole() const { return bits == nullptr; }
  /// One more than needed, so that 64 bits from any byte on may be looked at.
  [[nodiscard]] std::uint64_t elements() const { return bytes / 64 + 2; }
};

/// The marks of all allocations that are watched. What is not watched counts as set and costs
/// nothing; what is set as a whole costs next to nothing.
class SetBytes {
 public:
  using Watched = std::map<std::uint64_t, WatchedBytes>;

  /// A fresh allocation: no byte is set.
  void watch(std::uint64_t base, std::uint64_t bytes);
  void forget(std::uint64_t base) { watched_.erase(base); }

  // Ranges lie inside one allocation each.
  void set(std::uint64_t address, std::uint64_t bytes);
  void set_all(std::uint64_t base);
  /// Gives `to` the marks of `from`, as a copy of the bytes does.
  void copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes);
  /// Bytes of the range that are not set.
  [[nodiscard]] std::uint64_t count_unset(std::uint64_t address, std::uint64_t bytes) const;
  /// Sets what `bits` marks of the allocation at `base`; null: nothing.
  void add(std::uint64_t base, const ByteBits& bits);

  [[nodiscard]] const Watched& watched() const { return watched_; }

 private:
  [[nodiscard]] const WatchedBytes* find(std::uint64_t address) const;
  WatchedBytes* find(std::uint64_t address);

  Watched watched_;
};

}  // namespace warpgrade::observe
