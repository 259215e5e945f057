// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/simt/launch.hpp"

#include "harness/emulator/simt/cta.hpp"
#include "harness/emulator/simt/residents.hpp"
#include "harness/emulator/simt/undo.hpp"

#include <algorithm>
#include <cassert>
#include <exception>
#include <thread>

namespace warpgrade::simt {
namespace {

using Observers = std::span<const std::unique_ptr<Observer>>;

/// CTAs that a worker takes at a time: few enough that all workers end together.
std::uint64_t chunk_of(std::uint64_t ctas, unsigned threads) {
  return std::clamp<std::uint64_t>(ctas / (std::uint64_t{threads} * 16), 1, 64);
}

/// A worker with its observers.
struct Crew {
  explicit Crew(std::unique_ptr<Worker> worker_) : worker(std::move(worker_)) {}

  std::unique_ptr<Worker> worker;
  std::vector<std::unique_ptr<Observer>> observers;
  std::exception_ptr failure;
};

class Launch {
 public:
  Launch(const Program::Lowered& program, const LoweredFunction& kernel, GlobalMemory& memory,
         const LaunchConfig& config, Observers observers)
      : program_(program),
        kernel_(kernel),
        memory_(memory),
        config_(config),
        observers_(observers),
        ctas_(config.sample.empty() ? volume(config.grid) : config.sample.size()) {}

  LaunchResult run() {
    const bool together =
        config_.threads > 1 && ctas_ > 1 && !kernel_.ordered && config_.sample.empty();
    if (together && run_together()) return result();
    run_in_order();
    return result();
  }

 private:
  Crew& hire(Progress& progress, Undo* undo) {
    crews_.emplace_back(
        std::make_unique<Worker>(program_, kernel_, memory_, config_, progress, undo));
    Crew& crew = crews_.back();
    for (const auto& observer : observers_) {
      crew.observers.push_back(observer->clone());
      crew.worker->listeners.add(*crew.observers.back());
    }
    return crew;
  }

  /// Runs CTAs until there are none left, the launch stops or, with `until`, that many lane
  /// instructions.
  void work(Worker& worker, Cta& cta, std::uint64_t chunk, std::uint64_t until) const {
    while (!worker.stopped && worker.lane_instructions < until) {
      const std::uint64_t first =
          worker.progress.next_cta.fetch_add(chunk, std::memory_order_relaxed);
      if (first >= ctas_) break;
      const std::uint64_t last = std::min(first + chunk, ctas_);
      for (std::uint64_t i = first; i < last && !worker.stopped; ++i) cta.run(i);
    }
  }

  void run_in_order() {
    Progress progress;
    Worker& worker = *hire(progress, nullptr).worker;
    run_residents(worker, ctas_);
    worker.check_budget();
  }

  /// Runs `worker` to the end beside others. What it throws ends the launch.
  void work_beside(Crew& crew, std::uint64_t chunk) const noexcept {
    try {
      Cta cta(*crew.worker);
      work(*crew.worker, cta, chunk, ~std::uint64_t{0});
    } catch (...) {
      crew.failure = std::current_exception();
      crew.worker->progress.stop.store(true);
    }
  }

  /// False if the run was undone: it must be done again in order.
  bool run_together() {
    Progress progress;
    Undo undo(memory_);
    const std::uint64_t chunk = chunk_of(ctas_, config_.threads);
    Worker& first = *hire(progress, &undo).worker;
    first.parallel = true;
    {
      Cta cta(first);
      work(first, cta, chunk, config_.alone_until);
    }
    if (!first.stopped && progress.next_cta.load() < ctas_) {
      for (unsigned i = 1; i < config_.threads; ++i) hire(progress, &undo).worker->parallel = true;
      std::vector<std::jthread> threads;
      for (std::size_t i = 1; i < crews_.size(); ++i) {
        threads.emplace_back([this, i, chunk] { work_beside(crews_[i], chunk); });
      }
      work_beside(crews_.front(), chunk);
    }
    for (Crew& crew : crews_) crew.worker->check_budget();
    if (!in_doubt()) return true;
    undo.restore();
    rethrow_failure();
    crews_.clear();
    return false;
  }

  void rethrow_failure() const {
    for (const Crew& crew : crews_) {
      if (crew.failure) std::rethrow_exception(crew.failure);
    }
  }

  /// Whether the run could have gone another way, or did not end well: then only a run in order
  /// counts.
  [[nodiscard]] bool in_doubt() const {
    for (std::size_t i = 0; i < crews_.size(); ++i) {
      if (crews_[i].worker->stopped || crews_[i].failure) return true;
      for (std::size_t k = 0; k < i; ++k) {
        if (crews_[i].worker->touched.conflicts_with(crews_[k].worker->touched)) return true;
      }
    }
    return false;
  }

  LaunchResult result() {
    LaunchResult result;
    Worker& first = *crews_.front().worker;
    result.end = first.end;
    result.place = first.place;
    result.thread = first.thread;
    result.text = std::move(first.text);
    result.printed = std::move(first.printed);
    for (Crew& crew : crews_) {
      result.warp_instructions += crew.worker->warp_instructions;
      result.lane_instructions += crew.worker->lane_instructions;
      if (&crew != &crews_.front()) first.touched.merge(crew.worker->touched);
      for (std::size_t i = 0; i < observers_.size(); ++i) observers_[i]->merge(*crew.observers[i]);
    }
    result.touched = first.touched.totals();
    return result;
  }

  const Program::Lowered& program_;
  const LoweredFunction& kernel_;
  GlobalMemory& memory_;
  const LaunchConfig& config_;
  Observers observers_;
  std::uint64_t ctas_;
  std::vector<Crew> crews_;
};

}  // namespace

LaunchResult launch(const Program& program, const ptx::Function& kernel, GlobalMemory& memory,
                    const LaunchConfig& config, Observers observers) {
  const LoweredFunction* const lowered = program.lowered().find(kernel);
  assert(lowered != nullptr && config.parameters.size() == kernel.parameter_bytes);
  return Launch(program.lowered(), *lowered, memory, config, observers).run();
}

}  // namespace warpgrade::simt
