// SPDX-License-Identifier: Apache-2.0
// Reads of shared memory that no thread of the CTA had set.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "harness/core/finding.hpp"
#include "harness/emulator/observe/launch_facts.hpp"
#include "harness/emulator/observe/per_cta.hpp"
#include "harness/emulator/observe/sightings.hpp"
#include "harness/emulator/simt/observer.hpp"

namespace warpgrade::observe {

/// Reports reads of unset bytes, one finding for each line. A warning: the value may never
/// be used.
class UnsetObserver final : public simt::Observer {
 public:
  [[nodiscard]] std::uint32_t interests() const override;
  [[nodiscard]] std::unique_ptr<Observer> clone() const override;
  void merge(const Observer& other) override;
  void cta_start(const simt::CtaStart& start) override;
  void cta_end(std::uint64_t cta) override;
  void shared_access(const simt::MemoryAccess& access) override;

  [[nodiscard]] std::vector<Finding> findings(const LaunchFacts& facts) const;

 private:
  struct Detail {
    std::uint64_t offset = 0;
    std::uint32_t bytes = 0;
  };
  using SetBytes =
      std::vector<std::uint8_t>;  ///< A byte of shared memory each: 0xff once it is set.

  void note_unset(const simt::MemoryAccess& access, const SetBytes& set);

  PerCta<SetBytes> set_;
  Sightings<Detail> sightings_;
};

}  // namespace warpgrade::observe
