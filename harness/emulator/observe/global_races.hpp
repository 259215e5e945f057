// SPDX-License-Identifier: Apache-2.0
// Races on global memory: blocks of one launch touch a cell, one of them writing, and nothing
// orders blocks.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "harness/core/finding.hpp"
#include "harness/emulator/observe/global_shadow.hpp"
#include "harness/emulator/observe/launch_facts.hpp"
#include "harness/emulator/observe/sightings.hpp"
#include "harness/emulator/simt/memory.hpp"
#include "harness/emulator/simt/observer.hpp"

namespace warpgrade::observe {

/// Reports pairs of accesses of two blocks, one finding for each pair of lines, as warnings. No
/// race are two atomics, a write of what the cell holds already beside reads or equal writes, and a
/// plain read beside atomics (a look before the atomic that decides).
///
/// For kernels that have means to order blocks (locks, flags, __threadfence(), grid barriers) it is
/// not to be used: it knows of no order. simt::Program::orders_blocks() tells.
class GlobalRaceObserver final : public simt::Observer {
 public:
  /// @param memory  Outlives it.
  explicit GlobalRaceObserver(const simt::GlobalMemory& memory)
      : memory_(memory), shadow_(memory) {}

  [[nodiscard]] std::uint32_t interests() const override;
  [[nodiscard]] std::unique_ptr<Observer> clone() const override;
  void merge(const Observer& other) override;
  void global_access(const simt::MemoryAccess& access) override;

  [[nodiscard]] std::vector<Finding> findings(const LaunchFacts& facts) const;

 private:
  struct Event {
    const simt::MemoryAccess& access;
    std::uint32_t number = 0;
  };
  struct Detail {
    std::uint64_t offset = 0;
    std::uint64_t allocated = 0;
    std::uint64_t other_cta = 0;
    simt::AccessKind kind{};
    simt::AccessKind other_kind{};
  };

  [[nodiscard]] bool foreign(std::uint32_t number, const Event& event) const {
    return number != 0 && number != event.number &&
           shadow_.access(number).cta != event.access.place.cta;
  }
  /// Notes the access where every lane is the first block at its one cell, as in most accesses.
  /// @returns false, having noted nothing that access_lane() would not, where some lane is not.
  bool first_at_all(const Event& event, GlobalCells& at);
  void access_lane(const Event& event, std::uint32_t lane);
  /// Notes the access of a cell. @returns the access of another block that it races with; 0: none.
  std::uint32_t load(const Event& event, GlobalCells& at, std::uint64_t cell);
  std::uint32_t store(const Event& event, bool changes, GlobalCells& at, std::uint64_t cell);
  std::uint32_t atomic(const Event& event, GlobalCells& at, std::uint64_t cell);
  void report(const Event& event, std::uint32_t with, std::uint32_t lane, const GlobalCells& at);
  static std::string message(const SightingKey& key, const Detail& detail,
                             const LaunchFacts& facts);

  const simt::GlobalMemory& memory_;
  GlobalShadow shadow_;
  Sightings<Detail> sightings_;
};

}  // namespace warpgrade::observe
