// SPDX-License-Identifier: Apache-2.0
#include "harness/submission/cudart/registry.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace warpgrade::cudart {
namespace {

using device::Status;

/// What nvcc puts into .nvFatBinSegment.
struct Wrapper {
  std::uint32_t magic;
  std::uint32_t version;
  const std::byte* data;
  const void* linked;
};
constexpr std::uint32_t kWrapperMagic = 0x466243b1;

/// What the wrapper points to: this header, then `bytes` of entries.
struct Container {
  std::uint32_t magic;
  std::uint16_t version;
  std::uint16_t header_bytes;
  std::uint64_t bytes;
};
constexpr std::uint32_t kContainerMagic = 0xba55ed50;

/// The container with its header. Version 2 wrappers hold the result of device linking, which is
/// empty without -rdc; containers of size 0 stand for files without device code.
std::span<const std::byte> image_of(const void* wrapper) {
  Wrapper outer{};
  if (wrapper == nullptr) return {};
  std::memcpy(&outer, wrapper, sizeof outer);
  if (outer.magic != kWrapperMagic || outer.version != 1 || outer.data == nullptr) return {};
  Container inner{};
  std::memcpy(&inner, outer.data, sizeof inner);
  if (inner.magic != kContainerMagic || inner.bytes == 0) return {};
  return {outer.data, inner.header_bytes + inner.bytes};
}

}  // namespace

Module& Registry::add_module(const void* wrapper) {
  return *modules_.emplace_back(std::make_unique<Module>(Module{image_of(wrapper), {}}));
}

void Registry::remove_module(Module& module, device::Device* device) {
  if (device != nullptr && module.id) device->unload_module(*module.id);
  std::erase_if(kernels_, [&](const auto& entry) { return entry.second->module == &module; });
  std::erase_if(variables_, [&](const auto& entry) { return entry.second.module == &module; });
  std::erase_if(managed_, [&](const auto& variable) { return variable.module == &module; });
  std::erase_if(modules_, [&](const auto& owned) { return owned.get() == &module; });
}

void Registry::add_kernel(Module& module, const void* host, const char* name) {
  kernels_[host] = std::make_unique<Kernel>(Kernel{&module, name, {}, {}});
}

void Registry::add_variable(Module& module, const void* host, const char* name) {
  variables_[host] = Variable{&module, name};
}

void Registry::add_managed(Module& module, void** pointer, const char* name, std::size_t bytes) {
  managed_.push_back({&module, name, pointer, bytes});
}

Kernel* Registry::kernel(const void* pointer) {
  if (const auto found = kernels_.find(pointer); found != kernels_.end()) {
    return found->second.get();
  }
  const auto is_handle = [&](const auto& entry) { return entry.second.get() == pointer; };
  const auto found = std::ranges::find_if(kernels_, is_handle);
  return found == kernels_.end() ? nullptr : found->second.get();
}

Variable* Registry::variable(const void* host) {
  const auto found = variables_.find(host);
  return found == variables_.end() ? nullptr : &found->second;
}

void Registry::forget_loaded() {
  for (const auto& module : modules_) module->id.reset();
  for (auto& [host, kernel] : kernels_) kernel->info.reset();
}

Status load(device::Device& device, Module& module) {
  if (module.id) return Status::success;
  if (module.image.empty()) return Status::no_kernel_image_for_device;
  device::ModuleId id = 0;
  const auto status = device.load_module(module.image, id);
  if (status == Status::success) module.id = id;
  return status;
}

Status prepare(device::Device& device, Kernel& kernel) {
  if (kernel.info) return Status::success;
  if (const auto status = load(device, *kernel.module); status != Status::success) return status;
  device::KernelInfo info;
  const auto status = device.kernel_info(*kernel.module->id, kernel.name, info);
  if (status != Status::success) return status;
  if (kernel.dynamic_bytes && *kernel.dynamic_bytes != info.max_dynamic_shared_bytes) {
    info.max_dynamic_shared_bytes = *kernel.dynamic_bytes;
    const auto set =
        device.set_max_dynamic_shared(*kernel.module->id, kernel.name, *kernel.dynamic_bytes);
    if (set != Status::success) return set;
  }
  kernel.info = std::move(info);
  return Status::success;
}

}  // namespace warpgrade::cudart
