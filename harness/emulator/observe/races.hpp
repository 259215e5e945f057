// SPDX-License-Identifier: Apache-2.0
// Races on shared memory: two threads of a block touch a cell, one of them writing, and nothing
// orders them.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "harness/core/finding.hpp"
#include "harness/emulator/observe/launch_facts.hpp"
#include "harness/emulator/observe/per_cta.hpp"
#include "harness/emulator/observe/race_shadow.hpp"
#include "harness/emulator/observe/sightings.hpp"
#include "harness/emulator/simt/observer.hpp"

namespace warpgrade::observe {

/// Reports unordered pairs of accesses, one finding for each pair of lines: an error between
/// warps, a warning within a warp (only bar.warp.sync orders there). Two writes of the same value
/// are no race, nor are two atomics.
///
/// Every opened barrier counts as ordering the whole CTA, one with a count of its own too; so do
/// mbarriers, acquire and release accesses, atom.cas and atom.exch (locks). So a race may be missed
/// in code that uses those, and none is reported where they order it.
class RaceObserver final : public simt::Observer {
 public:
  [[nodiscard]] std::uint32_t interests() const override;
  [[nodiscard]] std::unique_ptr<Observer> clone() const override;
  void merge(const Observer& other) override;
  void cta_start(const simt::CtaStart& start) override;
  void cta_end(std::uint64_t cta) override;
  void barrier_arrival(const simt::BarrierArrival& arrival) override;
  void barrier_release(const simt::BarrierRelease& release) override;
  void shared_access(const simt::MemoryAccess& access) override;

  [[nodiscard]] std::vector<Finding> findings(const LaunchFacts& facts) const;

 private:
  /// An instruction that accesses shared memory.
  struct Site {
    Spot spot;
    simt::AccessKind kind{};
    bool value_known = false;  ///< Stores of at most 4 bytes.
    bool synchronises = false;
  };
  /// One event on its way through the shadow.
  struct Event {
    const simt::MemoryAccess& access;
    RaceShadow& shadow;
    const Site& site;
    RaceLanes lanes;
  };
  struct Detail {
    std::uint64_t offset = 0;
    std::uint32_t other_thread = 0;
    simt::AccessKind kind{};  ///< Of the finding's own side.
    simt::AccessKind other_kind{};
  };

  std::uint32_t site_of(const simt::MemoryAccess& access);
  void load(const Event& event);
  void store(const Event& event);
  void store_one_by_one(const Event& event);
  [[nodiscard]] Hazard write_hazard(const Event& event, std::uint64_t cell, Who who,
                                    std::uint32_t value) const;
  [[nodiscard]] bool is_update_by_both(const Event& event, const Hazard& read,
                                       const Hazard& write) const;
  void report(const Event& event, const Hazard& hazard, std::uint32_t lane, bool update);
  static std::string message(const SightingKey& key, const Detail& detail,
                             const LaunchFacts& facts);

  PerCta<RaceShadow> shadow_;
  std::vector<Site> sites_;
  std::map<const ptx::Function*, std::vector<std::uint32_t>> site_by_pc_;
  const ptx::Function* last_function_ = nullptr;
  std::vector<std::uint32_t>* last_sites_ = nullptr;
  Sightings<Detail> sightings_;
};

}  // namespace warpgrade::observe
