// SPDX-License-Identifier: Apache-2.0
// cp.async: copies from global to shared memory that a thread has started and not waited for (PTX
// ISA 9.7.9.25). What is read at the start arrives only when the thread waits: as late as the
// manual allows, so that a program which reads too early sees it.
#pragma once

#include "harness/emulator/simt/observer.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpgrade::simt {

class Warp;

/// The copies of one warp.
class AsyncCopies {
 public:
  static constexpr std::uint32_t kMostBytes = 16;  ///< A lane's share of one instruction.
  using Bytes = std::array<std::byte, kMostBytes>;

  /// One executed cp.async.
  struct Copy {
    Place place;
    Mask lanes = 0;  ///< Whose bytes have not arrived yet.
    std::uint32_t bytes = 0;
    LaneAddresses to{};                            ///< Offsets in shared memory.
    std::array<std::uint32_t, kWarpSize> group{};  ///< By lane: commits before the copy's own.
    std::array<Bytes, kWarpSize> data{};
  };

  /// What the lanes' next copy will carry: filled by its first half (the load).
  std::array<Bytes, kWarpSize> staged{};

  /// Adds a copy; its groups are the lanes' open ones, its data what is staged.
  void add(const Copy& copy);
  /// cp.async.commit_group: what `lanes` started since their last one is a group.
  void commit(Mask lanes);
  /// cp.async.wait_group: all but the `pending` latest groups of `lanes` arrive.
  void wait_group(Warp& warp, Mask lanes, std::uint32_t pending);
  /// cp.async.wait_all, and what a thread's mbarrier waits for: everything of `lanes` arrives.
  void wait_all(Warp& warp, Mask lanes);
  /// A new CTA: nothing is under way.
  void clear();

 private:
  /// Lets `copy` arrive for `lanes`.
  static void arrive(Warp& warp, Copy& copy, Mask lanes);
  void arrive_where(Warp& warp, Mask lanes, const auto& due);

  std::vector<Copy> copies_;
  std::array<std::uint32_t, kWarpSize> commits_{};  ///< By lane.
};

}  // namespace warpgrade::simt
