// SPDX-License-Identifier: Apache-2.0
#include "harness/device/emulated/launcher.hpp"

#include "harness/device/emulated/source_text.hpp"
#include "harness/emulator/observe/places.hpp"
#include "harness/emulator/observe/suite.hpp"
#include "harness/emulator/ptx/demangle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace warpgrade::device::emulated {
namespace {

using simt::LaunchEnd;

struct Budget {
  std::uint64_t of_a_launch;
  /// Added for each: a thread may well carry 64 elements of a tile in and out again, all of them
  /// beyond the edge.
  std::uint64_t of_a_thread;
};
constexpr Budget kChecked{200'000'000, 4000};
constexpr Budget kUnchecked{2'000'000'000, 8000};
/// A few blocks that do not do much more than their share.
constexpr std::uint64_t kSampled = 100'000'000;

/// Blocks are numbered with 32 bits.
constexpr std::uint64_t kMostRacingBlocks = ~std::uint32_t{0};

/// What an abnormal end means to the runtime and to the learner.
struct EndRow {
  LaunchEnd end;
  Status status;
  std::optional<FindingKind> kind;  ///< Nothing: an observer has reported it.
  std::string_view message;
};
constexpr std::array<EndRow, 4> kEnds{{
    {LaunchEnd::budget_exceeded, Status::launch_timeout, FindingKind::kernel_time_limit,
     "the kernel did not finish within {} instructions: a loop that never ends?"},
    {LaunchEnd::deadlock, Status::launch_timeout, std::nullopt, ""},
    {LaunchEnd::trap, Status::launch_failure, FindingKind::trap, "the kernel executed trap"},
    {LaunchEnd::assertion, Status::device_assert, FindingKind::device_assert,
     "an assertion failed in the kernel"},
}};

/// The sticky error that a finding means, most serious first.
constexpr std::array<std::pair<FindingKind, Status>, 2> kSticky{{
    {FindingKind::out_of_bounds, Status::illegal_address},
    {FindingKind::misaligned, Status::misaligned_address},
}};

Finding end_finding(const EndRow& row, const simt::Program& program, const ptx::Function& kernel,
                    const LaunchRequest& request, const simt::LaunchResult& result,
                    std::uint64_t budget) {
  Finding finding;
  finding.kind = *row.kind;
  finding.message =
      !result.text.empty() ? result.text : fmt::format(fmt::runtime(row.message), budget);
  finding.kernel = ptx::demangled_name(kernel.name);
  if (result.place.function != nullptr) {
    finding.where = observe::fault_line(program.module(), *result.place.function, result.place.pc);
  }
  finding.block = observe::coordinates(result.place.cta, request.grid);
  finding.thread = observe::coordinates(result.thread, request.block);
  return finding;
}

Status left_behind(const EndRow* end, const std::vector<Finding>& findings) {
  for (const auto& [kind, status] : kSticky) {
    if (std::ranges::find(findings, kind, &Finding::kind) != findings.end()) return status;
  }
  return end != nullptr ? end->status : Status::success;
}

simt::LaunchConfig config_of(const LaunchRequest& request, const RunOptions& options,
                             const Seat& seat, std::uint64_t budget) {
  simt::LaunchConfig config;
  config.grid = request.grid;
  config.block = request.block;
  config.dynamic_shared_bytes = request.dynamic_shared_bytes;
  config.parameters = request.parameters;
  config.threads = seat.threads;
  config.instruction_budget = budget;
  config.schedule_seed = options.schedule_seed;
  config.resident_ctas = seat.resident_ctas;
  config.cooperative = request.cooperative;
  config.grid_workspace = seat.grid_workspace;
  config.sample = seat.sample;
  return config;
}

observe::Watch watch_of(const simt::Program& program, const ptx::Function& kernel,
                        const simt::GlobalMemory& memory, observe::SetBytes& set,
                        const LaunchRequest& request, const RunOptions& options) {
  observe::Watch watch{
      .counters = options.count, .races = options.check_shared, .unset = options.check_shared};
  if (options.check_global) {
    watch.unset_global = &set;
    // One block races with none, and the observer knows of no order that a kernel makes itself.
    const auto blocks = volume(request.grid);
    const bool may_race = blocks > 1 && blocks <= kMostRacingBlocks;
    if (may_race && !program.orders_blocks(kernel)) watch.global_races = &memory;
  }
  return watch;
}

}  // namespace

std::uint64_t default_budget(const LaunchRequest& request, const RunOptions& options) {
  const auto& budget = options.check_shared ? kChecked : kUnchecked;
  const auto blocks = volume(request.grid);
  const auto of_a_block = volume(request.block) * budget.of_a_thread;
  constexpr auto most = ~std::uint64_t{0};
  if (blocks > (most - budget.of_a_launch) / of_a_block) return most;
  return budget.of_a_launch + blocks * of_a_block;
}

Launched run_launch(const simt::Program& program, const ptx::Function& kernel,
                    simt::GlobalMemory& memory, observe::SetBytes& set,
                    const LaunchRequest& request, const RunOptions& options, const Seat& seat) {
  const auto by_default = seat.sample.empty() ? default_budget(request, options) : kSampled;
  const auto budget = options.instruction_budget > 0 ? options.instruction_budget : by_default;
  const observe::Suite suite(watch_of(program, kernel, memory, set, request, options),
                             observe::nearest_in(memory));
  const auto result = simt::launch(program, kernel, memory,
                                   config_of(request, options, seat, budget), suite.observers());
  const observe::LaunchShape shape{request.grid, request.block, program.static_shared_bytes(kernel),
                                   request.dynamic_shared_bytes, source_text};
  const auto& module = program.module();
  Launched launched;
  launched.counters = suite.counters(module, kernel, shape, result);
  for (const auto& range : result.touched) {
    launched.touched.push_back({range.base, range.words_read, range.words_written});
  }
  launched.findings = suite.findings(module, kernel, shape);
  if (options.check_global) {
    suite.commit();
  } else {
    // Nobody looked at the bytes: what was written at all counts as set.
    for (const auto& range : launched.touched) {
      if (range.words_written > 0) set.set_all(range.base);
    }
  }
  const auto* end = std::ranges::find(kEnds, result.end, &EndRow::end);
  if (end == kEnds.end()) end = nullptr;
  launched.left_behind = left_behind(end, launched.findings);
  if (end != nullptr && end->kind) {
    launched.findings.push_back(end_finding(*end, program, kernel, request, result, budget));
  }
  launched.printed = result.printed;
  return launched;
}

}  // namespace warpgrade::device::emulated
