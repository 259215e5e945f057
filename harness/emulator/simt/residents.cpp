// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/simt/residents.hpp"

#include "harness/emulator/simt/cta.hpp"

#include <algorithm>
#include <memory>
#include <vector>

namespace warpgrade::simt {
namespace {

/// Warp instructions of a turn. So long that only blocks which wait for others rest.
constexpr std::uint64_t kTurn = std::uint64_t{1} << 20;

class Residents {
 public:
  Residents(Worker& worker, std::uint64_t ctas) : worker_(worker), ctas_(ctas) {}

  void run() {
    while (!worker_.stopped && (next_ < ctas_ || !resting_.empty())) {
      start_all_that_fit();
      give_turns();
    }
  }

 private:
  /// A turn for the CTA. @returns whether it goes on.
  bool turn(Cta& cta) {
    const std::uint64_t length = worker_.config.cooperative ? 1 : kTurn;
    return cta.take_turn(worker_.warp_instructions + length) && !worker_.stopped;
  }

  void start_all_that_fit() {
    const auto room = std::max<std::uint64_t>(worker_.config.resident_ctas, 1);
    while (!worker_.stopped && next_ < ctas_ && resting_.size() < room) {
      auto cta = take_spare();
      cta->start(index_of(next_++));
      if (turn(*cta)) {
        resting_.push_back(std::move(cta));
      } else {
        spare_ = std::move(cta);
      }
    }
  }

  [[nodiscard]] std::uint64_t index_of(std::uint64_t nth) const {
    const auto& sample = worker_.config.sample;
    return sample.empty() ? nth : sample[nth];
  }

  void give_turns() {
    for (auto& cta : resting_) {
      if (worker_.stopped) return;
      if (!turn(*cta)) spare_ = std::move(cta);
    }
    std::erase(resting_, nullptr);
  }

  std::unique_ptr<Cta> take_spare() {
    auto cta = std::move(spare_);
    if (cta == nullptr) cta = std::make_unique<Cta>(worker_);
    return cta;
  }

  Worker& worker_;
  std::uint64_t ctas_;
  std::uint64_t next_ = 0;
  std::vector<std::unique_ptr<Cta>> resting_;
  std::unique_ptr<Cta> spare_;  ///< One that has ended, to be used again.
};

}  // namespace

void run_residents(Worker& worker, std::uint64_t ctas) { Residents(worker, ctas).run(); }

}  // namespace warpgrade::simt
