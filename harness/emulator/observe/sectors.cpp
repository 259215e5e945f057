// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/observe/sectors.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>

namespace warpgrade::observe {
namespace {

constexpr std::uint32_t kShift = 5;
static_assert(1u << kShift == kSectorBytes);

std::uint32_t sectors_for(std::uint32_t bytes) { return (bytes + kSectorBytes - 1) / kSectorBytes; }

// Lanes a constant distance apart: no lane needs a look of its own. Up to one sector apart they
// leave no sector of the range out; further apart each has its own.
SectorCount count_affine(const Lanes& lanes, std::uint32_t bytes) {
  const auto apart = static_cast<std::uint64_t>(std::abs(lanes.stride()));
  if (apart == 0) return {1, 1, 0};
  const std::uint32_t ideal = sectors_for(lanes.count() * bytes);
  if (apart > kSectorBytes) return {lanes.count(), ideal, 0};
  const std::uint64_t first = lanes.lowest();
  const std::uint64_t end = lanes.highest() + bytes;
  const std::uint64_t touched = ((end - 1) >> kShift) - (first >> kShift) + 1;
  std::uint64_t full = 0;
  if (apart == bytes) {
    const std::uint64_t from = (first + kSectorBytes - 1) >> kShift;
    const std::uint64_t to = end >> kShift;
    full = to > from ? to - from : 0;
  }
  return {touched, ideal, full};
}

// Collects the bytes touched of one sector after the other.
struct Tally {
  SectorCount count;
  std::uint32_t bytes = 0;

  void add(std::uint32_t touched) {
    ++count.sectors;
    count.full += touched == ~0u ? 1 : 0;
    bytes += static_cast<std::uint32_t>(std::popcount(touched));
  }
  SectorCount done() {
    count.ideal = sectors_for(bytes);
    return count;
  }
};

std::uint32_t bytes_in_sector(std::uint64_t address, std::uint32_t bytes) {
  return ((1u << bytes) - 1) << (address % kSectorBytes);
}

bool ascending(const Lanes& lanes) {
  bool result = true;
  for (std::uint32_t i = 1; i < lanes.count(); ++i) result &= lanes[i - 1] <= lanes[i];
  return result;
}

SectorCount count_ascending(const Lanes& lanes, std::uint32_t bytes) {
  Tally tally;
  std::uint64_t sector = lanes[0] >> kShift;
  std::uint32_t touched = 0;
  for (std::uint32_t i = 0; i < lanes.count(); ++i) {
    if (lanes[i] >> kShift != sector) {
      tally.add(touched);
      sector = lanes[i] >> kShift;
      touched = 0;
    }
    touched |= bytes_in_sector(lanes[i], bytes);
  }
  tally.add(touched);
  return tally.done();
}

// Any order: open addressing in a table twice the size of a warp.
SectorCount count_any(const Lanes& lanes, std::uint32_t bytes) {
  constexpr std::uint32_t slots = 2 * simt::kWarpSize;
  std::array<std::uint64_t, slots> sector;
  std::array<std::uint32_t, slots> touched{};
  for (std::uint32_t i = 0; i < lanes.count(); ++i) {
    const std::uint64_t mine = lanes[i] >> kShift;
    std::uint64_t slot = (mine * 0x9e3779b97f4a7c15) >> 58;
    while (touched[slot] != 0 && sector[slot] != mine) slot = (slot + 1) % slots;
    sector[slot] = mine;
    touched[slot] |= bytes_in_sector(lanes[i], bytes);
  }
  Tally tally;
  for (const std::uint32_t mask : touched) {
    if (mask != 0) tally.add(mask);
  }
  return tally.done();
}

}  // namespace

SectorCount count_sectors(const Lanes& lanes, std::uint32_t bytes) {
  assert(std::has_single_bit(bytes) && bytes <= 16);
  if (lanes.affine()) return count_affine(lanes, bytes);
  return ascending(lanes) ? count_ascending(lanes, bytes) : count_any(lanes, bytes);
}

}  // namespace warpgrade::observe
