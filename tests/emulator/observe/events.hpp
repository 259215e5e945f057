// SPDX-License-Identifier: Apache-2.0
// Hand-made events: what the core would tell an observer, without a core.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/emulator/ptx/module.hpp"
#include "harness/emulator/simt/memory.hpp"
#include "harness/emulator/simt/observer.hpp"

namespace warpgrade::observe::test {

inline constexpr simt::Mask kAll = ~simt::Mask{0};

/// A module of one kernel `name` with `instructions` instructions: instruction i stands in line 10
/// + i of "kernel.cu".
inline ptx::Module module_of(std::uint32_t instructions, std::string name = "_Z4tilePKfPfii") {
  ptx::Module module;
  module.files = {"", "kernel.cu"};
  ptx::Function function;
  function.name = std::move(name);
  function.is_entry = true;
  for (std::uint32_t i = 0; i < instructions; ++i) {
    ptx::Instruction instruction;
    instruction.where = {1, 10 + i, 100 + i};
    function.instructions.push_back(instruction);
  }
  module.functions.push_back(function);
  return module;
}

/// Lane i at start + i * stride.
inline simt::LaneAddresses apart(std::uint64_t start, std::int64_t stride) {
  simt::LaneAddresses result{};
  for (std::uint32_t lane = 0; lane < simt::kWarpSize; ++lane) {
    result[lane] = start + static_cast<std::uint64_t>(stride * static_cast<std::int64_t>(lane));
  }
  return result;
}

/// Lane i where `address` says.
inline simt::LaneAddresses by_lane(const std::function<std::uint64_t(std::uint32_t)>& address) {
  simt::LaneAddresses result{};
  for (std::uint32_t lane = 0; lane < simt::kWarpSize; ++lane) result[lane] = address(lane);
  return result;
}

/// Feeds observers with the events of one module's only kernel.
class Feeder {
 public:
  Feeder(const ptx::Module& module, std::initializer_list<simt::Observer*> observers,
         Dim3 block = {32, 8, 1}, std::uint32_t shared_bytes = 4096)
      : module_(module), observers_(observers), block_(block), shared_bytes_(shared_bytes) {}

  void start(std::uint64_t cta, Dim3 index = {0, 0, 0}) {
    cta_ = cta;
    tell(simt::kCta, [&](simt::Observer& o) { o.cta_start({cta, index, block_, shared_bytes_}); });
  }
  void end() {
    tell(simt::kCta, [&](simt::Observer& o) { o.cta_end(cta_); });
  }
  /// The CTA that later events belong to, where several run at once.
  void resume(std::uint64_t cta) { cta_ = cta; }

  [[nodiscard]] simt::Place place(std::uint32_t warp, std::uint32_t pc) const {
    return {&module_.functions.front(), pc, cta_, warp};
  }

  void access(std::uint32_t warp, std::uint32_t pc, simt::AccessKind kind, ptx::StateSpace space,
              std::uint32_t bytes, simt::Mask active, const simt::LaneAddresses& address,
              const std::array<std::uint32_t, 32>* value = nullptr) {
    const simt::MemoryAccess event{place(warp, pc), kind, space, bytes, active, &address, value};
    if (space == ptx::StateSpace::global) {
      tell(simt::kGlobalAccess, [&](simt::Observer& o) { o.global_access(event); });
    } else {
      tell(simt::kSharedAccess, [&](simt::Observer& o) { o.shared_access(event); });
    }
  }

  void load(std::uint32_t warp, std::uint32_t pc, const simt::LaneAddresses& address,
            simt::Mask active = kAll, std::uint32_t bytes = 4) {
    access(warp, pc, simt::AccessKind::load, ptx::StateSpace::shared, bytes, active, address);
  }
  /// Each lane stores `values` (default: its thread's number).
  void store(std::uint32_t warp, std::uint32_t pc, const simt::LaneAddresses& address,
             simt::Mask active = kAll, std::uint32_t bytes = 4,
             std::optional<std::array<std::uint32_t, 32>> values = std::nullopt) {
    if (!values) {
      values.emplace();
      for (std::uint32_t lane = 0; lane < 32; ++lane) (*values)[lane] = warp * 32 + lane;
    }
    access(warp, pc, simt::AccessKind::store, ptx::StateSpace::shared, bytes, active, address,
           bytes <= 4 ? &*values : nullptr);
  }
  void atomic(std::uint32_t warp, std::uint32_t pc, const simt::LaneAddresses& address,
              simt::Mask active = kAll) {
    access(warp, pc, simt::AccessKind::atomic, ptx::StateSpace::shared, 4, active, address);
  }

  /// __syncthreads(): all of the block's threads met at `pc`.
  void barrier(std::uint32_t pc) {
    const auto threads = static_cast<std::uint32_t>(volume(block_));
    const simt::BarrierRelease event{cta_, 0, threads, threads, false, place(0, pc), place(0, pc)};
    tell(simt::kBarrier, [&](simt::Observer& o) { o.barrier_release(event); });
  }
  /// __syncwarp().
  void warp_sync(std::uint32_t warp, std::uint32_t pc, simt::Mask mask = kAll) {
    const simt::BarrierArrival event{place(warp, pc), 0, mask, true};
    tell(simt::kBarrier, [&](simt::Observer& o) { o.barrier_arrival(event); });
  }

  /// Calls `event` with every observer that asked for one of `interests`.
  void tell(std::uint32_t interests, const std::function<void(simt::Observer&)>& event) {
    for (simt::Observer* observer : observers_) {
      if ((observer->interests() & interests) != 0) event(*observer);
    }
  }

 private:
  const ptx::Module& module_;
  std::vector<simt::Observer*> observers_;
  Dim3 block_;
  std::uint32_t shared_bytes_;
  std::uint64_t cta_ = 0;
};

}  // namespace warpgrade::observe::test
