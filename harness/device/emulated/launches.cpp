// SPDX-License-Identifier: Apache-2.0
// Launches of the emulated device: what is refused, what is recorded.
#include "harness/device/emulated/emulated_device.hpp"
#include "harness/device/emulated/launcher.hpp"
#include "harness/device/limits.hpp"
#include "harness/emulator/model/time.hpp"
#include "harness/emulator/ptx/demangle.hpp"

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
  if (request.cooperative) return refuse_cooperative(request);
  auto refusal = refuse_launch(info_, found.module->limits(info_, *found.kernel), request);
  if (!refusal) refusal = refuse_parameters(request, found.kernel->parameter_bytes);
  if (!refusal) return run(found, request);
  auto step = launch_step(request, ptx::demangled_name(request.kernel));
  const auto name = step.what;
  return recorder_.refuse(FindingKind::launch_refused, Severity::error, std::move(step), *refusal,
                          name);
}

Launched EmulatedDevice::execute(const Found& found, const LaunchRequest& request,
                                 const RunOptions& options) {
  const auto threads = options_.threads > 0 ? options_.threads : threads_;
  return run_launch(*found.module->program, *found.kernel, heap_.memory(), request, options,
                    threads);
}

/// Blocks of the emulated device run one after the other: a barrier across the grid would never
/// open.
Status EmulatedDevice::refuse_cooperative(const LaunchRequest& request) {
  auto step = launch_step(request, ptx::demangled_name(request.kernel));
  const auto name = step.what;
  return recorder_.refuse(
      FindingKind::unsupported_call, Severity::error, std::move(step),
      {Status::not_supported, "the emulated device has no cooperative launches"}, name);
}

Status EmulatedDevice::run(const Found& found, const LaunchRequest& request) {
  auto launched = execute(found, request, options_);
  auto step = launch_step(request, ptx::demangled_name(request.kernel));
  step.error = static_cast<int>(launched.left_behind);
  step.seconds = model::launch_seconds(launched.counters, card_);
  step.counters = std::move(launched.counters);
  step.touched = std::move(launched.touched);
  record(std::move(step));
  for (auto& finding : launched.findings) recorder_.finding(std::move(finding));
  recorder_.text(launched.printed);
  sticky_ = launched.left_behind;
  if (sticky_ == Status::success) recording_.add(request);
  return Status::success;
}

}  // namespace warpgrade::device::emulated
