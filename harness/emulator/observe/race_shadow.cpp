// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/observe/race_shadow.hpp"

#include <limits>

namespace warpgrade::observe {
namespace {

constexpr std::uint32_t kWord = 4;
constexpr std::uint32_t kLastTime = std::numeric_limits<std::uint32_t>::max() - 1;

}  // namespace

void RaceShadow::start(std::uint32_t shared_bytes) {
  const std::size_t cells = (shared_bytes + kWord - 1) / kWord * (kWord / cell_bytes_);
  if (cells_.size() < cells) cells_.resize(cells);
  order_all();
}

void RaceShadow::next_event(std::uint32_t bytes) {
  if (bytes < cell_bytes_) split_into_bytes();
  if (now_ == kLastTime) {  // Forgetting may miss a race and never invents one.
    cells_.assign(cells_.size(), RaceCell{});
    warp_since_ = {};
    now_ = 0;
    all_since_ = 1;
  }
  ++now_;
}

Hazard RaceShadow::judged(std::uint32_t time, Who with, Who who) const {
  if (with.warp() != who.warp()) return {true, false, false, with};
  if (time < warp_since_[who.warp()]) return {};
  return {true, true, time == now_, with};
}

Hazard RaceShadow::among_readers(const RaceCell& cell, Who who) const {
  if (cell.reader.warp() != who.warp()) return {true, false, false, cell.reader};
  if (cell.far_time >= all_since_) return {true, false, false, cell.far};
  if (cell.reader.thread() != who.thread()) {
    const Hazard hazard = judged(cell.read_time, cell.reader, who);
    if (hazard.found) return hazard;
  }
  if (cell.second_time >= all_since_ && cell.second.thread() != who.thread()) {
    return judged(cell.second_time, cell.second, who);
  }
  return {};
}

void RaceShadow::note_other_reader(RaceCell& cell, Who who) const {
  if (cell.reader.warp() != who.warp()) {
    if (cell.far_time >= all_since_) return;
    cell.far_time = now_;
    cell.far = who;
  } else if (cell.read_time < warp_since_[who.warp()]) {
    cell.read_time = now_;
    cell.reader = who;
  } else if (cell.reader.thread() != who.thread()) {
    cell.second_time = now_;
    cell.second = who;
  }
}

void RaceShadow::split_into_bytes() {
  std::vector<RaceCell> bytes(cells_.size() * kWord);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = cells_[i / kWord];
    bytes[i].value = bytes[i].value >> (8 * (i % kWord)) & 0xff;
  }
  cells_ = std::move(bytes);
  cell_bytes_ = 1;
}

}  // namespace warpgrade::observe
