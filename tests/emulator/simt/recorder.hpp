// SPDX-License-Identifier: Apache-2.0
// An observer that keeps copies of all events.
#pragma once

#include "tests/emulator/simt/machine.hpp"

#include <optional>
#include <vector>

namespace warpgrade::simt {

struct RecordedAccess {
  MemoryAccess access;
  LaneAddresses address{};
  std::optional<std::array<std::uint32_t, kWarpSize>> value;
};

struct RecordedBad {
  RecordedAccess access;
  BadAccess::Reason reason;
};

class Recorder : public Observer {
 public:
  explicit Recorder(std::uint32_t wants) : wants_(wants) {}

  [[nodiscard]] std::uint32_t interests() const override { return wants_; }
  [[nodiscard]] std::unique_ptr<Observer> clone() const override {
    return std::make_unique<Recorder>(wants_);
  }
  void merge(const Observer& other) override {
    const auto& from = dynamic_cast<const Recorder&>(other);
    const auto append = [](auto& to, const auto& more) {
      to.insert(to.end(), more.begin(), more.end());
    };
    append(global, from.global);
    append(shared, from.shared);
    append(local, from.local);
    append(bad, from.bad);
    append(arrivals, from.arrivals);
    append(releases, from.releases);
    append(deadlocks, from.deadlocks);
    append(bad_masks, from.bad_masks);
    append(divergences, from.divergences);
    append(starts, from.starts);
    append(ends, from.ends);
  }
  void cta_start(const CtaStart& event) override { starts.push_back(event); }
  void cta_end(std::uint64_t cta) override { ends.push_back(cta); }
  void global_access(const MemoryAccess& event) override { global.push_back(copy(event)); }
  void shared_access(const MemoryAccess& event) override { shared.push_back(copy(event)); }
  void local_access(const MemoryAccess& event) override { local.push_back(copy(event)); }
  void bad_access(const BadAccess& event) override {
    bad.push_back({copy(event.access), event.reason});
  }
  void barrier_arrival(const BarrierArrival& event) override { arrivals.push_back(event); }
  void barrier_release(const BarrierRelease& event) override { releases.push_back(event); }
  void deadlock(const Deadlock& event) override { deadlocks.push_back(event); }
  void bad_mask(const BadMask& event) override { bad_masks.push_back(event); }
  void divergence(const Divergence& event) override { divergences.push_back(event); }

  std::vector<RecordedAccess> global, shared, local;
  std::vector<RecordedBad> bad;
  std::vector<BarrierArrival> arrivals;
  std::vector<BarrierRelease> releases;
  std::vector<Deadlock> deadlocks;
  std::vector<BadMask> bad_masks;
  std::vector<Divergence> divergences;
  std::vector<CtaStart> starts;
  std::vector<std::uint64_t> ends;

 private:
  static RecordedAccess copy(const MemoryAccess& event) {
    RecordedAccess kept{event, *event.address, std::nullopt};
    if (event.value != nullptr) kept.value = *event.value;
    return kept;
  }

  std::uint32_t wants_;
};

/// Adds a recorder to the machine's observers.
inline Recorder& record(Machine& machine, std::uint32_t wants) {
  auto recorder = std::make_unique<Recorder>(wants);
  Recorder& events = *recorder;
  machine.observers.push_back(std::move(recorder));
  return events;
}

}  // namespace warpgrade::simt
