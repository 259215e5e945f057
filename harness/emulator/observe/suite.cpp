// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/observe/suite.hpp"

#include <algorithm>
#include <iterator>

#include "harness/emulator/observe/barriers.hpp"
#include "harness/emulator/observe/counting.hpp"
#include "harness/emulator/observe/global_races.hpp"
#include "harness/emulator/observe/races.hpp"
#include "harness/emulator/observe/unset.hpp"
#include "harness/emulator/observe/unset_global.hpp"
#include "harness/emulator/ptx/demangle.hpp"

namespace warpgrade::observe {
namespace {

// The observer of class `Kind`, or null where it is off.
template <typename Kind>
const Kind* find(std::span<const std::unique_ptr<simt::Observer>> observers) {
  for (const auto& observer : observers) {
    if (const auto* found = dynamic_cast<const Kind*>(observer.get())) return found;
  }
  return nullptr;
}

template <typename... Kinds>
std::vector<Finding> findings_of_kinds(std::span<const std::unique_ptr<simt::Observer>> observers,
                                       const LaunchFacts& facts) {
  std::vector<Finding> all;
  const auto append = [&]<typename Kind>(const Kind* observer) {
    if (observer == nullptr) return;
    std::ranges::move(observer->findings(facts), std::back_inserter(all));
  };
  (append(find<Kinds>(observers)), ...);
  return all;
}

}  // namespace

NearestAllocation nearest_in(const simt::GlobalMemory& memory) {
  return [&memory](std::uint64_t address) -> std::optional<simt::Allocation> {
    const simt::Allocation* nearest = memory.nearest(address);
    return nearest != nullptr ? std::optional(*nearest) : std::nullopt;
  };
}

Suite::Suite(const Watch& watch, const NearestAllocation& nearest) {
  if (watch.counters) observers_.push_back(std::make_unique<CountingObserver>());
  if (watch.races) observers_.push_back(std::make_unique<RaceObserver>());
  if (watch.unset) observers_.push_back(std::make_unique<UnsetObserver>());
  if (watch.unset_global != nullptr) {
    observers_.push_back(std::make_unique<UnsetGlobalObserver>(*watch.unset_global));
  }
  if (watch.global_races != nullptr) {
    observers_.push_back(std::make_unique<GlobalRaceObserver>(*watch.global_races));
  }
  if (watch.bounds) observers_.push_back(std::make_unique<BoundsObserver>(nearest));
  if (watch.barriers) observers_.push_back(std::make_unique<BarrierObserver>());
}

void Suite::commit() const {
  if (const auto* unset = find<UnsetGlobalObserver>(observers_)) unset->commit();
}

KernelCounters Suite::counters(const ptx::Module& module, const ptx::Function& kernel,
                               const LaunchShape& shape, const simt::LaunchResult& result) const {
  const auto* counting = find<CountingObserver>(observers_);
  KernelCounters counters = counting != nullptr ? counting->counters(module) : KernelCounters{};
  counters.kernel = ptx::demangled_name(kernel.name);
  counters.launches = 1;
  counters.grid = shape.grid;
  counters.block = shape.block;
  counters.static_shared_bytes = shape.static_shared_bytes;
  counters.dynamic_shared_bytes = shape.dynamic_shared_bytes;
  add_core_counts(counters, result);
  return counters;
}

std::vector<Finding> Suite::findings(const ptx::Module& module, const ptx::Function& kernel,
                                     const LaunchShape& shape) const {
  const LaunchFacts facts{module,
                          kernel,
                          shape.grid,
                          shape.block,
                          shared_variables(module, kernel, shape.dynamic_shared_bytes),
                          shape.source};
  std::vector<Finding> all =
      findings_of_kinds<BarrierObserver, BoundsObserver, RaceObserver, UnsetObserver,
                        GlobalRaceObserver, UnsetGlobalObserver>(observers_, facts);
  std::ranges::stable_sort(all, {}, &Finding::severity);
  if (all.size() > kMostFindings) all.resize(kMostFindings);
  return all;
}

void add_core_counts(KernelCounters& counters, const simt::LaunchResult& result) {
  for (const simt::LaunchResult::Touched& touched : result.touched) {
    counters.traffic.unique_sectors_read += touched.sectors_read;
    counters.traffic.unique_sectors_written += touched.sectors_written;
  }
  counters.traffic.warp_instructions += result.warp_instructions;
  counters.traffic.lane_instructions += result.lane_instructions;
}

}  // namespace warpgrade::observe
