// SPDX-License-Identifier: Apache-2.0
// Reads of global memory that nothing has written since it was allocated.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "harness/core/finding.hpp"
#include "harness/emulator/observe/launch_facts.hpp"
#include "harness/emulator/observe/set_bytes.hpp"
#include "harness/emulator/observe/sightings.hpp"
#include "harness/emulator/simt/observer.hpp"

namespace warpgrade::observe {

/// Reports reads of unset bytes, one finding for each line. Of an access, 8 bytes of which some
/// were written count as set: padding of structures is copied along. atom.exch only writes.
///
/// What the launch itself writes is kept apart until commit(), by worker: a launch that is done
/// again in order starts from what was set before it.
class UnsetGlobalObserver final : public simt::Observer {
 public:
  /// @param set  The marks before the launch; outlives it.
  explicit UnsetGlobalObserver(SetBytes& set);

  [[nodiscard]] std::uint32_t interests() const override;
  [[nodiscard]] std::unique_ptr<Observer> clone() const override;
  void merge(const Observer& other) override;
  void global_access(const simt::MemoryAccess& access) override;

  /// Adds what the launch wrote to the marks.
  void commit() const;
  [[nodiscard]] std::vector<Finding> findings(const LaunchFacts& facts) const;

 private:
  /// An allocation with bytes that are not set.
  struct Part {
    const WatchedBytes* before = nullptr;
    // By the launch, as far as this worker ran it; null: nothing yet.
    ByteBits written;
    /// By atomics. They count only after the launch: which one comes first, depends on the workers.
    ByteBits changed;
  };
  struct Detail {
    simt::AccessKind kind{};
    std::uint32_t bytes = 0;
    std::uint64_t offset = 0;
    std::uint64_t allocated = 0;
  };

  Part* find(std::uint64_t address);
  void access_lane(const simt::MemoryAccess& access, std::uint32_t lane, bool only_writes,
                   std::uint32_t element_bytes);
  void note(const simt::MemoryAccess& access, std::uint32_t lane, const Part& part);

  SetBytes& set_;
  std::vector<Part> parts_;  ///< By base.
  Part* last_ = nullptr;
  Sightings<Detail> sightings_;
};

/// What a copy to the host says that reads bytes which nothing has written; nothing if all are set.
std::optional<Finding> unset_copy_finding(const SetBytes& set, std::uint64_t address,
                                          std::uint64_t bytes);

}  // namespace warpgrade::observe
