// SPDX-License-Identifier: Apache-2.0
// The device's life, its modules and its evidence; transfers.cpp, launches.cpp and replays.cpp have
// the rest.
#include "harness/device/cuda/cuda_device.hpp"

#include "harness/device/cuda/errors.hpp"
#include "harness/emulator/ptx/demangle.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

namespace warpgrade::device::cuda {
namespace {

DeviceInfo with_card(DeviceInfo info, std::string card) {
  info.card = std::move(card);
  return info;
}

}  // namespace

CudaDevice::CudaDevice(const Driver& driver, std::string card)
    : gpu_(driver),
      info_(with_card(gpu_.info(), std::move(card))),
      own_(gpu_),
      range_(gpu_),
      modules_(gpu_),
      writes_(gpu_, own_, heap_),
      guards_(gpu_, own_),
      cells_(gpu_),
      flush_(gpu_),
      start_(gpu_),
      stop_(gpu_),
      probed_(gpu_) {}

Status CudaDevice::load_module(std::span<const std::byte> fatbin, ModuleId& module) {
  if (sticky_ != Status::success) return sticky_;
  module = modules_.load(fatbin);
  if (module != 0) return Status::success;
  return recorder_.api_error(Status::memory_allocation, Step::Kind::other, "module load",
                             fmt::format("more than {} modules are loaded", Modules::kMaxModules));
}

Status CudaDevice::unload_module(ModuleId module) {
  if (sticky_ != Status::success) return sticky_;
  const auto* loaded = modules_.find(module);
  if (loaded == nullptr) return Status::invalid_resource_handle;
  for (const auto real : loaded->variables) variables_.forget(real);
  modules_.unload(module);
  return Status::success;
}

CudaDevice::Found CudaDevice::find_kernel(ModuleId module, std::string_view kernel) {
  if (sticky_ != Status::success) return {sticky_};
  auto* loaded = modules_.find(module);
  if (loaded == nullptr) return {Status::invalid_resource_handle};
  if (loaded->status != Status::success) {
    recorder_.finding(*loaded->finding);
    return {loaded->status};
  }
  auto* found = modules_.kernel(*loaded, kernel);
  if (found == nullptr) return {Status::invalid_device_function};
  return {Status::success, loaded, found};
}

Status CudaDevice::kernel_info(ModuleId module, std::string_view kernel, KernelInfo& info) {
  const auto found = find_kernel(module, kernel);
  if (found.status == Status::success) info = found.kernel->info;
  return found.status;
}

Status CudaDevice::set_max_dynamic_shared(ModuleId module, std::string_view kernel,
                                          std::uint64_t bytes) {
  const auto found = find_kernel(module, kernel);
  if (found.status != Status::success) return found.status;
  auto& info = found.kernel->info;
  if (const auto refusal = refuse_opt_in(info_, info.static_shared_bytes, bytes)) {
    // Only a warning: a program may ask for more than a card has and then make do with less.
    return recorder_.refuse(FindingKind::launch_refused, Severity::warning,
                            {Step::Kind::other, "cudaFuncSetAttribute", 0, 0, 0, 0, 0, {}, {}},
                            *refusal, ptx::demangled_name(kernel));
  }
  require(gpu_.driver(),
          gpu_.driver().cuFuncSetAttribute(found.kernel->function,
                                           CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                           static_cast<int>(bytes)),
          "raise a kernel's limit of shared memory");
  info.max_dynamic_shared_bytes = bytes;
  return Status::success;
}

Status CudaDevice::variable(ModuleId module, std::string_view name, std::uint64_t& address,
                            std::uint64_t& bytes) {
  if (sticky_ != Status::success) return sticky_;
  auto* loaded = modules_.find(module);
  if (loaded == nullptr) return Status::invalid_resource_handle;
  if (loaded->status != Status::success) return loaded->status;
  CUdeviceptr real = 0;
  std::size_t size = 0;
  const std::string terminated(name);
  const auto result =
      gpu_.driver().cuModuleGetGlobal(&real, &size, loaded->handle, terminated.c_str());
  if (result != CUDA_SUCCESS) return Status::invalid_symbol;
  address = variables_.show(real, size);
  bytes = size;
  loaded->variables.push_back(real);
  return Status::success;
}

Status CudaDevice::reset() {
  recording_.spoil("solve() resets the device");
  heap_.release_submission(recording_.alive());
  recorder_.device_reset();
  return Status::success;
}

Evidence CudaDevice::take_evidence() {
  if (sticky_ == Status::success) {
    std::vector<Block> blocks;
    for (const auto& [address, block] : heap_.blocks()) blocks.push_back(block);
    report(guards_.check(blocks));
  }
  auto evidence = recorder_.take();
  evidence.allocated_bytes = heap_.submission_bytes();
  return evidence;
}

void CudaDevice::report(std::vector<Finding> findings) {
  for (auto& finding : findings) recorder_.finding(std::move(finding));
}

void CudaDevice::record(Step step) {
  clock_ += step.seconds;
  recorder_.step(std::move(step));
}

}  // namespace warpgrade::device::cuda
