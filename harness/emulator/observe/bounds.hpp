// SPDX-License-Identifier: Apache-2.0
// Accesses that the core refused: outside their allocation, or misaligned.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "harness/core/finding.hpp"
#include "harness/emulator/observe/launch_facts.hpp"
#include "harness/emulator/observe/sightings.hpp"
#include "harness/emulator/simt/memory.hpp"
#include "harness/emulator/simt/observer.hpp"

namespace warpgrade::observe {

/// The live allocation nearest to a device address, or nothing. Called from several workers at a
/// time.
using NearestAllocation = std::function<std::optional<simt::Allocation>(std::uint64_t)>;

/// Reports refused accesses, one finding for each line, reason and direction.
class BoundsObserver final : public simt::Observer {
 public:
  explicit BoundsObserver(NearestAllocation nearest) : nearest_(std::move(nearest)) {}

  [[nodiscard]] std::uint32_t interests() const override;
  [[nodiscard]] std::unique_ptr<Observer> clone() const override;
  void merge(const Observer& other) override;
  void cta_start(const simt::CtaStart& start) override;
  void bad_access(const simt::BadAccess& bad) override;

  [[nodiscard]] std::vector<Finding> findings(const LaunchFacts& facts) const;

 private:
  struct Detail {
    simt::BadAccess::Reason reason{};
    simt::AccessKind kind{};
    ptx::StateSpace space{};
    std::uint32_t bytes = 0;
    std::uint64_t address = 0;
    std::optional<simt::Allocation> nearest;
    std::uint32_t shared_bytes = 0;
  };
  static std::string message(const Detail& detail, const LaunchFacts& facts, const Spot& spot);
  static std::string global_message(const Detail& detail);
  static std::string shared_message(const Detail& detail, const LaunchFacts& facts,
                                    const Spot& spot);

  NearestAllocation nearest_;
  Sightings<Detail> sightings_;
  std::uint32_t shared_bytes_ = 0;  ///< The same for all blocks of a launch.
};

}  // namespace warpgrade::observe
