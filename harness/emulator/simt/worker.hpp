// SPDX-License-Identifier: Apache-2.0
// What one CPU worker of a launch owns. Workers share only device memory, the undo log and
// Progress.
#pragma once

#include "harness/emulator/simt/launch.hpp"
#include "harness/emulator/simt/program.hpp"
#include "harness/emulator/simt/touched.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace warpgrade::simt {

/// Shared by the workers of a launch.
struct Progress {
  std::atomic<std::uint64_t> next_cta{0};
  std::atomic<std::uint64_t> lane_instructions{0};  ///< As far as workers have told.
  std::atomic<bool> stop{false};
};

/// Observers by the event they want.
struct Listeners {
  std::vector<Observer*> global, shared, local, bad, barrier, divergence, cta;
  bool want_changes = false;  ///< MemoryAccess::changed.

  void add(Observer& observer);
};

struct Worker {
  Worker(const Program::Lowered& program_, const LoweredFunction& kernel_, GlobalMemory& memory_,
         const LaunchConfig& config_, Progress& progress_, Undo* undo);

  const Program::Lowered& program;
  const LoweredFunction& kernel;
  GlobalMemory& memory;
  const LaunchConfig& config;
  Progress& progress;
  bool parallel = false;    ///< Others run beside: atomics must be atomic.
  std::int64_t warp_share;  ///< Instructions until another warp of the CTA gets its turn.

  Listeners listeners;
  TouchMap touched;
  std::vector<Region*> caches;        ///< By memory operation: the region its last access hit.
  std::vector<std::byte> uniform;     ///< The uniform area.
  std::vector<std::byte> thread_ids;  ///< The warp areas, one a warp.

  std::uint64_t warp_instructions = 0;
  std::uint64_t lane_instructions = 0;
  std::uint64_t told = 0;      ///< Of lane_instructions, what Progress knows.
  std::uint64_t check_at = 0;  ///< Look at Progress when lane_instructions reaches this.

  bool stopped = false;  ///< The launch must end; `end` says why, or another worker knows.
  LaunchEnd end = LaunchEnd::completed;
  Place place;
  std::uint32_t thread = 0;
  std::string text;
  std::string printed;

  /// Adds up, and looks at the budget now and then.
  void count(std::uint64_t instructions, std::uint32_t lanes) {
    warp_instructions += instructions;
    lane_instructions += instructions * lanes;
    if (lane_instructions >= check_at) check_budget();
  }
  void check_budget();
  void stop(LaunchEnd why, const Place& where, std::uint32_t thread_, std::string text_ = {});
  /// Where it stopped, unless stop() said so.
  void locate(const Place& where, std::uint32_t thread_);
  /// The allocations are others now: an access finds its region anew.
  void forget_regions();
  /// Appends to what the kernel printed, up to kPrintLimit bytes. Kernels that print run in order.
  void print(const std::string& line);
  [[nodiscard]] std::byte* warp_area(std::uint32_t warp);
};

inline constexpr std::uint64_t kPrintLimit = std::uint64_t{1} << 20;

/// Writes a value to all lanes of a register in the uniform area.
void broadcast(std::byte* area, Slot slot, std::uint32_t value);

}  // namespace warpgrade::simt
