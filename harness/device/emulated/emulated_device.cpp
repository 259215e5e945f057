// SPDX-License-Identifier: Apache-2.0
// The device's life, its modules and its evidence; transfers.cpp and launches.cpp have the rest.
#include "harness/device/emulated/emulated_device.hpp"

#include "harness/device/emulated/leaks.hpp"
#include "harness/device/emulated/ptxas.hpp"
#include "harness/emulator/ptx/demangle.hpp"
#include "harness/emulator/simt/cpu.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <new>
#include <thread>
#include <utility>

namespace warpgrade::device::emulated {
DeviceInfo describe(const model::Card& card) {
  DeviceInfo info;
  info.kind = "emulated";
  info.name = card.name;
  info.card = card.id;
  info.cc_major = card.cc_major;
  info.cc_minor = card.cc_minor;
  info.multiprocessors = card.multiprocessors;
  info.max_threads_per_multiprocessor = card.max_threads_per_multiprocessor;
  info.max_blocks_per_multiprocessor = card.max_blocks_per_multiprocessor;
  info.shared_bytes_per_block = card.shared_bytes_per_block;
  info.shared_bytes_per_block_optin = card.shared_bytes_per_block_optin;
  info.shared_bytes_per_multiprocessor = card.shared_bytes_per_multiprocessor;
  info.reserved_shared_bytes_per_block = card.reserved_shared_bytes_per_block;
  info.total_memory_bytes = card.memory_bytes;
  info.l2_bytes = card.l2_bytes;
  info.clock_hz = card.time.clock_hz;
  info.memory_clock_hz = card.memory_clock_hz;
  info.memory_bus_bits = card.memory_bus_bits;
  return info;
}

const char* missing_on_this_machine() {
  return simt::cpu_supported()
             ? nullptr
             : "this CPU lacks AVX2, FMA or F16C, which the emulated device needs";
}

EmulatedDevice::EmulatedDevice(model::Card card, unsigned threads, std::filesystem::path ptxas)
    : card_(std::move(card)),
      info_(describe(card_)),
      threads_(threads > 0 ? threads : std::max(1U, std::thread::hardware_concurrency())),
      ptxas_(std::move(ptxas)),
      heap_(card_.memory_bytes) {}

Status EmulatedDevice::load_module(std::span<const std::byte> fatbin, ModuleId& module) {
  if (sticky_ != Status::success) return sticky_;
  Module loaded;
  try {
    loaded = load(fatbin, info_, heap_.memory());
  } catch (const std::bad_alloc&) {
    return recorder_.api_error(Status::memory_allocation, Step::Kind::other, "module load",
                               "the module's variables exceed the device's memory");
  }
  for (const auto& finding : loaded.findings) recorder_.finding(finding);
  module = modules_.add(std::move(loaded));
  if (module != 0) return Status::success;
  return recorder_.api_error(Status::memory_allocation, Step::Kind::other, "module load",
                             fmt::format("more than {} modules are loaded", Modules::kMaxModules));
}

Status EmulatedDevice::unload_module(ModuleId module) {
  return modules_.remove(module) ? sticky_ : Status::invalid_resource_handle;
}

EmulatedDevice::Found EmulatedDevice::find_kernel(ModuleId module, std::string_view kernel) {
  if (sticky_ != Status::success) return {sticky_};
  auto* loaded = modules_.find(module);
  if (loaded == nullptr) return {Status::invalid_resource_handle};
  if (loaded->status != Status::success) {
    for (const auto& finding : loaded->findings) recorder_.finding(finding);
    return {loaded->status};
  }
  assert(loaded->program != nullptr);  // A module that has none has a status.
  const auto* function = loaded->program->kernel(kernel);
  if (function == nullptr) return {Status::invalid_device_function};
  if (!loaded->registers && !ptxas_.empty()) {
    loaded->registers = ask_ptxas(ptxas_, loaded->ptx, info_.cc_major * 10 + info_.cc_minor);
  }
  return {Status::success, loaded, function};
}

Status EmulatedDevice::kernel_info(ModuleId module, std::string_view kernel, KernelInfo& info) {
  const auto found = find_kernel(module, kernel);
  if (found.status == Status::success) info = found.module->describe(info_, *found.kernel);
  return found.status;
}

Status EmulatedDevice::set_max_dynamic_shared(ModuleId module, std::string_view kernel,
                                              std::uint64_t bytes) {
  const auto found = find_kernel(module, kernel);
  if (found.status != Status::success) return found.status;
  assert(found.module != nullptr);
  const auto fixed = found.module->program->static_shared_bytes(*found.kernel);
  if (const auto refusal = refuse_opt_in(info_, fixed, bytes)) {
    // Only a warning: a program may ask for more than a card has and then make do with less.
    return recorder_.refuse(FindingKind::launch_refused, Severity::warning,
                            {Step::Kind::other, "cudaFuncSetAttribute", 0, 0, 0, 0, 0, {}, {}},
                            *refusal, ptx::demangled_name(found.kernel->name));
  }
  found.module->opted_in.insert_or_assign(found.kernel->name, bytes);
  return Status::success;
}

Status EmulatedDevice::variable(ModuleId module, std::string_view name, std::uint64_t& address,
                                std::uint64_t& bytes) {
  if (sticky_ != Status::success) return sticky_;
  auto* loaded = modules_.find(module);
  if (loaded == nullptr) return Status::invalid_resource_handle;
  if (loaded->status != Status::success) return loaded->status;
  const auto found = loaded->program->variable(name);
  if (!found) return Status::invalid_symbol;
  address = found->base;
  bytes = found->bytes;
  return Status::success;
}

Status EmulatedDevice::reset() {
  recording_.spoil("solve() resets the device");
  for (const auto& [base, bytes] : heap_.submission_allocations()) {
    // After a sticky error no free succeeds, so none can be missing.
    if (sticky_ == Status::success) leaked_.push_back(bytes);
    set_.forget(base);
  }
  heap_.release_submission(recording_.alive());
  sticky_ = Status::success;
  recorder_.device_reset();
  return Status::success;
}

Evidence EmulatedDevice::take_evidence() {
  if (options_.check_leaks && sticky_ == Status::success) {
    auto sizes = std::exchange(leaked_, {});
    for (const auto& allocation : heap_.submission_allocations()) sizes.push_back(allocation.bytes);
    if (auto leak = leak_finding(sizes)) recorder_.finding(*std::move(leak));
  }
  auto evidence = recorder_.take();
  evidence.allocated_bytes = heap_.submission_bytes();
  return evidence;
}

void EmulatedDevice::record(Step step) {
  clock_ += step.seconds;
  recorder_.step(std::move(step));
}

}  // namespace warpgrade::device::emulated
