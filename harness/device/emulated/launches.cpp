// SPDX-License-Identifier: Apache-2.0
// Launches of the emulated device: what is refused, what is recorded.
#include "harness/device/emulated/emulated_device.hpp"
#include "harness/device/emulated/launcher.hpp"
#include "harness/device/emulated/sample.hpp"
#include "harness/device/limits.hpp"
#include "harness/device/occupancy.hpp"
#include "harness/emulator/model/time.hpp"
#include "harness/emulator/ptx/demangle.hpp"

#include <array>
#include <cstdint>
#include <cstring>
#include <utility>

namespace warpgrade::device::emulated {
Status EmulatedDevice::launch(const LaunchRequest& request) {
  const auto found = find_kernel(request.module, request.kernel);
  if (found.status != Status::success) {
    auto step = launch_step(request, ptx::demangled_name(request.kernel));
    step.error = static_cast<int>(found.status);
    record(std::move(step));
    return found.status;
  }
  auto refusal = refuse_launch(info_, found.module->limits(info_, *found.kernel), request);
  if (!refusal) refusal = refuse_parameters(request, found.kernel->parameter_bytes);
  // Blocks that wait for the whole grid cannot be sampled.
  if (!refusal && request.cooperative && heap_.memory().has_sparse()) return leave_out(request);
  if (!refusal) return run(found, request);
  auto step = launch_step(request, ptx::demangled_name(request.kernel));
  const auto name = step.what;
  return recorder_.refuse(FindingKind::launch_refused, Severity::error, std::move(step), *refusal,
                          name);
}

Launched EmulatedDevice::execute(const Found& found, const LaunchRequest& request,
                                 const RunOptions& options) {
  const auto limits = found.module->limits(info_, *found.kernel);
  return run_launch(*found.module->program, *found.kernel, heap_.memory(), set_, request, options,
                    {.threads = options_.threads > 0 ? options_.threads : threads_,
                     .resident_ctas = resident_blocks(info_, limits, request),
                     .grid_workspace = request.cooperative ? grid_workspace() : 0,
                     .sample = heap_.memory().has_sparse() ? sample_blocks(request.grid)
                                                           : std::vector<std::uint64_t>{}});
}

Status EmulatedDevice::leave_out(const LaunchRequest& request) {
  record(launch_step(request, ptx::demangled_name(request.kernel)));
  return Status::success;
}

/// What cooperative_groups::this_grid() finds through %envreg1 and %envreg2: size, then barrier.
std::uint64_t EmulatedDevice::grid_workspace() {
  constexpr std::array<std::uint32_t, 2> fresh{sizeof fresh, 0};
  if (grid_workspace_ == 0) {
    grid_workspace_ = heap_.memory().allocate(sizeof fresh).value_or(0);
    if (grid_workspace_ == 0) return 0;
  }
  std::memcpy(heap_.memory().host(grid_workspace_), fresh.data(), sizeof fresh);
  return grid_workspace_;
}

Status EmulatedDevice::run(const Found& found, const LaunchRequest& request) {
  auto launched = execute(found, request, options_);
  auto step = launch_step(request, ptx::demangled_name(request.kernel));
  step.error = static_cast<int>(launched.left_behind);
  step.seconds = model::launch_seconds(launched.counters, card_);
  step.counters = std::move(launched.counters);
  step.touched = std::move(launched.touched);
  if (heap_.memory().has_sparse()) step.blocks_sampled = sample_blocks(request.grid).size();
  step.occupancy = occupancy_of(info_, found.module->limits(info_, *found.kernel), request);
  record(std::move(step));
  for (auto& finding : launched.findings) recorder_.finding(std::move(finding));
  recorder_.text(launched.printed);
  sticky_ = launched.left_behind;
  if (sticky_ == Status::success) recording_.add(request);
  return Status::success;
}

}  // namespace warpgrade::device::emulated
