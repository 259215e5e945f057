// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/observe/counting.hpp"

#include <bit>
#include <cassert>

#include "harness/emulator/observe/atomics.hpp"
#include "harness/emulator/observe/places.hpp"
#include "harness/emulator/observe/sectors.hpp"
#include "harness/emulator/observe/wavefronts.hpp"

namespace warpgrade::observe {
namespace {

using Kind = LineCounters::Kind;

Kind shared_kind(simt::AccessKind kind) {
  if (kind == simt::AccessKind::atomic) return Kind::shared_atomic;
  return kind == simt::AccessKind::load ? Kind::shared_load : Kind::shared_store;
}

}  // namespace

void CountingObserver::Site::add(const Site& other) {
  requests += other.requests;
  units += other.units;
  units_ideal += other.units_ideal;
  units_full += other.units_full;
  bytes += other.bytes;
  if (other.requests > 0) kind = other.kind;
  if (other.first < first) {
    first = other.first;
    stride = other.stride;
  }
}

std::uint32_t CountingObserver::interests() const {
  return simt::kGlobalAccess | simt::kSharedAccess | simt::kDivergence | simt::kCta;
}

std::unique_ptr<simt::Observer> CountingObserver::clone() const {
  return std::make_unique<CountingObserver>();
}

void CountingObserver::merge(const Observer& other) {
  const auto& from = dynamic_cast<const CountingObserver&>(other);
  for (const auto& [function, theirs] : from.functions_) {
    FunctionSites& ours = functions_[function];
    for (const auto space : {&FunctionSites::global, &FunctionSites::shared}) {
      if ((theirs.*space).empty()) continue;
      (ours.*space).resize(function->instructions.size());
      for (std::size_t pc = 0; pc < (theirs.*space).size(); ++pc) {
        (ours.*space)[pc].add((theirs.*space)[pc]);
      }
    }
    for (const auto& [pc, count] : theirs.divergent) ours.divergent[pc] += count;
    ours.wide_loads += theirs.wide_loads;
    ours.merged_loads += theirs.merged_loads;
  }
  cta_sectors_read_ += from.cta_sectors_read_;
  atomics_ += from.atomics_;
}

void CountingObserver::cta_start(const simt::CtaStart& start) { read_.start(start.cta).clear(); }

void CountingObserver::cta_end(std::uint64_t cta) {
  cta_sectors_read_ += read_.of(cta).size();
  read_.end(cta);
}

CountingObserver::Site& CountingObserver::site(const simt::MemoryAccess& access,
                                               std::vector<Site> FunctionSites::*space) {
  const simt::Place& place = access.place;
  if (place.function != last_function_) {
    last_function_ = place.function;
    last_sites_ = &functions_[place.function];
  }
  std::vector<Site>& sites = last_sites_->*space;
  if (sites.empty()) sites.resize(place.function->instructions.size());
  assert(place.pc < sites.size());
  return sites[place.pc];
}

void CountingObserver::note_stride(Site& site, const simt::Place& place, const Lanes& lanes) {
  const std::pair here{place.cta, place.warp};
  if (lanes.count() < 2 || here >= site.first) return;
  site.first = here;
  site.stride = lanes.stride();
}

void CountingObserver::global_access(const simt::MemoryAccess& access) {
  if (access.active == 0) return;
  if (access.kind == simt::AccessKind::atomic) {
    atomics_ += static_cast<std::uint64_t>(std::popcount(access.active));
    return;
  }
  const Lanes lanes(access.active, *access.address);
  const SectorCount count = count_sectors(lanes, access.bytes);
  const bool store = access.kind == simt::AccessKind::store;
  Site& here = site(access, &FunctionSites::global);
  here.kind = store ? Kind::global_store : Kind::global_load;
  ++here.requests;
  here.units += count.sectors;
  here.units_ideal += count.ideal;
  here.units_full += count.full;
  here.bytes += std::uint64_t{lanes.count()} * access.bytes;
  note_stride(here, access.place, lanes);
  if (!store) read_.of(access.place.cta).insert(lanes, access.bytes);
}

void CountingObserver::shared_access(const simt::MemoryAccess& access) {
  if (access.active == 0) return;
  Site& here = site(access, &FunctionSites::shared);
  if (here.requests == 0 && is_of_barrier_unit(access.place)) return;
  const bool load = access.kind == simt::AccessKind::load;
  const Lanes lanes(access.active, *access.address);
  const bool atomic = access.kind == simt::AccessKind::atomic;
  if (atomic && here.requests == 0) here.combines = combines(access.place);
  const WavefrontCount count =
      atomic ? count_atomic_wavefronts(lanes, access.active, *access.address, access.bytes,
                                       here.combines)
             : count_wavefronts(lanes, access.active, *access.address, access.bytes, load);
  here.kind = shared_kind(access.kind);
  ++here.requests;
  here.units += count.wavefronts;
  here.units_ideal += count.ideal;
  note_stride(here, access.place, lanes);
  if (load) count_wide(*last_sites_, access, count);
}

/// A load that is part of a merged one, if its address allows that.
void CountingObserver::count_wide(FunctionSites& sites, const simt::MemoryAccess& access,
                                  const WavefrontCount& scalar) {
  const auto& function = *access.place.function;
  if (sites.wide.empty()) sites.wide = wide_loads(function);
  const WidePart& part = sites.wide[access.place.pc];
  if (part.bytes == 0) return;
  simt::LaneAddresses address = *access.address;
  std::uint64_t bits = 0;
  for (unsigned i = 0; i < simt::kWarpSize; ++i) {
    address[i] -= part.delta;
    bits |= (access.active >> i & 1U) != 0 ? address[i] : 0;
  }
  if (bits % part.bytes != 0) return;
  const auto add = [](SharedCounters& to, const WavefrontCount& count) {
    to.requests += 1;
    to.wavefronts += count.wavefronts;
    to.wavefronts_ideal += count.ideal;
  };
  add(sites.merged_loads, scalar);
  if (!part.first) return;
  const Lanes lanes(access.active, address);
  add(sites.wide_loads, count_wavefronts(lanes, access.active, address, part.bytes, true));
}

void CountingObserver::divergence(const simt::Divergence& divergence) {
  ++functions_[divergence.place.function].divergent[divergence.place.pc];
}

void CountingObserver::add_global(KernelCounters& to, const Site& site) {
  const bool store = site.kind == Kind::global_store;
  GlobalCounters& sum = store ? to.global_store : to.global_load;
  sum.requests += site.requests;
  sum.sectors += site.units;
  sum.sectors_ideal += site.units_ideal;
  sum.bytes += site.bytes;
  if (!store) return;
  to.traffic.store_sectors_full += site.units_full;
  to.traffic.store_sectors_partial += site.units - site.units_full;
}

void CountingObserver::add_shared(KernelCounters& to, const Site& site) {
  const auto loads_or_stores =
      site.kind == Kind::shared_load ? &KernelCounters::shared_load : &KernelCounters::shared_store;
  const auto kind =
      site.kind == Kind::shared_atomic ? &KernelCounters::shared_atomic : loads_or_stores;
  to.*kind += {site.requests, site.units, site.units_ideal};
}

void CountingObserver::add_lines(KernelCounters& to, const ptx::Module& module,
                                 const ptx::Function& function, const FunctionSites& sites) {
  const auto add = [&](std::uint32_t pc, const std::vector<Site>& space, auto* sum) {
    if (space.empty() || space[pc].requests == 0) return;
    const Site& site = space[pc];
    to.lines.push_back({site.kind, source_line(module, function, pc), site.requests, site.units,
                        site.units_ideal, site.stride});
    sum(to, site);
  };
  for (std::uint32_t pc = 0; pc < function.instructions.size(); ++pc) {
    add(pc, sites.global, &add_global);
    add(pc, sites.shared, &add_shared);
  }
}

KernelCounters CountingObserver::counters(const ptx::Module& module) const {
  KernelCounters result;
  SharedCounters wide;
  SharedCounters merged;
  for (const ptx::Function& function : module.functions) {
    const auto found = functions_.find(&function);
    if (found == functions_.end()) continue;
    add_lines(result, module, function, found->second);
    for (const auto& [pc, count] : found->second.divergent) {
      add_branches(result.branches, {{source_line(module, function, pc), count}});
      result.traffic.divergent_branches += count;
    }
    wide += found->second.wide_loads;
    merged += found->second.merged_loads;
  }
  result.shared_load_estimated = result.shared_load;
  result.shared_load_estimated += wide;
  result.shared_load_estimated -= merged;
  result.traffic.cta_sectors_read = cta_sectors_read_;
  result.traffic.atomics = atomics_;
  return result;
}

}  // namespace warpgrade::observe
