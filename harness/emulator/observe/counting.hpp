// SPDX-License-Identifier: Apache-2.0
// Counts requests, sectors and wavefronts, in all and by instruction (docs/adr/0004).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "harness/core/counters.hpp"
#include "harness/emulator/observe/lanes.hpp"
#include "harness/emulator/observe/per_cta.hpp"
#include "harness/emulator/observe/sector_set.hpp"
#include "harness/emulator/observe/wavefronts.hpp"
#include "harness/emulator/observe/wide_loads.hpp"
#include "harness/emulator/ptx/module.hpp"
#include "harness/emulator/simt/observer.hpp"

namespace warpgrade::observe {

/// Fills the counters that follow from accesses. Requests of the local space are not counted,
/// global atomics only as lane operations.
class CountingObserver final : public simt::Observer {
 public:
  [[nodiscard]] std::uint32_t interests() const override;
  [[nodiscard]] std::unique_ptr<Observer> clone() const override;
  void merge(const Observer& other) override;

  void cta_start(const simt::CtaStart& start) override;
  void cta_end(std::uint64_t cta) override;
  void global_access(const simt::MemoryAccess& access) override;
  void shared_access(const simt::MemoryAccess& access) override;
  void divergence(const simt::Divergence& divergence) override;

  /// The counters of what was seen: global_*, shared_*, lines, and of traffic all but the unique
  /// sectors and the instructions, which only the core knows.
  /// @param module  The module whose functions ran; lines come in its order.
  [[nodiscard]] KernelCounters counters(const ptx::Module& module) const;

 private:
  /// One memory instruction in one space.
  struct Site {
    std::uint64_t requests = 0;
    std::uint64_t units = 0;
    std::uint64_t units_ideal = 0;
    std::uint64_t units_full = 0;
    std::uint64_t bytes = 0;
    LineCounters::Kind kind = LineCounters::Kind::global_load;
    bool combines = false;  ///< Of an atomic: lanes of one word count once.
    /// The CTA and warp whose request gave the stride; the lowest.
    std::pair<std::uint64_t, std::uint32_t> first{~std::uint64_t{0}, 0};
    std::int64_t stride = 0;

    void add(const Site& other);
  };
  struct FunctionSites {
    std::vector<Site> global;  ///< By pc; empty until the first access.
    std::vector<Site> shared;
    std::vector<WidePart> wide;  ///< Empty until the first access of shared memory.
    std::map<std::uint32_t, std::uint64_t> divergent;  ///< Divergences by pc.
    SharedCounters wide_loads;                         ///< Of merged loads.
    SharedCounters merged_loads;                       ///< Of the loads that they stand for.
  };

  Site& site(const simt::MemoryAccess& access, std::vector<Site> FunctionSites::*space);
  static void count_wide(FunctionSites& sites, const simt::MemoryAccess& access,
                         const WavefrontCount& scalar);
  static void note_stride(Site& site, const simt::Place& place, const Lanes& lanes);
  static void add_global(KernelCounters& to, const Site& site);
  static void add_shared(KernelCounters& to, const Site& site);
  static void add_lines(KernelCounters& to, const ptx::Module& module,
                        const ptx::Function& function, const FunctionSites& sites);

  std::map<const ptx::Function*, FunctionSites> functions_;
  const ptx::Function* last_function_ = nullptr;
  FunctionSites* last_sites_ = nullptr;
  PerCta<SectorSet> read_;
  std::uint64_t cta_sectors_read_ = 0;
  std::uint64_t atomics_ = 0;
};

}  // namespace warpgrade::observe
