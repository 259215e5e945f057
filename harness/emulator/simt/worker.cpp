// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/simt/worker.hpp"

#include <algorithm>
#include <cstring>

namespace warpgrade::simt {
namespace {

/// Lane instructions between two looks at the budget.
constexpr std::uint64_t kCheckEvery = std::uint64_t{1} << 20;
constexpr std::uint64_t kCheckSampleEvery = std::uint64_t{1} << 14;  ///< Each can cost a page.

constexpr std::int64_t kWarpShare = 65536;
/// Where CTAs wait for one another, whoever waits must not keep the others waiting.
constexpr std::int64_t kCooperativeShare = 1024;

constexpr std::uint32_t kWarpAreaBytes = static_cast<std::uint32_t>(WarpSlot::count) * kNarrowBytes;

std::uint64_t extended(const std::byte* at, ptx::Type type) {
  std::uint64_t bits = 0;
  const unsigned bytes = ptx::size_of(type);
  std::memcpy(&bits, at, bytes);
  const bool is_signed = type == ptx::Type::s8 || type == ptx::Type::s16 || type == ptx::Type::s32;
  if (!is_signed) return bits;
  const unsigned shift = 64 - 8 * bytes;
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(bits << shift) >> shift);
}

void fill_parameters(Worker& worker) {
  for (const ParameterFill& fill : worker.kernel.fills) {
    const std::uint64_t value = extended(worker.config.parameters.data() + fill.offset, fill.type);
    std::byte* const lanes = worker.uniform.data() + fill.slot_offset;
    const std::uint32_t bytes = ptx::size_of(fill.type) == 8 ? 8 : 4;
    for (unsigned i = 0; i < kWarpSize; ++i)
      std::memcpy(lanes + std::size_t{i} * bytes, &value, bytes);
  }
}

void fill_launch(Worker& worker) {
  std::byte* const area = worker.uniform.data();
  const auto set = [area](UniformSlot slot, std::uint64_t value) {
    broadcast(area, slot_of(slot), static_cast<std::uint32_t>(value));
  };
  const LaunchConfig& config = worker.config;
  set(UniformSlot::ntid_x, config.block.x);
  set(UniformSlot::ntid_y, config.block.y);
  set(UniformSlot::ntid_z, config.block.z);
  set(UniformSlot::nctaid_x, config.grid.x);
  set(UniformSlot::nctaid_y, config.grid.y);
  set(UniformSlot::nctaid_z, config.grid.z);
  set(UniformSlot::nwarpid, (volume(config.block) + kWarpSize - 1) / kWarpSize);
  set(UniformSlot::one, 1);
  set(UniformSlot::dynamic_smem_size, config.dynamic_shared_bytes);
  set(UniformSlot::total_smem_size,
      worker.kernel.dynamic_shared_start + config.dynamic_shared_bytes);
  set(UniformSlot::envreg1, config.grid_workspace >> 32);
  set(UniformSlot::envreg2, config.grid_workspace);
  set(UniformSlot::dynamic_shared_start, worker.kernel.dynamic_shared_start);
  const std::uint64_t start = worker.kernel.dynamic_shared_start;
  std::byte* const wide = area + slot_of(UniformSlot::dynamic_shared_wide).offset();
  for (unsigned i = 0; i < kWarpSize; ++i)
    std::memcpy(wide + i * sizeof start, &start, sizeof start);
}

void fill_lanes(std::byte* area) {
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    const auto set = [area, lane](UniformSlot slot, std::uint32_t value) {
      std::memcpy(area + slot_of(slot).offset() + lane * sizeof value, &value, sizeof value);
    };
    const std::uint32_t bit = 1U << lane;
    set(UniformSlot::laneid, lane);
    set(UniformSlot::lanemask_eq, bit);
    set(UniformSlot::lanemask_lt, bit - 1);
    set(UniformSlot::lanemask_le, bit | (bit - 1));
    set(UniformSlot::lanemask_ge, ~(bit - 1));
    set(UniformSlot::lanemask_gt, ~(bit | (bit - 1)));
  }
}

void fill_thread(std::byte* area, std::uint32_t thread, const Dim3& block) {
  const std::uint32_t lane = thread % kWarpSize;
  const auto set = [area, lane](WarpSlot slot, std::uint32_t value) {
    std::memcpy(area + slot_of(slot).offset() + lane * sizeof value, &value, sizeof value);
  };
  set(WarpSlot::tid_x, thread % block.x);
  set(WarpSlot::tid_y, thread / block.x % block.y);
  set(WarpSlot::tid_z, thread / block.x / block.y);
  set(WarpSlot::warpid, thread / kWarpSize);
}

}  // namespace

void broadcast(std::byte* area, Slot slot, std::uint32_t value) {
  for (unsigned i = 0; i < kWarpSize; ++i) {
    std::memcpy(area + slot.offset() + i * sizeof value, &value, sizeof value);
  }
}

void Listeners::add(Observer& observer) {
  const std::uint32_t wants = observer.interests();
  const auto put = [&](Interest interest, std::vector<Observer*>& list) {
    if ((wants & interest) != 0) list.push_back(&observer);
  };
  put(kGlobalAccess, global);
  put(kSharedAccess, shared);
  put(kLocalAccess, local);
  put(kBadAccess, bad);
  put(kBarrier, barrier);
  put(kDivergence, divergence);
  put(kCta, cta);
  want_changes = want_changes || (wants & kGlobalChange) != 0;
}

Worker::Worker(const Program::Lowered& program_, const LoweredFunction& kernel_,
               GlobalMemory& memory_, const LaunchConfig& config_, Progress& progress_, Undo* undo)
    : program(program_),
      kernel(kernel_),
      memory(memory_),
      config(config_),
      progress(progress_),
      warp_share(config_.cooperative ? kCooperativeShare : kWarpShare),
      touched(memory_, undo),
      caches(program_.memory_operations, nullptr),
      uniform(program_.uniform) {
  const auto threads = static_cast<std::uint32_t>(volume(config.block));
  const std::uint32_t warps = (threads + kWarpSize - 1) / kWarpSize;
  thread_ids.resize(std::size_t{warps} * kWarpAreaBytes);
  for (std::uint32_t i = 0; i < warps * kWarpSize; ++i) {
    fill_thread(warp_area(i / kWarpSize), i, config.block);
  }
  fill_launch(*this);
  fill_lanes(uniform.data());
  fill_parameters(*this);
  check_at = 0;
  check_budget();
}

std::byte* Worker::warp_area(std::uint32_t warp) {
  return thread_ids.data() + std::size_t{warp} * kWarpAreaBytes;
}

void Worker::check_budget() {
  const std::uint64_t fresh = lane_instructions - told;
  told = lane_instructions;
  const std::uint64_t all =
      progress.lane_instructions.fetch_add(fresh, std::memory_order_relaxed) + fresh;
  const std::uint64_t budget = config.instruction_budget;
  if (progress.stop.load(std::memory_order_relaxed)) stopped = true;
  if ((budget != 0 && all > budget) || memory.sparse_is_full()) {
    stop(LaunchEnd::budget_exceeded, {}, 0);
    return;
  }
  std::uint64_t until = config.sample.empty() ? kCheckEvery : kCheckSampleEvery;
  if (budget != 0) until = std::min(until, budget - all + 1);
  check_at = lane_instructions + until;
}

void Worker::stop(LaunchEnd why, const Place& where, std::uint32_t thread_, std::string text_) {
  progress.stop.store(true, std::memory_order_relaxed);
  stopped = true;
  if (end != LaunchEnd::completed) return;
  end = why;
  place = where;
  thread = thread_;
  text = std::move(text_);
}

void Worker::locate(const Place& where, std::uint32_t thread_) {
  if (place.function != nullptr) return;
  place = where;
  thread = thread_;
}

void Worker::forget_regions() { std::ranges::fill(caches, nullptr); }

void Worker::print(const std::string& line) {
  printed.append(line, 0, kPrintLimit - printed.size());
}

}  // namespace warpgrade::simt
