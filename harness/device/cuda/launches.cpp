// SPDX-License-Identifier: Apache-2.0
// Launches on the GPU: what is refused, what goes wrong, what is recorded.
#include "harness/device/cuda/cuda_device.hpp"
#include "harness/device/cuda/errors.hpp"
#include "harness/device/cuda/printed.hpp"
#include "harness/emulator/ptx/demangle.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace warpgrade::device::cuda {
namespace {

constexpr double kKernelSeconds = 5;

CUlaunchConfig config_of(const LaunchRequest& request, CUstream stream,
                         CUlaunchAttribute& cooperative) {
  CUlaunchConfig config{};
  config.gridDimX = request.grid.x;
  config.gridDimY = request.grid.y;
  config.gridDimZ = request.grid.z;
  config.blockDimX = request.block.x;
  config.blockDimY = request.block.y;
  config.blockDimZ = request.block.z;
  config.sharedMemBytes = static_cast<unsigned>(request.dynamic_shared_bytes);
  config.hStream = stream;
  if (request.cooperative) {
    cooperative.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
    cooperative.value.cooperative = 1;
    config.attrs = &cooperative;
    config.numAttrs = 1;
  }
  return config;
}

/// The first line of what the driver printed about an assertion, else `otherwise`.
std::string words_of(const Fault& fault, std::string_view said) {
  const auto line = said.substr(0, said.find('\n'));
  if (fault.kind != FindingKind::device_assert || line.empty()) return std::string(fault.message);
  return std::string(line);
}

}  // namespace

double CudaDevice::kernel_seconds() const {
  return options_.kernel_seconds > 0 ? options_.kernel_seconds : kKernelSeconds;
}

Status CudaDevice::launch(const LaunchRequest& request) {
  const auto found = find_kernel(request.module, request.kernel);
  auto step = launch_step(request, ptx::demangled_name(request.kernel));
  if (found.status != Status::success) {
    step.error = static_cast<int>(found.status);
    record(std::move(step));
    return found.status;
  }
  auto refusal = refuse_launch(info_, found.kernel->limits(), request);
  if (!refusal) refusal = refuse_parameters(request, found.kernel->info.parameter_bytes);
  if (!refusal) return run(found, request);
  const auto name = step.what;
  return recorder_.refuse(FindingKind::launch_refused, Severity::error, std::move(step), *refusal,
                          name);
}

CUresult CudaDevice::queue_launch(const Kernel& kernel, const LaunchRequest& request) const {
  auto parameters = request.parameters;
  variables_.translate(parameters);
  std::size_t bytes = parameters.size();
  std::array<void*, 5> extra{CU_LAUNCH_PARAM_BUFFER_POINTER, parameters.data(),
                             CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes, CU_LAUNCH_PARAM_END};
  CUlaunchAttribute cooperative{};
  const auto config = config_of(request, gpu_.stream(), cooperative);
  return gpu_.driver().cuLaunchKernelEx(&config, kernel.function, nullptr, extra.data());
}

CudaDevice::Ran CudaDevice::timed(const Queue& queue) {
  Ran ran;
  require(gpu_.driver(), gpu_.mark(start_.get()), "record an event");
  ran.queued = queue();
  if (ran.queued != CUDA_SUCCESS) return ran;
  ran.ended = gpu_.mark(stop_.get());
  if (ran.ended == CUDA_SUCCESS) ran.ended = gpu_.wait(stop_.get(), kernel_seconds());
  if (ran.ended == CUDA_SUCCESS) ran.seconds = gpu_.between(start_.get(), stop_.get());
  return ran;
}

Status CudaDevice::settle(const Ran& ran, const std::string& kernel, std::string_view said) {
  const auto wrong = ran.queued != CUDA_SUCCESS ? ran.queued : ran.ended;
  if (wrong == CUDA_SUCCESS) return Status::success;
  const auto fault = fault_of(wrong);
  if (!fault && wrong != CUDA_ERROR_NOT_READY) {
    if (wrong == ran.queued) return status_of(wrong);
    throw DriverError(gpu_.driver(), wrong, "run what was queued");
  }
  Finding finding;
  finding.kernel = kernel;
  if (fault) {
    finding.kind = fault->kind;
    finding.message = words_of(*fault, said);
    sticky_ = status_of(wrong);
  } else {
    finding.kind = FindingKind::kernel_time_limit;
    finding.message = fmt::format(
        "the kernel did not finish within {:g} seconds: a loop that "
        "never ends?",
        kernel_seconds());
    sticky_ = Status::launch_timeout;
  }
  gpu_.abandon();
  recorder_.finding(std::move(finding));
  return sticky_;
}

void CudaDevice::watch_before() {
  if (options_.check_shared) own_.poison_shared();
  if (options_.count) writes_.before_launch();
}

Status CudaDevice::run(const Found& found, const LaunchRequest& request) {
  watch_before();
  Printed printed;
  const auto ran = timed([&] { return queue_launch(*found.kernel, request); });
  // The driver hands out what kernels printed when it is asked to wait, not when an event is
  // polled.
  if (ran.ended != CUDA_ERROR_NOT_READY) gpu_.driver().cuStreamSynchronize(gpu_.stream());
  auto step = launch_step(request, ptx::demangled_name(request.kernel));
  const auto name = step.what;
  const auto status = settle(ran, name, printed.take_errors());
  recorder_.text(printed.take_output());
  if (ran.queued != CUDA_SUCCESS && sticky_ == Status::success) {
    return recorder_.refuse(FindingKind::launch_refused, Severity::error, std::move(step),
                            {status, fmt::format("the driver refused the launch: {}",
                                                 describe(gpu_.driver(), ran.queued))},
                            name);
  }
  step.error = static_cast<int>(status);
  step.seconds = ran.seconds;
  step.counters.launches = 1;
  step.counters.static_shared_bytes = found.kernel->info.static_shared_bytes;
  if (status == Status::success) {
    if (options_.count) step.touched = writes_.after_launch();
    recording_.add(request);
  }
  record(std::move(step));
  return Status::success;
}

}  // namespace warpgrade::device::cuda
