// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/observe/races.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <string>

#include "harness/emulator/observe/lanes.hpp"

namespace warpgrade::observe {
namespace {

using simt::AccessKind;

constexpr std::uint32_t kNoSite = ~std::uint32_t{0};
constexpr std::uint32_t kNoLane = ~std::uint32_t{0};

// Tags of sightings: a pair of instructions may race between warps and within one, and be the read
// and the write of a line that changes a cell (`bins[i]++`). Of the tags that the same lines have,
// the first one is reported.
enum Tag : std::uint32_t { update_between_warps, between_warps, update_within_warp, within_warp };

bool is_error(std::uint32_t tag) { return tag == update_between_warps || tag == between_warps; }
bool is_update(std::uint32_t tag) {
  return tag == update_between_warps || tag == update_within_warp;
}

// Instructions that order threads in ways of their own: what a correct program builds locks and
// flags of.
bool synchronises(const ptx::Instruction& instruction) {
  using ptx::Opcode;
  using ptx::Ordering;
  switch (instruction.opcode) {
    case Opcode::mbarrier_init:
    case Opcode::mbarrier_inval:
    case Opcode::mbarrier_arrive:
    case Opcode::mbarrier_arrive_drop:
    case Opcode::mbarrier_expect_tx:
    case Opcode::mbarrier_complete_tx:
    case Opcode::mbarrier_test_wait:
    case Opcode::mbarrier_try_wait:
    case Opcode::cp_async_mbarrier_arrive:
      return true;
    default:
      break;
  }
  const ptx::Operation operation = instruction.operation;
  return operation == ptx::Operation::cas || operation == ptx::Operation::exch ||
         instruction.ordering == Ordering::acquire || instruction.ordering == Ordering::release ||
         instruction.ordering == Ordering::acq_rel || instruction.ordering == Ordering::sc;
}

}  // namespace

std::uint32_t RaceObserver::interests() const {
  return simt::kSharedAccess | simt::kBarrier | simt::kCta;
}

std::unique_ptr<simt::Observer> RaceObserver::clone() const {
  return std::make_unique<RaceObserver>();
}

void RaceObserver::merge(const Observer& other) {
  sightings_.merge(dynamic_cast<const RaceObserver&>(other).sightings_);
}

void RaceObserver::cta_start(const simt::CtaStart& start) {
  shadow_.start(start.cta).start(start.shared_bytes);
}

void RaceObserver::cta_end(std::uint64_t cta) { shadow_.end(cta); }

void RaceObserver::barrier_arrival(const simt::BarrierArrival& arrival) {
  if (arrival.warp_level) shadow_.of(arrival.place.cta).order_warp(arrival.place.warp);
}

void RaceObserver::barrier_release(const simt::BarrierRelease& release) {
  shadow_.of(release.cta).order_all();
}

std::uint32_t RaceObserver::site_of(const simt::MemoryAccess& access) {
  const simt::Place& place = access.place;
  if (place.function != last_function_) {
    last_function_ = place.function;
    last_sites_ = &site_by_pc_[place.function];
    last_sites_->resize(place.function->instructions.size(), kNoSite);
  }
  assert(place.pc < last_sites_->size());
  std::uint32_t& site = (*last_sites_)[place.pc];
  if (site == kNoSite) {
    site = static_cast<std::uint32_t>(sites_.size());
    sites_.push_back({spot_of(place), access.kind, access.value != nullptr,
                      synchronises(place.function->instructions[place.pc])});
  }
  return site;
}

void RaceObserver::shared_access(const simt::MemoryAccess& access) {
  RaceShadow& shadow = shadow_.of(access.place.cta);
  const std::uint32_t index = site_of(access);
  const Who first(index, access.place.warp * simt::kWarpSize);
  const Event event{access,
                    shadow,
                    sites_[index],
                    {first, access.active, *access.address, access.bytes, access.value}};
  if (event.site.synchronises) shadow.order_all();
  shadow.next_event(access.bytes);
  if (access.kind == AccessKind::load) {
    load(event);
  } else {
    store(event);
  }
}

void RaceObserver::load(const Event& event) {
  RaceShadow& shadow = event.shadow;
  if (shadow.note_reads(event.lanes)) return;
  std::uint32_t reported = kNoLane;  // A lane is reported once, whatever its width.
  shadow.for_each_cell(
      event.lanes, [&](std::uint32_t lane, Who who, std::uint64_t cell, std::uint32_t) {
        const Hazard hazard = lane == reported ? Hazard{} : shadow.against_writer(cell, who);
        if (!hazard.found) return;
        report(event, hazard, lane, false);
        reported = lane;
      });
}

Hazard RaceObserver::write_hazard(const Event& event, std::uint64_t cell, Who who,
                                  std::uint32_t value) const {
  const Hazard hazard = event.shadow.against_writer(cell, who);
  if (!hazard.found) return {};
  const Site& before = sites_[hazard.with.site()];
  if (before.kind == AccessKind::atomic && event.site.kind == AccessKind::atomic) return {};
  const bool known = before.value_known && event.site.value_known;
  if (known ? event.shadow.value(cell) == value : hazard.same_event) return {};
  return hazard;
}

void RaceObserver::store(const Event& event) {
  RaceShadow& shadow = event.shadow;
  if (shadow.untouched_by_others(event.lanes)) {
    if (shadow.note_writes(event.lanes)) return;
    shadow.forget_writes(event.lanes);
  }
  store_one_by_one(event);
}

void RaceObserver::store_one_by_one(const Event& event) {
  RaceShadow& shadow = event.shadow;
  std::uint32_t by_reader = kNoLane;  // A lane is reported once for each side.
  std::uint32_t by_writer = kNoLane;
  shadow.for_each_cell(event.lanes, [&](std::uint32_t lane, Who who, std::uint64_t cell,
                                        std::uint32_t part) {
    const std::uint32_t value = shadow.value_of(event.lanes, lane, part);
    const Hazard read = by_reader == lane ? Hazard{} : shadow.against_readers(cell, who);
    if (read.found) {
      report(event, read, lane, is_update_by_both(event, read, shadow.against_writer(cell, who)));
      by_reader = lane;
    }
    const Hazard write = by_writer == lane ? Hazard{} : write_hazard(event, cell, who, value);
    if (write.found) {
      report(event, write, lane, false);
      by_writer = lane;
    }
    shadow.note_write(cell, who, value);
  });
}

// True if the thread that read the cell writes it, too, all in one line: both threads change it,
// and one change is lost.
bool RaceObserver::is_update_by_both(const Event& event, const Hazard& read,
                                     const Hazard& write) const {
  if (!write.found || !same_line(sites_[read.with.site()].spot, event.site.spot)) return false;
  return write.same_event || write.with.thread() == read.with.thread();
}

// A pair is one finding whichever came first: it stands at the later line of the two.
void RaceObserver::report(const Event& event, const Hazard& hazard, std::uint32_t lane,
                          bool update) {
  const Site& other = sites_[hazard.with.site()];
  const std::uint32_t thread = event.access.place.warp * simt::kWarpSize + lane;
  const std::uint64_t offset = (*event.access.address)[lane];
  const bool error = !hazard.same_warp || hazard.same_event;
  const std::uint32_t tag = error ? (update ? update_between_warps : between_warps)
                                  : (update ? update_within_warp : within_warp);
  if (stands_before(event.site.spot, other.spot)) {
    const Detail detail{offset, thread, other.kind, event.site.kind};
    sightings_.note({other.spot, event.site.spot, tag}, event.access.place.cta,
                    hazard.with.thread(), 1, [&] { return detail; });
  } else {
    const Detail detail{offset, hazard.with.thread(), event.site.kind, other.kind};
    sightings_.note({event.site.spot, other.spot, tag}, event.access.place.cta, thread, 1,
                    [&] { return detail; });
  }
}

std::string RaceObserver::message(const SightingKey& key, const Detail& detail,
                                  const LaunchFacts& facts) {
  const std::string name = shared_name(facts, detail.offset, key.where);
  const std::string other = thread_name(facts, detail.other_thread);
  if (is_update(key.tag)) {
    return fmt::format(
        "{} changes {} too, unordered, and one change is lost: an atomic operation is missing",
        other, name);
  }
  if (key.where == key.other) {
    return fmt::format("{} of {} that {} writes too, and nothing says who comes last",
                       access_name(detail.kind), name, other);
  }
  return fmt::format("{} of {} is not ordered with the {} of the same cell by {}: {} is missing",
                     access_name(detail.kind), name, access_name(detail.other_kind), other,
                     is_error(key.tag) ? "__syncthreads()" : "__syncwarp()");
}

std::vector<Finding> RaceObserver::findings(const LaunchFacts& facts) const {
  // Lines that race in several ways say so once: it is the same mistake.
  const auto lines = by_line(sightings_, facts);
  auto shown = lines;
  std::erase_if(shown, [&](const auto& line) {
    return std::ranges::any_of(lines, [&](const auto& worse) {
      return worse.key.tag < line.key.tag && worse.same_lines(line);
    });
  });
  return findings_of(shown, [&](const auto& key, const auto& seen) {
    Finding finding = placed_finding(facts, key, seen);
    finding.kind = FindingKind::shared_memory_race;
    finding.severity = is_error(key.tag) ? Severity::error : Severity::warning;
    finding.message = message(key, seen.detail, facts);
    return finding;
  });
}

}  // namespace warpgrade::observe
