// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/observe/unset.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "harness/emulator/observe/lanes.hpp"

namespace warpgrade::observe {
namespace {

constexpr std::size_t kWidest = 16;

// Calls `visit` with a number type of the access's width: copies of known size are single
// instructions.
template <typename Visit>
void with_width(std::uint32_t bytes, const Visit& visit) {
  switch (bytes) {
    case 1:
      return visit(std::uint8_t{});
    case 2:
      return visit(std::uint16_t{});
    case 4:
      return visit(std::uint32_t{});
    case 8:
      return visit(std::uint64_t{});
    default:
      return visit(std::array<std::uint64_t, 2>{});
  }
}

}  // namespace

std::uint32_t UnsetObserver::interests() const { return simt::kSharedAccess | simt::kCta; }

std::unique_ptr<simt::Observer> UnsetObserver::clone() const {
  return std::make_unique<UnsetObserver>();
}

void UnsetObserver::merge(const Observer& other) {
  sightings_.merge(dynamic_cast<const UnsetObserver&>(other).sightings_);
}

void UnsetObserver::cta_start(const simt::CtaStart& start) {
  set_.start(start.cta).assign(start.shared_bytes + kWidest, 0);
}

void UnsetObserver::cta_end(std::uint64_t cta) { set_.end(cta); }

void UnsetObserver::shared_access(const simt::MemoryAccess& access) {
  SetBytes& set = set_.of(access.place.cta);
  const simt::LaneAddresses& address = *access.address;
  with_width(access.bytes, [&]<typename Width>(Width) {
    Width all;
    std::memset(&all, 0xff, sizeof all);
    if (access.kind != simt::AccessKind::store) {
      bool unset = false;
      for_each_lane(access.active, [&](std::uint32_t lane) {
        unset |= std::memcmp(&set[address[lane]], &all, sizeof all) != 0;
      });
      if (unset) note_unset(access, set);
    }
    if (access.kind != simt::AccessKind::load) {
      for_each_lane(access.active, [&](std::uint32_t lane) {
        std::memcpy(&set[address[lane]], &all, sizeof all);
      });
    }
  });
}

void UnsetObserver::note_unset(const simt::MemoryAccess& access, const SetBytes& set) {
  const SightingKey key{spot_of(access.place), {}, 0};
  for_each_lane(access.active, [&](std::uint32_t lane) {
    const std::uint64_t offset = (*access.address)[lane];
    const auto* first = set.data() + offset;
    if (std::find(first, first + access.bytes, 0) == first + access.bytes) return;
    sightings_.note(key, access.place.cta, access.place.warp * simt::kWarpSize + lane, 1, [&] {
      return Detail{offset, access.bytes};
    });
  });
}

std::vector<Finding> UnsetObserver::findings(const LaunchFacts& facts) const {
  return findings_of(by_line(sightings_, facts), [&](const auto& key, const auto& seen) {
    Finding finding = placed_finding(facts, key, seen);
    finding.kind = FindingKind::unset_shared_read;
    finding.severity = Severity::warning;
    finding.message =
        fmt::format("read of {} bytes of {} that no thread of the block had set", seen.detail.bytes,
                    shared_name(facts, seen.detail.offset, key.where));
    return finding;
  });
}

}  // namespace warpgrade::observe
