// SPDX-License-Identifier: Apache-2.0
// A CTA: its shared memory, warps and barriers. One object serves all CTAs of a worker in turn.
#pragma once

#include "harness/emulator/simt/warp.hpp"
#include "harness/emulator/simt/worker.hpp"

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace warpgrade::simt {

inline constexpr std::uint32_t kBarriers = 16;

/// One of a CTA's barriers while threads arrive at it.
struct Barrier {
  std::uint32_t expected =
      0;  ///< Threads, a multiple of 32; 0: all of the CTA that have not exited.
  std::vector<Mask> arrived;  ///< By warp.
  std::vector<Place> places;  ///< By warp: where its last lanes arrived.
  std::uint32_t popc = 0;     ///< bar.red: predicates that were true, of so many.
  std::uint32_t voters = 0;
  /// Two places of arrivals that should be one: the lowest pc, and another if there is one.
  Place first;
  Place last;
};

/// A thread that cannot go on, and the split it is in.
struct Stuck {
  std::uint32_t thread = 0;
  const Warp* warp = nullptr;
  const Split* split = nullptr;
};

class Cta {
 public:
  explicit Cta(Worker& worker);

  /// Runs block `index` to its end, or until the launch stops.
  void run(std::uint64_t index);

  /// Puts block `index` at its start.
  void start(std::uint64_t index);
  /// Runs the block that was started until it ends, the launch stops or the worker has executed
  /// `until` warp instructions. Other blocks of the worker may have run since its last turn.
  /// @returns whether it goes on in another turn.
  bool take_turn(std::uint64_t until);

  [[nodiscard]] std::uint64_t index() const { return index_; }
  [[nodiscard]] std::byte* shared() { return shared_.data(); }
  [[nodiscard]] std::uint32_t shared_bytes() const { return shared_bytes_; }
  [[nodiscard]] std::uint32_t threads() const { return threads_; }

  /// The running lanes of `warp` arrive at barrier `id`.
  void arrive(Warp& warp, const Op& op, std::uint32_t id, std::uint32_t expected);
  /// Adds votes to barrier `id` (bar.red).
  void vote(std::uint32_t id, std::uint32_t yes, std::uint32_t voters);
  /// Opens barrier `id` if all that it waits for have come.
  void open_if_complete(std::uint32_t id);
  /// Lanes exited: barriers that waited for them may open.
  void lanes_exited();

 private:
  void show_index();
  void shuffle_order();
  bool step();
  [[nodiscard]] bool complete(const Barrier& barrier) const;
  void open(std::uint32_t id);
  [[nodiscard]] std::optional<Stuck> missing_for(const Stuck& waiting) const;
  [[nodiscard]] std::uint32_t first_exited() const;
  void report_deadlock();

  Worker& worker_;
  std::uint64_t index_ = 0;
  std::uint32_t threads_ = 0;
  std::uint32_t shared_bytes_ = 0;
  std::vector<std::byte> shared_;
  std::deque<Warp> warps_;
  std::vector<std::uint32_t> order_;  ///< In which warps get their turns.
  std::array<Barrier, kBarriers> barriers_;
  std::uint32_t active_barriers_ = 0;  ///< A bit each.
};

}  // namespace warpgrade::simt
