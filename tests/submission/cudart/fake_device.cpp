// SPDX-License-Identifier: Apache-2.0
#include "tests/submission/cudart/fake_device.hpp"

#include "harness/device/address.hpp"

#include <algorithm>
#include <cstring>

namespace warpgrade::device {

FakeDevice::FakeDevice() : next_(kDeviceBase) {
  info_.kind = "fake";
  info_.name = "Fake T4";
  info_.cc_major = 7;
  info_.cc_minor = 5;
  info_.multiprocessors = 40;
  info_.max_threads_per_multiprocessor = 1024;
  info_.max_blocks_per_multiprocessor = 16;
  info_.shared_bytes_per_block_optin = 65536;
  info_.shared_bytes_per_multiprocessor = 65536;
  info_.total_memory_bytes = std::uint64_t{16} << 30;
  info_.clock_hz = 1.59e9;
}

std::byte* FakeDevice::at(std::uint64_t address, std::uint64_t bytes) {
  auto after = blocks_.upper_bound(address);
  if (after == blocks_.begin()) return nullptr;
  auto& [base, data] = *std::prev(after);
  const auto offset = address - base;
  const bool inside = offset <= data.size() && bytes <= data.size() - offset;
  return inside ? data.data() + offset : nullptr;
}

Status FakeDevice::allocate(Owner /*owner*/, std::uint64_t bytes, std::uint64_t& address) {
  if (sticky != Status::success) return sticky;
  if (bytes > std::uint64_t{1} << 30) return Status::memory_allocation;
  address = next_;
  blocks_[address].resize(bytes);
  next_ += (bytes + 1024) / 512 * 512;
  return Status::success;
}

Status FakeDevice::release(Owner /*owner*/, std::uint64_t address) {
  if (sticky != Status::success) return sticky;
  return blocks_.erase(address) == 1 ? Status::success : Status::invalid_value;
}

Status FakeDevice::upload(std::uint64_t address, std::span<const std::byte> data) {
  auto* place = at(address, data.size());
  if (place == nullptr) return Status::invalid_value;
  std::ranges::copy(data, place);
  return sticky;
}

Status FakeDevice::download(std::uint64_t address, std::span<std::byte> data) {
  const auto* place = at(address, data.size());
  if (place == nullptr) return Status::invalid_value;
  std::copy_n(place, data.size(), data.begin());
  return sticky;
}

Status FakeDevice::copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes) {
  auto* target = at(to, bytes);
  const auto* source = at(from, bytes);
  if (target == nullptr || source == nullptr) return Status::invalid_value;
  std::memmove(target, source, bytes);
  return sticky;
}

Status FakeDevice::fill(std::uint64_t address, std::uint32_t value, std::uint32_t element_bytes,
                        std::uint64_t count) {
  auto* place = at(address, count * element_bytes);
  if (place == nullptr) return Status::invalid_value;
  for (std::uint64_t i = 0; i < count; ++i) {
    std::memcpy(place + i * element_bytes, &value, element_bytes);
  }
  return sticky;
}

Status FakeDevice::find(std::uint64_t address, std::uint64_t& base, std::uint64_t& bytes) {
  if (at(address, 1) == nullptr) return Status::invalid_value;
  const auto& block = *std::prev(blocks_.upper_bound(address));
  base = block.first;
  bytes = block.second.size();
  return Status::success;
}

Status FakeDevice::memory(std::uint64_t& free_bytes, std::uint64_t& total_bytes) {
  free_bytes = total_bytes = info_.total_memory_bytes;
  return sticky;
}

Status FakeDevice::load_module(std::span<const std::byte> fatbin, ModuleId& module) {
  modules.emplace_back(fatbin.begin(), fatbin.end());
  module = static_cast<ModuleId>(modules.size());
  return sticky;
}

Status FakeDevice::unload_module(ModuleId /*module*/) { return sticky; }

Status FakeDevice::kernel_info(ModuleId /*module*/, std::string_view kernel, KernelInfo& info) {
  const auto found = kernels.find(kernel);
  if (found == kernels.end()) return Status::symbol_not_found;
  info = found->second.info;
  return sticky;
}

Status FakeDevice::set_max_dynamic_shared(ModuleId /*module*/, std::string_view kernel,
                                          std::uint64_t bytes) {
  auto& info = kernels.find(kernel)->second.info;
  if (bytes + info.static_shared_bytes > info_.shared_bytes_per_block_optin) {
    return Status::invalid_value;
  }
  info.max_dynamic_shared_bytes = bytes;
  return sticky;
}

Status FakeDevice::variable(ModuleId /*module*/, std::string_view name, std::uint64_t& address,
                            std::uint64_t& bytes) {
  const auto found = variables.find(name);
  if (found == variables.end()) return Status::symbol_not_found;
  auto& variable = found->second;
  if (variable.address == 0) allocate(Owner::harness, variable.bytes, variable.address);
  address = variable.address;
  bytes = variable.bytes;
  return sticky;
}

Status FakeDevice::check(const LaunchRequest& request, const KernelInfo& kernel) const {
  if (volume(request.grid) == 0 || volume(request.block) == 0) return Status::invalid_configuration;
  if (request.grid.y > info_.max_grid.y || request.block.z > info_.max_block.z ||
      volume(request.block) > kernel.max_threads_per_block) {
    return Status::invalid_configuration;
  }
  if (request.dynamic_shared_bytes > kernel.max_dynamic_shared_bytes) return Status::invalid_value;
  const auto resident = std::uint64_t{info_.multiprocessors} * info_.max_threads_per_multiprocessor;
  return request.cooperative && volume(request.grid) * volume(request.block) > resident
             ? Status::cooperative_launch_too_large
             : Status::success;
}

Status FakeDevice::launch(const LaunchRequest& request) {
  if (sticky != Status::success) return sticky;
  const auto& kernel = kernels.find(request.kernel)->second;
  if (const auto status = check(request, kernel.info); status != Status::success) return status;
  launches.push_back(request);
  clock += 1;
  if (kernel.run) sticky = kernel.run(*this, request);
  return sticky;
}

Status FakeDevice::reset() {
  blocks_.clear();
  for (auto& [name, variable] : variables) variable.address = 0;
  for (auto& [name, kernel] : kernels) kernel.info.max_dynamic_shared_bytes = 49152;
  sticky = Status::success;
  return sticky;
}

FakeDevice::Kernel make_kernel(const std::vector<std::uint32_t>& sizes, FakeDevice::Run run) {
  FakeDevice::Kernel kernel;
  std::uint32_t end = 0;
  for (const auto bytes : sizes) {
    const auto alignment = std::min(bytes, 8U);
    const auto offset = (end + alignment - 1) / alignment * alignment;
    kernel.info.parameters.push_back({offset, bytes});
    end = offset + bytes;
  }
  kernel.info.parameter_bytes = end;
  kernel.run = std::move(run);
  return kernel;
}

}  // namespace warpgrade::device
