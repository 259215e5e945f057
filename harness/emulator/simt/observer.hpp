// SPDX-License-Identifier: Apache-2.0
// What the core tells observers. The core executes and names no finding; counting and checking are
// observers. An event that no observer asked for costs nothing.
#pragma once

#include "harness/core/extent.hpp"
#include "harness/emulator/ptx/module.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <span>

namespace warpgrade::simt {

inline constexpr std::uint32_t kWarpSize = 32;

/// One bit a lane; bit 0 is lane 0.
using Mask = std::uint32_t;

/// Device or window-relative addresses of the 32 lanes; entries of inactive lanes are meaningless.
using LaneAddresses = std::array<std::uint64_t, kWarpSize>;

/// Where an event happened. `warp` counts within its CTA; thread = warp * 32 + lane, x fastest.
struct Place {
  const ptx::Function* function =
      nullptr;            ///< The function being executed (the kernel, or one it called).
  std::uint32_t pc = 0;   ///< Index into function->instructions.
  std::uint64_t cta = 0;  ///< Linear block index, x fastest.
  std::uint32_t warp = 0;
};

enum class AccessKind : std::uint8_t { load, store, atomic };

/// One warp-level memory instruction in the global, shared or local space. Only lanes in `active`
/// took part; accesses that were refused (see BadAccess) are not among them.
struct MemoryAccess {
  Place place;
  AccessKind kind = AccessKind::load;
  ptx::StateSpace space = ptx::StateSpace::global;  ///< After generic addresses were resolved.
  std::uint32_t bytes = 4;  ///< Bytes a lane (vectors included): 1, 2, 4, 8 or 16.
  Mask active = 0;
  /// global: device address. shared: byte offset in the CTA's shared memory. local: offset in the
  /// frame.
  const LaneAddresses* address = nullptr;
  /// For shared stores of at most 4 bytes: the values stored, by lane; null otherwise.
  const std::array<std::uint32_t, kWarpSize>* value = nullptr;
  /// For global stores: the lanes that store something else than what was there; all of them where
  /// nobody asked (kGlobalChange).
  Mask changed = ~Mask{0};
};

/// Lanes whose access was refused. The core has skipped them (stores do nothing, loads give
/// kRefusedLoad) and goes on.
struct BadAccess {
  enum class Reason : std::uint8_t { out_of_bounds, misaligned };
  MemoryAccess access;  ///< `access.active` are the refused lanes.
  Reason reason = Reason::out_of_bounds;
};

/// A warp's lanes arrived at a barrier.
struct BarrierArrival {
  Place place;
  std::uint32_t id = 0;
  Mask active = 0;
  bool warp_level = false;  ///< bar.warp.sync: `active` is its membermask's lanes that met.
};

/// A barrier opened: all lanes that it waited for have come. Epochs of shared memory change here.
struct BarrierRelease {
  std::uint64_t cta = 0;
  std::uint32_t id = 0;
  std::uint32_t threads = 0;      ///< Threads released; exited ones not counted.
  std::uint32_t expected = 0;     ///< Threads of the CTA, or the count given.
  bool different_places = false;  ///< They waited at different instructions.
  Place first;                    ///< One of the places, lowest pc, and another if they differ.
  Place second;
};

/// No lane of the CTA can go on: some wait at a barrier, and the others never come.
struct Deadlock {
  std::uint64_t cta = 0;
  Place waiting;  ///< Where the lowest waiting thread waits.
  std::uint32_t waiting_thread = 0;
  Place other;  ///< Where the lowest thread it waits for is stuck; pc = ~0u if it exited.
  std::uint32_t other_thread = 0;
  bool warp_level = false;  ///< The wait is for lanes of a membermask.
};

/// Lanes of a warp-level instruction whose membermasks cannot be right.
struct BadMask {
  enum class Reason : std::uint8_t { caller_left_out, masks_differ };
  Place place;
  Mask lanes = 0;  ///< Those whose masks are wrong.
  Mask named = 0;  ///< What the lowest of them names.
  Reason reason = Reason::caller_left_out;
};

/// A warp split at a branch.
struct Divergence {
  Place place;
  Mask taken = 0;
  Mask not_taken = 0;
};

/// A CTA starts on the worker that this observer belongs to. CTAs of one worker never interleave
/// unless the launch is cooperative.
struct CtaStart {
  std::uint64_t cta = 0;
  Dim3 block_index;
  Dim3 block;                      ///< Threads along each axis.
  std::uint32_t shared_bytes = 0;  ///< Static plus dynamic.
};

/// Events, each a bit; an observer says which it wants and gets no others.
// NOLINTBEGIN(readability-identifier-naming): they are used as constants.
enum Interest : std::uint32_t {
  kGlobalAccess = 1u << 0,
  kSharedAccess = 1u << 1,
  kLocalAccess = 1u << 2,
  kBadAccess = 1u << 3,
  kBarrier = 1u << 4,  ///< arrivals, releases, deadlocks, bad masks
  kDivergence = 1u << 5,
  kCta = 1u << 6,           ///< start and end
  kGlobalChange = 1u << 7,  ///< MemoryAccess::changed is to be filled.
};
// NOLINTEND(readability-identifier-naming)

/// Base of all observers. One instance belongs to one CPU worker; at the end of a launch the
/// instances of all workers are merged into the first, in worker order. Results must not depend on
/// how CTAs were spread: sums, sets, and minima ordered by (cta, pc, warp, lane) are fine, "the
/// first seen" is not.
class Observer {
 public:
  virtual ~Observer() = default;

  [[nodiscard]] virtual std::uint32_t interests() const = 0;
  /// A fresh instance for another worker.
  [[nodiscard]] virtual std::unique_ptr<Observer> clone() const = 0;
  /// Takes over what `other` (of the same class) saw.
  virtual void merge(const Observer& other) = 0;

  virtual void cta_start(const CtaStart&) {}
  virtual void cta_end(std::uint64_t /*cta*/) {}
  virtual void global_access(const MemoryAccess&) {}
  virtual void shared_access(const MemoryAccess&) {}
  virtual void local_access(const MemoryAccess&) {}
  virtual void bad_access(const BadAccess&) {}
  virtual void barrier_arrival(const BarrierArrival&) {}
  virtual void barrier_release(const BarrierRelease&) {}
  virtual void deadlock(const Deadlock&) {}
  virtual void bad_mask(const BadMask&) {}
  virtual void divergence(const Divergence&) {}
};

}  // namespace warpgrade::simt
