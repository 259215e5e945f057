// SPDX-License-Identifier: Apache-2.0
// Who last wrote and read each cell of a CTA's shared memory, and what orders it with who comes
// now.
//
// Time is the number of the event. An access is ordered before all that come after a barrier of the
// CTA, and before what the same warp does after a bar.warp.sync. So a barrier costs nothing: it
// moves a limit, and what happened before the limit no longer counts.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <vector>

#include "harness/emulator/observe/lanes.hpp"
#include "harness/emulator/simt/observer.hpp"

namespace warpgrade::observe {

/// A thread of the CTA and the instruction it executed there, as the observer numbers them.
class Who {
 public:
  Who() = default;
  Who(std::uint32_t site, std::uint32_t thread) : packed_(site << kThreadBits | thread) {}

  [[nodiscard]] std::uint32_t site() const { return packed_ >> kThreadBits; }
  [[nodiscard]] std::uint32_t thread() const { return packed_ & ((1u << kThreadBits) - 1); }
  [[nodiscard]] std::uint32_t warp() const { return thread() / simt::kWarpSize; }
  /// The same instruction in a lane further on in the same warp.
  [[nodiscard]] Who plus(std::uint32_t lanes) const {
    Who result;
    result.packed_ = packed_ + lanes;
    return result;
  }
  friend bool operator==(const Who&, const Who&) = default;

 private:
  static constexpr std::uint32_t kThreadBits = 10;  // CUDA's limit of 1024 threads a block
  std::uint32_t packed_ = 0;
};

/// An unordered access of another thread to the same cell.
struct Hazard {
  bool found = false;
  bool same_warp = false;
  bool same_event = false;  ///< Another lane of the same instruction.
  Who with;
};

/// A cell: a 4-byte word, or a byte once the CTA has made an access of 1 or 2 bytes.
struct RaceCell {
  std::uint32_t write_time = 0;
  Who writer;
  std::uint32_t read_time = 0;
  Who reader;  ///< The first reader since the last barrier.
};

/// More readers of a cell, apart from it since most cells have none.
struct OtherReaders {
  std::uint32_t second_time = 0;
  Who second;  ///< Another thread of the reader's warp.
  std::uint32_t far_time = 0;
  Who far;  ///< A thread of another warp.
};

/// The lanes of one event, which access `bytes` bytes each.
struct RaceLanes {
  Who first;  ///< Lane 0, active or not; the others follow.
  simt::Mask active = 0;
  const simt::LaneAddresses& address;
  std::uint32_t bytes = 4;
  /// What stores of at most 4 bytes write, by lane; null otherwise.
  const std::array<std::uint32_t, simt::kWarpSize>* values = nullptr;
};

/// The shadow of one CTA at a time.
class RaceShadow {
 public:
  void start(std::uint32_t shared_bytes);

  /// A barrier of the CTA opened: all that was is ordered with all that comes.
  void order_all() { all_since_ = now_ + 1; }
  /// The lanes of `warp` met: the same within the warp.
  void order_warp(std::uint32_t warp) { warp_since_[warp] = now_ + 1; }
  /// A new event, whose lanes access `bytes` bytes each.
  void next_event(std::uint32_t bytes);

  [[nodiscard]] std::uint32_t cell_bytes() const { return cell_bytes_; }
  /// What the last writer of a cell wrote, as far as it fits.
  [[nodiscard]] std::uint32_t value(std::uint64_t index) const { return values_[index]; }
  /// Notes that the lanes read.
  /// @return True if no other thread has written one of their cells since the last barrier.
  bool note_reads(const RaceLanes& lanes);
  /// True if no other thread has read or written one of the cells of the lanes since the last
  /// barrier.
  [[nodiscard]] bool untouched_by_others(const RaceLanes& lanes) const;
  /// Notes that the lanes write.
  /// @return True if no two of them write the same cell.
  bool note_writes(const RaceLanes& lanes);
  /// Undoes note_writes() where untouched_by_others() was true before it.
  void forget_writes(const RaceLanes& lanes);
  void note_write(std::uint64_t index, Who who, std::uint32_t value) {
    cells_[index].write_time = now_;
    cells_[index].writer = who;
    values_[index] = value;
  }
  /// What a lane writes to part `part` of its cells; 0 where it is not known.
  [[nodiscard]] std::uint32_t value_of(const RaceLanes& lanes, std::uint32_t lane,
                                       std::uint32_t part) const {
    if (lanes.values == nullptr) return 0;
    return part_of((*lanes.values)[lane], part, cell_bytes_ == 1);
  }

  /// The unordered write before a read or write by `who`.
  [[nodiscard]] Hazard against_writer(std::uint64_t index, Who who) const;
  /// An unordered read before a write by `who`; one of another warp if there is any.
  [[nodiscard]] Hazard against_readers(std::uint64_t index, Who who) const;

  /// Calls `visit(lane, who, cell, part)` for each cell of each active lane, in order.
  template <typename Visit>
  void for_each_cell(const RaceLanes& lanes, const Visit& visit) const {
    const std::uint32_t cells = lanes.bytes / cell_bytes_;
    const std::uint32_t shift = cell_bytes_ == 1 ? 0 : 2;
    if (cells == 1) {  // The usual case is a loop over lanes alone.
      for_each_lane(lanes.active, [&](std::uint32_t lane) {
        visit(lane, lanes.first.plus(lane), lanes.address[lane] >> shift, 0U);
      });
      return;
    }
    for_each_lane(lanes.active, [&](std::uint32_t lane) {
      const std::uint64_t first = lanes.address[lane] >> shift;
      for (std::uint32_t i = 0; i < cells; ++i) visit(lane, lanes.first.plus(lane), first + i, i);
    });
  }

 private:
  /// What of a stored value lies in part `part` of its cells.
  static std::uint32_t part_of(std::uint32_t stored, std::uint32_t part, bool bytewise) {
    return bytewise ? stored >> (8 * (part % 4)) & 0xff : stored;
  }
  [[nodiscard]] Hazard judged(std::uint32_t time, Who with, Who who) const;
  [[nodiscard]] bool only_reader(std::uint64_t index, std::uint32_t thread) const;
  void note_other_reader(std::uint64_t index, Who who);
  void split_into_bytes();

  std::vector<RaceCell> cells_;
  std::vector<std::uint32_t> values_;
  std::vector<OtherReaders> others_;
  std::uint32_t cell_bytes_ = 4;
  std::uint32_t now_ = 0;
  std::uint32_t all_since_ = 1;
  std::array<std::uint32_t, simt::kWarpSize> warp_since_{};
};

}  // namespace warpgrade::observe
