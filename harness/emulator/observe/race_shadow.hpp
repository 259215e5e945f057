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
  std::uint32_t value = 0;  ///< What was written, as far as it fits.
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
  [[nodiscard]] const RaceCell& cell(std::uint64_t index) const { return cells_[index]; }

  /// True if `thread` is the only one that wrote the cell since the last barrier, or nobody did.
  [[nodiscard]] bool written_by_none_but(std::uint64_t index, std::uint32_t thread) const {
    const RaceCell& cell = cells_[index];
    return (cell.write_time < all_since_) | (cell.writer.thread() == thread);
  }
  /// The same for reads.
  [[nodiscard]] bool read_by_none_but(std::uint64_t index, std::uint32_t thread) const {
    const RaceCell& cell = cells_[index];
    return cell.read_time < all_since_ || only_reader(index, thread);
  }
  /// True if a lane of the present event has written the cell.
  [[nodiscard]] bool written_now(std::uint64_t index) const {
    return cells_[index].write_time == now_;
  }

  /// The unordered write before a read or write by `who`.
  [[nodiscard]] Hazard against_writer(std::uint64_t index, Who who) const;
  /// An unordered read before a write by `who`; one of another warp if there is any.
  [[nodiscard]] Hazard against_readers(std::uint64_t index, Who who) const;

  void note_read(std::uint64_t index, Who who) {
    assert(index < cells_.size());
    RaceCell& cell = cells_[index];
    if (cell.read_time >= all_since_) return note_other_reader(index, who);
    cell.read_time = now_;
    cell.reader = who;
  }
  void note_write(std::uint64_t index, Who who, std::uint32_t value) {
    assert(index < cells_.size());
    RaceCell& cell = cells_[index];
    cell.write_time = now_;
    cell.writer = who;
    cell.value = value;
  }

 private:
  [[nodiscard]] Hazard judged(std::uint32_t time, Who with, Who who) const;
  [[nodiscard]] bool only_reader(std::uint64_t index, std::uint32_t thread) const;
  void note_other_reader(std::uint64_t index, Who who);
  void split_into_bytes();

  std::vector<RaceCell> cells_;
  std::vector<OtherReaders> others_;
  std::uint32_t cell_bytes_ = 4;
  std::uint32_t now_ = 0;
  std::uint32_t all_since_ = 1;
  std::array<std::uint32_t, simt::kWarpSize> warp_since_{};
};

}  // namespace warpgrade::observe
