// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/observe/global_races.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <string>

#include "harness/emulator/observe/lanes.hpp"

namespace warpgrade::observe {

using simt::AccessKind;

std::uint32_t GlobalRaceObserver::interests() const {
  return simt::kGlobalAccess | simt::kGlobalChange;
}

std::unique_ptr<simt::Observer> GlobalRaceObserver::clone() const {
  return std::make_unique<GlobalRaceObserver>(memory_);
}

void GlobalRaceObserver::merge(const Observer& other) {
  sightings_.merge(dynamic_cast<const GlobalRaceObserver&>(other).sightings_);
}

void GlobalRaceObserver::global_access(const simt::MemoryAccess& access) {
  const auto first_thread = access.place.warp * simt::kWarpSize +
                            static_cast<std::uint32_t>(std::countr_zero(access.active));
  const Event event{access, shadow_.number(access.place, access.kind, first_thread)};
  const std::uint64_t first = (*access.address)[first_thread % simt::kWarpSize];
  GlobalCells* const at = shadow_.cells(first, access.bytes);
  if (at != nullptr && first_at_all(event, *at)) return;
  for_each_lane(access.active, [&](std::uint32_t lane) { access_lane(event, lane); });
}

bool GlobalRaceObserver::first_at_all(const Event& event, GlobalCells& at) {
  const simt::MemoryAccess& access = event.access;
  if (access.bytes != at.cell_bytes || access.kind == AccessKind::atomic) return false;
  std::array<std::uint64_t, simt::kWarpSize> cell;  // Of inactive lanes: never looked at.
  std::uint64_t outside = 0;
  std::uint32_t seen = 0;
  for_each_lane(access.active, [&](std::uint32_t lane) {
    const std::uint64_t offset = (*access.address)[lane] - at.base;
    outside |= static_cast<std::uint64_t>(offset >= at.bytes);
    cell[lane] = offset / access.bytes;
  });
  if (outside != 0) return false;
  if (access.kind == AccessKind::load) {
    for_each_lane(access.active, [&](std::uint32_t lane) {
      const std::uint32_t reader = at.reader[cell[lane]];
      seen |= at.writer[cell[lane]] | (reader == event.number ? 0 : reader);
    });
    if (seen != 0) return false;
    for_each_lane(access.active, [&](std::uint32_t lane) { at.reader[cell[lane]] = event.number; });
    return true;
  }
  for_each_lane(access.active, [&](std::uint32_t lane) {
    seen |= at.writer[cell[lane]] | at.reader[cell[lane]] | at.atomic[cell[lane]];
  });
  if (seen != 0) return false;
  for_each_lane(access.active, [&](std::uint32_t lane) {
    at.writer[cell[lane]] = event.number << 1 | (access.changed >> lane & 1);
  });
  return true;
}

void GlobalRaceObserver::access_lane(const Event& event, std::uint32_t lane) {
  const simt::MemoryAccess& access = event.access;
  const std::uint64_t address = (*access.address)[lane];
  GlobalCells* const at = shadow_.cells(address, access.bytes);
  if (at == nullptr) return;
  const bool changes = (access.changed >> lane & 1) != 0;
  const std::uint64_t first = (address - at->base) / at->cell_bytes;
  std::uint32_t with = 0;  // A lane is reported once, whatever its width.
  for (std::uint64_t cell = first; cell < first + access.bytes / at->cell_bytes; ++cell) {
    std::uint32_t found = 0;
    if (access.kind == AccessKind::load) found = load(event, *at, cell);
    if (access.kind == AccessKind::store) found = store(event, changes, *at, cell);
    if (access.kind == AccessKind::atomic) found = atomic(event, *at, cell);
    if (with == 0) with = found;
  }
  if (with != 0) report(event, with, lane, *at);
}

std::uint32_t GlobalRaceObserver::load(const Event& event, GlobalCells& at, std::uint64_t cell) {
  std::uint32_t& reader = at.reader[cell];
  if (reader == 0) {
    reader = event.number;
  } else if (at.second[cell] == 0 && foreign(reader, event)) {
    at.second[cell] = event.number;
  }
  const std::uint32_t writer = at.writer[cell];
  return (writer & 1) != 0 && foreign(writer >> 1, event) ? writer >> 1 : 0;
}

std::uint32_t GlobalRaceObserver::store(const Event& event, bool changes, GlobalCells& at,
                                        std::uint64_t cell) {
  std::uint32_t& writer = at.writer[cell];
  const bool after_other = foreign(writer >> 1, event);
  std::uint32_t with = 0;
  if (changes) {
    for (const std::uint32_t before :
         {after_other ? writer >> 1 : 0, at.reader[cell], at.second[cell], at.atomic[cell]}) {
      if (with == 0 && foreign(before, event)) with = before;
    }
  }
  // What another block wrote stays its write where this one changes nothing.
  const std::uint32_t changed = changes || (!after_other && (writer & 1) != 0) ? 1 : 0;
  if (changes || !after_other) writer = event.number << 1 | changed;
  return with;
}

std::uint32_t GlobalRaceObserver::atomic(const Event& event, GlobalCells& at, std::uint64_t cell) {
  at.atomic[cell] = event.number;
  const std::uint32_t writer = at.writer[cell] >> 1;
  return foreign(writer, event) ? writer : 0;
}

// A pair is one finding whichever came first: it stands at the later line of the two.
void GlobalRaceObserver::report(const Event& event, std::uint32_t with, std::uint32_t lane,
                                const GlobalCells& at) {
  const BlockAccess& other = shadow_.access(with);
  const simt::MemoryAccess& access = event.access;
  const Spot spot = spot_of(access.place);
  const std::uint64_t offset = (*access.address)[lane] - at.base;
  const GlobalSite& site = shadow_.site(other);
  if (stands_before(spot, site.spot)) {
    sightings_.note({site.spot, spot, 0}, other.cta, other.who.thread(), 1, [&] {
      return Detail{offset, at.bytes, access.place.cta, site.kind, access.kind};
    });
  } else {
    const std::uint32_t thread = access.place.warp * simt::kWarpSize + lane;
    sightings_.note({spot, site.spot, 0}, access.place.cta, thread, 1, [&] {
      return Detail{offset, at.bytes, other.cta, access.kind, site.kind};
    });
  }
}

std::string GlobalRaceObserver::message(const SightingKey& key, const Detail& d,
                                        const LaunchFacts& facts) {
  const Dim3 other = coordinates(d.other_cta, facts.grid);
  const std::string block = fmt::format("block ({},{},{})", other.x, other.y, other.z);
  if (key.where == key.other) {
    return fmt::format(
        "{} writes the same cell (byte {} of an allocation of {} bytes) with another value, and "
        "blocks run in any order",
        block, d.offset, d.allocated);
  }
  return fmt::format(
      "{} of byte {} of an allocation of {} bytes is not ordered with the {} by {}: blocks run in "
      "any order",
      access_name(d.kind), d.offset, d.allocated, access_name(d.other_kind), block);
}

std::vector<Finding> GlobalRaceObserver::findings(const LaunchFacts& facts) const {
  return findings_of(by_line(sightings_, facts), [&](const auto& key, const auto& seen) {
    Finding finding = placed_finding(facts, key, seen);
    finding.kind = FindingKind::global_memory_race;
    finding.severity = Severity::warning;
    finding.message = message(key, seen.detail, facts);
    return finding;
  });
}

}  // namespace warpgrade::observe
