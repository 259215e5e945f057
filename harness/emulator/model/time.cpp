// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/model/time.hpp"

#include <algorithm>
#include <cmath>

namespace warpgrade::model {
namespace {

constexpr double kSectorBytes = 32;
constexpr double kSchedulers = 4;  // Warp instructions that a multiprocessor issues each cycle.
constexpr double kWarpSize = 32;
constexpr double kLoadsInFlight = 4;  // Loads of a thread that overlap: nvcc's usual unrolling.

/// How a launch spreads over the card.
struct Shape {
  double blocks = 1;
  double warps = 1;  // of all blocks
  double busy = 1;   // multiprocessors that have a block
  double waves = 1;  // times that a multiprocessor's places are filled
};

double resident_blocks(const KernelCounters& c, const Card& card) {
  const auto threads = std::max<std::uint64_t>(volume(c.block), 1);
  std::uint64_t blocks = std::min<std::uint64_t>(card.max_blocks_per_multiprocessor,
                                                 card.max_threads_per_multiprocessor / threads);
  const std::uint64_t asked = c.static_shared_bytes + c.dynamic_shared_bytes;
  if (asked > 0) {
    const std::uint64_t taken = asked + card.reserved_shared_bytes_per_block;
    blocks = std::min(blocks, card.shared_bytes_per_multiprocessor / taken);
  }
  return static_cast<double>(std::max<std::uint64_t>(blocks, 1));
}

Shape shape_of(const KernelCounters& c, const Card& card) {
  Shape shape;
  const double threads = static_cast<double>(std::max<std::uint64_t>(volume(c.block), 1));
  shape.blocks = static_cast<double>(std::max<std::uint64_t>(volume(c.grid), 1));
  shape.warps = shape.blocks * std::ceil(threads / kWarpSize);
  shape.busy = std::min(shape.blocks, static_cast<double>(card.multiprocessors));
  shape.waves = std::ceil(shape.blocks / (card.multiprocessors * resident_blocks(c, card)));
  return shape;
}

/// Seconds of the launch's parts; counts are those of one launch.
struct Parts {
  double dram = 0;
  double l2 = 0;
  double l1 = 0;
  double issue = 0;
  double latency = 0;
  double shared = 0;
};

Parts parts_of(const KernelCounters& c, const Card& card) {
  const TimeConstants& k = card.time;
  const TrafficCounters& traffic = c.traffic;
  const Shape shape = shape_of(c, card);
  const double launches = static_cast<double>(std::max<std::uint64_t>(c.launches, 1));
  const auto one = [&](std::uint64_t count) { return static_cast<double>(count) / launches; };
  const double cycles = shape.busy * k.clock_hz;  // of all busy multiprocessors, a second

  Parts parts;
  parts.dram = kSectorBytes * one(traffic.unique_sectors_read + traffic.unique_sectors_written) /
               k.copy_bytes_per_second;
  parts.l2 =
      one(traffic.cta_sectors_read) / k.l2_load_sectors_per_second +
      one(traffic.store_sectors_full) / k.l2_full_store_sectors_per_second +
      one(traffic.store_sectors_partial + traffic.atomics) / k.l2_partial_store_sectors_per_second;
  parts.l1 = one(c.global_load.sectors) / (k.l1_load_sectors_per_cycle * cycles);
  parts.issue = one(traffic.warp_instructions) / (kSchedulers * cycles);
  const double loads_a_warp = one(c.global_load.requests) / shape.warps;
  parts.latency =
      shape.waves * std::max(1.0, loads_a_warp / kLoadsInFlight) * k.memory_latency_seconds;
  parts.shared = k.cycles_per_wavefront *
                 one(c.shared_load_estimated.wavefronts + c.shared_store.wavefronts) / cycles;
  return parts;
}

}  // namespace

double launch_seconds(const KernelCounters& counters, const Card& card) {
  const Parts parts = parts_of(counters, card);
  const double slowest = std::max({parts.dram, parts.l2, parts.l1, parts.issue, parts.latency});
  return card.time.launch_seconds + slowest + card.time.shared_overlap * parts.shared;
}

double copy_seconds(std::uint64_t bytes, const Card& card) {
  return card.time.launch_seconds +
         2 * static_cast<double>(bytes) / card.time.memcpy_bytes_per_second;
}

double fill_seconds(std::uint64_t bytes, const Card& card) {
  return card.time.launch_seconds + static_cast<double>(bytes) / card.time.memcpy_bytes_per_second;
}

}  // namespace warpgrade::model
