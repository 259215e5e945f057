// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/simt/cta.hpp"

#include "harness/core/poison.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

namespace warpgrade::simt {
namespace {

Dim3 position(std::uint64_t index, const Dim3& grid) {
  const std::uint64_t plane = std::uint64_t{grid.x} * grid.y;
  return {static_cast<std::uint32_t>(index % grid.x),
          static_cast<std::uint32_t>(index / grid.x % grid.y),
          static_cast<std::uint32_t>(index / plane)};
}

/// The lanes of warp `warp` that a CTA of `threads` has.
Mask lanes_of_warp(std::uint32_t threads, std::uint32_t warp) {
  const std::uint32_t count = std::min(threads - warp * kWarpSize, kWarpSize);
  return count == kWarpSize ? ~Mask{0} : (Mask{1} << count) - 1;
}

/// Bytes that a CTA has: without dynamic ones its last variable ends them, so that the gap before
/// where they would start is nobody's.
std::uint32_t shared_bytes_of(const Worker& worker) {
  const auto dynamic = static_cast<std::uint32_t>(worker.config.dynamic_shared_bytes);
  return dynamic == 0 ? worker.kernel.static_shared : worker.kernel.dynamic_shared_start + dynamic;
}

}  // namespace

Cta::Cta(Worker& worker)
    : worker_(worker),
      threads_(static_cast<std::uint32_t>(volume(worker.config.block))),
      shared_bytes_(shared_bytes_of(worker)),
      // Rounded up so that the poison, a word at a time, covers it.
      shared_((std::size_t{shared_bytes_} + 3) / 4 * 4) {
  const std::uint32_t warps = (threads_ + kWarpSize - 1) / kWarpSize;
  for (std::uint32_t i = 0; i < warps; ++i) warps_.emplace_back(*this, worker, i);
  for (Barrier& barrier : barriers_) {
    barrier.arrived.assign(warps, 0);
    barrier.places.resize(warps);
  }
  order_.resize(warps);
  std::iota(order_.begin(), order_.end(), 0U);
}

/// %ctaid lies in what the worker's CTAs share.
void Cta::show_index() {
  const Dim3 at = position(index_, worker_.config.grid);
  broadcast(worker_.uniform.data(), slot_of(UniformSlot::ctaid_x), at.x);
  broadcast(worker_.uniform.data(), slot_of(UniformSlot::ctaid_y), at.y);
  broadcast(worker_.uniform.data(), slot_of(UniformSlot::ctaid_z), at.z);
}

void Cta::start(std::uint64_t index) {
  index_ = index;
  shuffle_order();
  for (std::size_t i = 0; i < shared_.size(); i += sizeof kSharedPoison) {
    std::memcpy(shared_.data() + i, &kSharedPoison, sizeof kSharedPoison);
  }
  for (std::uint32_t i = 0; i < warps_.size(); ++i) {
    warps_[i].start(worker_.kernel, lanes_of_warp(threads_, i));
  }
  // A CTA that was abandoned may have left arrivals behind.
  for (Barrier& barrier : barriers_) std::ranges::fill(barrier.arrived, 0);
  active_barriers_ = 0;
  for (Observer* observer : worker_.listeners.cta) {
    observer->cta_start(
        {index, position(index, worker_.config.grid), worker_.config.block, shared_bytes_});
  }
}

/// Another legal order of warps, by the seed of the launch and the CTA alone.
void Cta::shuffle_order() {
  if (worker_.config.schedule_seed == 0) return;
  std::iota(order_.begin(), order_.end(), 0U);
  std::uint64_t state = std::uint64_t{worker_.config.schedule_seed} << 32 ^ index_;
  for (std::size_t i = order_.size(); i > 1; --i) {
    // A step of splitmix64.
    state += 0x9e3779b97f4a7c15ULL;
    std::uint64_t mixed = (state ^ state >> 30) * 0xbf58476d1ce4e5b9ULL;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebULL;
    std::swap(order_[i - 1], order_[(mixed ^ mixed >> 31) % i]);
  }
}

void Cta::run(std::uint64_t index) {
  start(index);
  take_turn(~std::uint64_t{0});
}

bool Cta::take_turn(std::uint64_t until) {
  show_index();
  bool goes_on = step();
  while (goes_on && worker_.warp_instructions < until) goes_on = step();
  if (goes_on) return true;
  for (Observer* observer : worker_.listeners.cta) observer->cta_end(index_);
  return false;
}

/// Gives every warp a turn. False when all have ended, or none can go on.
bool Cta::step() {
  bool progress = false;
  for (const std::uint32_t i : order_) {
    Warp& warp = warps_[i];
    if (!warp.runnable()) continue;
    warp.run();
    progress = true;
    if (worker_.stopped) return false;
  }
  if (progress) return true;
  const bool ended = std::ranges::all_of(warps_, [](const Warp& w) { return w.live() == 0; });
  if (!ended) report_deadlock();
  return false;
}

}  // namespace warpgrade::simt
