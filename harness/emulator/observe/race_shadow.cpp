// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/observe/race_shadow.hpp"

#include <cassert>
#include <limits>
#include <utility>

namespace warpgrade::observe {
namespace {

constexpr std::uint32_t kWord = 4;
constexpr std::array<std::uint32_t, simt::kWarpSize> kUnknownValues{};
constexpr std::uint32_t kLastTime = std::numeric_limits<std::uint32_t>::max() - 1;

}  // namespace

void RaceShadow::start(std::uint32_t shared_bytes) {
  const std::size_t words = (shared_bytes + kWord - 1) / kWord;
  const std::size_t cells = words * (kWord / cell_bytes_);
  if (cells_.size() < cells) {
    cells_.resize(cells);
    values_.resize(cells);
    others_.resize(cells);
  }
  order_all();
}

void RaceShadow::next_event(std::uint32_t bytes) {
  if (bytes < cell_bytes_) split_into_bytes();
  if (now_ == kLastTime) {  // Forgetting may miss a race and never invents one.
    cells_.assign(cells_.size(), {});
    others_.assign(others_.size(), {});
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

// Members live in locals here: a store to a cell might change them for all that the compiler knows.
bool RaceShadow::note_reads(const RaceLanes& lanes) {
  RaceCell* const cells = cells_.data();
  const std::uint32_t all_since = all_since_;
  const std::uint32_t warp_since = warp_since_[lanes.first.warp()];
  const std::uint32_t now = now_;
  bool clean = true;
  for_each_cell(lanes, [&](std::uint32_t, Who who, std::uint64_t index, std::uint32_t) {
    assert(index < cells_.size());
    RaceCell& cell = cells[index];
    clean &= (cell.write_time < all_since) | (cell.writer.thread() == who.thread());
    if (cell.read_time < all_since) {
      cell.read_time = now;
      cell.reader = who;
    } else if (cell.reader != who || cell.read_time < warp_since) {
      note_other_reader(index, who);
    }
  });
  return clean;
}

bool RaceShadow::untouched_by_others(const RaceLanes& lanes) const {
  const RaceCell* const cells = cells_.data();
  const std::uint32_t all_since = all_since_;
  bool clean = true;
  for_each_cell(lanes, [&](std::uint32_t, Who who, std::uint64_t index, std::uint32_t) {
    assert(index < cells_.size());
    const RaceCell& cell = cells[index];
    clean &= (cell.write_time < all_since) | (cell.writer.thread() == who.thread());
    if (cell.read_time >= all_since) clean &= only_reader(index, who.thread());
  });
  return clean;
}

bool RaceShadow::note_writes(const RaceLanes& lanes) {
  RaceCell* const cells = cells_.data();
  std::uint32_t* const values = values_.data();
  const std::uint32_t now = now_;
  const bool bytewise = cell_bytes_ == 1;
  const auto& given = lanes.values != nullptr ? *lanes.values : kUnknownValues;
  bool apart = true;
  for_each_cell(lanes, [&](std::uint32_t lane, Who who, std::uint64_t index, std::uint32_t part) {
    RaceCell& cell = cells[index];
    apart &= cell.write_time != now;
    cell.write_time = now;
    cell.writer = who;
    values[index] = part_of(given[lane], part, bytewise);
  });
  return apart;
}

void RaceShadow::forget_writes(const RaceLanes& lanes) {
  for_each_cell(lanes, [&](std::uint32_t, Who, std::uint64_t index, std::uint32_t) {
    cells_[index].write_time = 0;
  });
}

Hazard RaceShadow::against_writer(std::uint64_t index, Who who) const {
  const RaceCell& cell = cells_[index];
  if (cell.write_time < all_since_ || cell.writer.thread() == who.thread()) return {};
  return judged(cell.write_time, cell.writer, who);
}

Hazard RaceShadow::against_readers(std::uint64_t index, Who who) const {
  const RaceCell& cell = cells_[index];
  const OtherReaders& others = others_[index];
  if (cell.read_time < all_since_) return {};
  if (cell.reader.warp() != who.warp()) return {true, false, false, cell.reader};
  if (others.far_time >= all_since_) return {true, false, false, others.far};
  if (cell.reader.thread() != who.thread()) {
    const Hazard hazard = judged(cell.read_time, cell.reader, who);
    if (hazard.found) return hazard;
  }
  if (others.second_time >= all_since_ && others.second.thread() != who.thread()) {
    return judged(others.second_time, others.second, who);
  }
  return {};
}

bool RaceShadow::only_reader(std::uint64_t index, std::uint32_t thread) const {
  const OtherReaders& others = others_[index];
  return cells_[index].reader.thread() == thread && others.second_time < all_since_ &&
         others.far_time < all_since_;
}

void RaceShadow::note_other_reader(std::uint64_t index, Who who) {
  RaceCell& cell = cells_[index];
  OtherReaders& others = others_[index];
  if (cell.reader.warp() != who.warp()) {
    if (others.far_time >= all_since_) return;
    others.far_time = now_;
    others.far = who;
  } else if (cell.read_time < warp_since_[who.warp()]) {
    cell.read_time = now_;
    cell.reader = who;
  } else if (cell.reader.thread() != who.thread()) {
    others.second_time = now_;
    others.second = who;
  }
}

void RaceShadow::split_into_bytes() {
  std::vector<RaceCell> bytes(cells_.size() * kWord);
  std::vector<std::uint32_t> values(bytes.size());
  std::vector<OtherReaders> others(bytes.size());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = cells_[i / kWord];
    values[i] = values_[i / kWord] >> (8 * (i % kWord)) & 0xff;
    others[i] = others_[i / kWord];
  }
  cells_ = std::move(bytes);
  values_ = std::move(values);
  others_ = std::move(others);
  cell_bytes_ = 1;
}

}  // namespace warpgrade::observe
