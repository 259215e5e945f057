// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/observe/bounds.hpp"

#include <fmt/format.h>

#include <bit>
#include <string>
#include <utility>

namespace warpgrade::observe {
namespace {

using Reason = simt::BadAccess::Reason;

// No allocation lies in the first pages, so an address there is a null pointer plus an index.
constexpr std::uint64_t kNullBytes = 1u << 20;

std::string what(simt::AccessKind kind, std::uint32_t bytes) {
  return fmt::format("{} of {} byte{}", access_name(kind), bytes, bytes == 1 ? "" : "s");
}

bool is_device_address(std::uint64_t address) {
  return address >= simt::kDeviceBase && address < simt::kDeviceBase + simt::kDeviceSpan;
}

// Shared and local memory have no allocations.
bool in_window(ptx::StateSpace space) {
  return space == ptx::StateSpace::shared || space == ptx::StateSpace::local;
}

}  // namespace

std::uint32_t BoundsObserver::interests() const { return simt::kBadAccess | simt::kCta; }

std::unique_ptr<simt::Observer> BoundsObserver::clone() const {
  return std::make_unique<BoundsObserver>(nearest_);
}

void BoundsObserver::merge(const Observer& other) {
  sightings_.merge(dynamic_cast<const BoundsObserver&>(other).sightings_);
}

void BoundsObserver::cta_start(const simt::CtaStart& start) { shared_bytes_ = start.shared_bytes; }

void BoundsObserver::bad_access(const simt::BadAccess& bad) {
  const simt::MemoryAccess& access = bad.access;
  if (access.active == 0) return;
  const auto lane = static_cast<std::uint32_t>(std::countr_zero(access.active));
  const auto tag =
      static_cast<std::uint32_t>(bad.reason) << 8 | static_cast<std::uint32_t>(access.kind);
  const SightingKey key{spot_of(access.place), {}, tag};
  sightings_.note(key, access.place.cta, access.place.warp * simt::kWarpSize + lane,
                  static_cast<std::uint64_t>(std::popcount(access.active)), [&] {
                    const std::uint64_t address = (*access.address)[lane];
                    Detail detail{bad.reason, access.kind,  access.space, access.bytes,
                                  address,    std::nullopt, shared_bytes_};
                    if (!in_window(access.space)) detail.nearest = nearest_(address);
                    return detail;
                  });
}

std::string BoundsObserver::global_message(const Detail& d) {
  const std::string access = what(d.kind, d.bytes);
  if (d.address < kNullBytes) {
    return fmt::format("{} through a null pointer (address {:#x})", access, d.address);
  }
  if (!is_device_address(d.address)) {
    return fmt::format("{} at {:#x}, which is no device address", access, d.address);
  }
  if (!d.nearest) return fmt::format("{} at {:#x}: nothing is allocated", access, d.address);
  const std::uint64_t base = d.nearest->base;
  const std::uint64_t bytes = d.nearest->bytes;
  if (d.address < base) {
    return fmt::format("{}, {} bytes before the nearest allocation of {} bytes", access,
                       base - d.address, bytes);
  }
  if (d.address >= base + bytes) {
    return fmt::format("{}, {} bytes after the nearest allocation of {} bytes", access,
                       d.address - base - bytes, bytes);
  }
  return fmt::format("{}, the last {} of them past the end of an allocation of {} bytes", access,
                     d.address + d.bytes - base - bytes, bytes);
}

std::string BoundsObserver::shared_message(const Detail& d, const LaunchFacts& facts,
                                           const Spot& spot) {
  std::string access = what(d.kind, d.bytes);
  const auto offset = static_cast<std::int32_t>(d.address);
  if (offset < 0) {
    return fmt::format("{}, {} bytes before the start of shared memory", access,
                       -std::int64_t{offset});
  }
  const SharedVariable* variable = variable_at(facts, d.address);
  if (variable == nullptr) {
    return fmt::format("{} past the end of the block's shared memory ({} bytes)", access,
                       d.shared_bytes);
  }
  const std::string element = shared_name(facts, d.address, spot);
  if (element != variable->name) access += fmt::format(" at {},", element);
  if (variable->dynamic) {
    return fmt::format("{} past the end of shared array {} ({} bytes, as the launch asked for)",
                       access, variable->name, variable->bytes);
  }
  return fmt::format("{} past the end of shared array {} ({} bytes)", access, variable->name,
                     variable->bytes);
}

std::string BoundsObserver::message(const Detail& d, const LaunchFacts& facts, const Spot& spot) {
  if (d.reason == Reason::misaligned) {
    return fmt::format("{} at {:#x}, which is no multiple of {}", what(d.kind, d.bytes), d.address,
                       d.bytes);
  }
  switch (d.space) {
    case ptx::StateSpace::shared:
      return shared_message(d, facts, spot);
    case ptx::StateSpace::local:
      return fmt::format(
          "{} {} of the thread's local memory", what(d.kind, d.bytes),
          static_cast<std::int32_t>(d.address) < 0 ? "before the start" : "past the end");
    default:
      return global_message(d);
  }
}

std::vector<Finding> BoundsObserver::findings(const LaunchFacts& facts) const {
  return findings_of(by_line(sightings_, facts), [&](const auto& key, const auto& seen) {
    Finding finding = placed_finding(facts, key, seen);
    finding.kind = seen.detail.reason == Reason::misaligned ? FindingKind::misaligned
                                                            : FindingKind::out_of_bounds;
    finding.message = message(seen.detail, facts, key.where);
    return finding;
  });
}

}  // namespace warpgrade::observe
