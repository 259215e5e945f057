// SPDX-License-Identifier: Apache-2.0
// State that observers keep for each running CTA.
#pragma once

#include <cassert>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace warpgrade::observe {

/// The `State` of every CTA that has started and not ended. Blocks of a cooperative launch
/// interleave; those of any other follow one another and use one State again and again.
template <typename State>
class PerCta {
 public:
  PerCta() = default;
  /// A copy is a fresh one, for the clone of an observer: no CTA runs on two workers.
  PerCta(const PerCta&) {}
  PerCta& operator=(const PerCta&) = delete;
  ~PerCta() = default;

  /// A State for `cta`, new or as an ended CTA left it.
  State& start(std::uint64_t cta) {
    std::unique_ptr<State> state;
    if (spare_.empty()) {
      state = std::make_unique<State>();
    } else {
      state = std::move(spare_.back());
      spare_.pop_back();
    }
    last_ = state.get();
    last_cta_ = cta;
    running_[cta] = std::move(state);
    return *last_;
  }

  void end(std::uint64_t cta) {
    const auto found = running_.find(cta);
    assert(found != running_.end());
    spare_.push_back(std::move(found->second));
    running_.erase(found);
    last_ = nullptr;
  }

  /// The State of a CTA that has started.
  State& of(std::uint64_t cta) {
    if (last_ == nullptr || last_cta_ != cta) {
      const auto found = running_.find(cta);
      assert(found != running_.end());
      last_ = found->second.get();
      last_cta_ = cta;
    }
    return *last_;
  }

 private:
  std::map<std::uint64_t, std::unique_ptr<State>> running_;
  std::vector<std::unique_ptr<State>> spare_;
  State* last_ = nullptr;
  std::uint64_t last_cta_ = 0;
};

}  // namespace warpgrade::observe
