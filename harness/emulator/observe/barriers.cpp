// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/observe/barriers.hpp"

#include <fmt/format.h>

#include <bit>

namespace warpgrade::observe {
namespace {

constexpr std::uint32_t kExited = ~std::uint32_t{0};
constexpr std::uint32_t kReasonShift = 16;  // In a key's tag, above the kind.

SightingKey key_of(FindingKind kind, const simt::Place& where, const simt::Place& other) {
  return {spot_of(where), spot_of(other), static_cast<std::uint32_t>(kind)};
}

}  // namespace

std::uint32_t BarrierObserver::interests() const { return simt::kBarrier; }

std::unique_ptr<simt::Observer> BarrierObserver::clone() const {
  return std::make_unique<BarrierObserver>();
}

void BarrierObserver::merge(const Observer& other) {
  sightings_.merge(dynamic_cast<const BarrierObserver&>(other).sightings_);
}

void BarrierObserver::barrier_release(const simt::BarrierRelease& release) {
  if (!release.different_places) return;
  constexpr FindingKind kind = FindingKind::different_barriers;
  sightings_.note(key_of(kind, release.first, release.second), release.cta,
                  release.first.warp * simt::kWarpSize, release.threads, [&] {
                    return Detail{kind, release.second.warp * simt::kWarpSize, false};
                  });
}

void BarrierObserver::deadlock(const simt::Deadlock& deadlock) {
  const FindingKind kind =
      deadlock.warp_level ? FindingKind::invalid_warp_sync : FindingKind::barrier_deadlock;
  const bool exited = deadlock.other.pc == kExited;
  sightings_.note(key_of(kind, deadlock.waiting, exited ? simt::Place{} : deadlock.other),
                  deadlock.cta, deadlock.waiting_thread, 1, [&] {
                    return Detail{kind, deadlock.other_thread, exited};
                  });
}

void BarrierObserver::bad_mask(const simt::BadMask& bad) {
  const auto lane = static_cast<std::uint32_t>(std::countr_zero(bad.lanes));
  constexpr FindingKind kind = FindingKind::invalid_warp_sync;
  SightingKey key = key_of(kind, bad.place, simt::Place{});
  key.tag |= (static_cast<std::uint32_t>(bad.reason) + 1) << kReasonShift;
  sightings_.note(key, bad.place.cta, bad.place.warp * simt::kWarpSize + lane,
                  static_cast<std::uint64_t>(std::popcount(bad.lanes)),
                  [&] { return Detail{kind, 0, false, true, bad.named, bad.reason}; });
}

std::string BarrierObserver::message(const Detail& detail, const LaunchFacts& facts) {
  if (detail.kind == FindingKind::different_barriers) {
    return "threads of one block met at different barriers";
  }
  if (detail.kind == FindingKind::invalid_warp_sync && detail.bad_mask) {
    return detail.reason == simt::BadMask::Reason::caller_left_out
               ? fmt::format("lanes call it that their own mask {:#010x} leaves out", detail.named)
               : fmt::format("lanes that meet here name different masks, one of them {:#010x}",
                             detail.named);
  }
  const char* what = detail.kind == FindingKind::invalid_warp_sync
                         ? "waits for ever for a lane that its mask names"
                         : "waits for ever at a barrier";
  return fmt::format("{}: {} {}", what, thread_name(facts, detail.other_thread),
                     detail.other_exited ? "has ended" : "waits elsewhere");
}

std::vector<Finding> BarrierObserver::findings(const LaunchFacts& facts) const {
  return findings_of(by_line(sightings_, facts), [&](const auto& key, const auto& seen) {
    Finding finding = placed_finding(facts, key, seen);
    finding.kind = seen.detail.kind;
    finding.message = message(seen.detail, facts);
    return finding;
  });
}

}  // namespace warpgrade::observe
