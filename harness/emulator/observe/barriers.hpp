// SPDX-License-Identifier: Apache-2.0
// Barriers that threads of a block reach at different places, or never all reach.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "harness/core/finding.hpp"
#include "harness/emulator/observe/launch_facts.hpp"
#include "harness/emulator/observe/sightings.hpp"
#include "harness/emulator/simt/observer.hpp"

namespace warpgrade::observe {

/// Reports barriers that the core saw go wrong, one finding for each pair of places.
class BarrierObserver final : public simt::Observer {
 public:
  [[nodiscard]] std::uint32_t interests() const override;
  [[nodiscard]] std::unique_ptr<Observer> clone() const override;
  void merge(const Observer& other) override;
  void barrier_release(const simt::BarrierRelease& release) override;
  void deadlock(const simt::Deadlock& deadlock) override;
  void bad_mask(const simt::BadMask& bad) override;

  [[nodiscard]] std::vector<Finding> findings(const LaunchFacts& facts) const;

 private:
  struct Detail {
    FindingKind kind{};
    std::uint32_t other_thread = 0;
    bool other_exited = false;
    bool bad_mask = false;
    simt::Mask named = 0;  ///< By the mask that cannot be right.
    simt::BadMask::Reason reason{};
  };
  static std::string message(const Detail& detail, const LaunchFacts& facts);

  Sightings<Detail> sightings_;
};

}  // namespace warpgrade::observe
