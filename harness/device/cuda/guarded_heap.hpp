// SPDX-License-Identifier: Apache-2.0
// Who has which part of the device's address range, with a guard zone on both sides of each
// allocation. Book-keeping alone: it touches no device.
#pragma once

#include "harness/device/cuda/guard.hpp"
#include "harness/device/device.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace warpgrade::device::cuda {

/// The guard zones are part of the block: [begin, address) and [address + bytes, end).
struct Block {
  Owner owner = Owner::harness;
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;

  [[nodiscard]] GuardZone before() const { return {begin, address - begin}; }
  [[nodiscard]] GuardZone after() const { return {address + bytes, end - address - bytes}; }
};

class GuardedHeap {
 public:
  static constexpr std::uint64_t kAlignment = 256;
  /// Allocations that the submission may hold at a time.
  static constexpr std::uint64_t kMaxSubmissionAllocations = 100'000;

  /// What an allocation of `bytes` takes, guards included.
  static std::uint64_t footprint(Owner owner, std::uint64_t bytes);

  /// More memory to give out; it begins where the last ended.
  void add_memory(std::uint64_t begin, std::uint64_t bytes);

  /// Nothing if no free piece is large enough. `bytes` is not 0.
  const Block* allocate(Owner owner, std::uint64_t bytes);

  enum class Released { yes, not_an_allocation, not_yours };
  /// @param keep  True: the memory is not given out again before give_back_kept().
  Released release(Owner owner, std::uint64_t address, bool keep);
  void release_submission(bool keep);
  void give_back_kept();

  /// The allocation that holds `address`, or null.
  [[nodiscard]] const Block* find(std::uint64_t address) const;
  /// Whether [address, address + bytes) lies in one allocation.
  [[nodiscard]] bool holds(std::uint64_t address, std::uint64_t bytes) const;
  [[nodiscard]] const std::map<std::uint64_t, Block>& blocks() const { return blocks_; }

  [[nodiscard]] std::uint64_t used_bytes() const { return used_bytes_; }
  [[nodiscard]] std::uint64_t submission_bytes() const { return submission_bytes_; }
  [[nodiscard]] std::uint64_t submission_allocations() const { return submission_allocations_; }

 private:
  using Blocks = std::map<std::uint64_t, Block>;
  Blocks::iterator remove(Blocks::iterator block, bool keep);
  void give_back(std::uint64_t begin, std::uint64_t end);

  Blocks blocks_;                                ///< By address.
  std::map<std::uint64_t, std::uint64_t> free_;  ///< Begin -> end; no two touch.
  std::vector<Block> kept_;
  std::uint64_t used_bytes_ = 0;
  std::uint64_t submission_bytes_ = 0;
  std::uint64_t submission_allocations_ = 0;
};

}  // namespace warpgrade::device::cuda
