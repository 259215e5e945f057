// SPDX-License-Identifier: Apache-2.0
// Launches of the emulated device: what is refused, what is recorded.
#include "harness/device/emulated/emulated_device.hpp"
#include "harness/device/emulated/launcher.hpp"
#include "harness/device/emulated/limits.hpp"
#include "harness/emulator/model/time.hpp"
#include "harness/emulator/ptx/demangle.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

namespace warpgrade::device::emulated {
namespace {

Step launch_step(const LaunchRequest& request) {
  Step step;
  step.kind = Step::Kind::launch;
  step.what = ptx::demangled_name(request.kernel);
  step.counters.kernel = step.what;
  step.counters.grid = request.grid;
  step.counters.block = request.block;
  step.counters.dynamic_shared_bytes = request.dynamic_shared_bytes;
  return step;
}

std::optional<Refusal> refuse_parameters(const ptx::Function& kernel,
                                         const LaunchRequest& request) {
  if (request.parameters.size() == kernel.parameter_bytes) return std::nullopt;
  return Refusal{Status::invalid_value,
                 fmt::format("the launch passed {} bytes of arguments, the kernel takes {}",
                             request.parameters.size(), kernel.parameter_bytes)};
}

}  // namespace

Status EmulatedDevice::launch(const LaunchRequest& request) {
  const auto found = find_kernel(request.module, request.kernel);
  if (found.status != Status::success) {
    auto step = launch_step(request);
    step.error = static_cast<int>(found.status);
    record(std::move(step));
    return found.status;
  }
  if (request.cooperative) return refuse_cooperative(request);
  auto refusal = refuse_launch(info_, found.module->limits(info_, *found.kernel), request);
  if (!refusal) refusal = refuse_parameters(*found.kernel, request);
  if (!refusal) return run(found, request);
  auto step = launch_step(request);
  const auto name = step.what;
  return refuse(FindingKind::launch_refused, Severity::error, std::move(step), *refusal, name);
}

/// Blocks of the emulated device run one after the other: a barrier across the grid would never
/// open.
Status EmulatedDevice::refuse_cooperative(const LaunchRequest& request) {
  auto step = launch_step(request);
  const auto name = step.what;
  return refuse(FindingKind::unsupported_call, Severity::error, std::move(step),
                {Status::not_supported, "the emulated device has no cooperative launches"}, name);
}

Status EmulatedDevice::run(const Found& found, const LaunchRequest& request) {
  const auto threads = options_.threads > 0 ? options_.threads : threads_;
  auto launched =
      run_launch(*found.module->program, *found.kernel, heap_.memory(), request, options_, threads);
  auto step = launch_step(request);
  step.error = static_cast<int>(launched.left_behind);
  step.seconds = model::launch_seconds(launched.counters, card_);
  step.counters = std::move(launched.counters);
  step.touched = std::move(launched.touched);
  record(std::move(step));
  for (auto& finding : launched.findings) recorder_.finding(std::move(finding));
  recorder_.text(launched.printed);
  sticky_ = launched.left_behind;
  return Status::success;
}

}  // namespace warpgrade::device::emulated
