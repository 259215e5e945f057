// SPDX-License-Identifier: Apache-2.0
// A Device that does nothing but remember what it was asked, for tests of the protocol.
#pragma once

#include "harness/device/device.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpgrade::device {

class FakeDevice : public Device {
 public:
  static constexpr std::uint64_t kBase = 0x1000;

  DeviceInfo device_info;
  Status next = Status::success;  ///< What every call returns.
  std::vector<std::byte> bytes;   ///< Of the one allocation, at kBase.
  std::vector<std::string> calls;
  std::string printed;  ///< What take_printed() gives, once.
  Owner last_owner = Owner::harness;
  RunOptions options;
  LaunchRequest last_launch;
  Formula last_formula;
  SparseBuffer last_sparse;
  std::vector<Patch> patches;
  Movement last_movement = Movement::copied;
  Evidence evidence;
  std::vector<std::byte> fatbin;

  [[nodiscard]] const DeviceInfo& info() const override { return device_info; }
  void set_options(const RunOptions& value) override {
    calls.emplace_back("set_options");
    options = value;
  }
  Status allocate(Owner owner, std::uint64_t size, std::uint64_t& address) override {
    last_owner = owner;
    address = kBase;
    if (size > std::uint64_t{1} << 40) throw std::bad_alloc();
    return note("allocate");
  }
  Status allocate_mapped(Owner owner, std::uint64_t size, std::uint64_t& address) override {
    last_owner = owner;
    address = kBase + size;
    return note("allocate_mapped");
  }
  Status allocate_sparse(const SparseBuffer& buffer, std::uint64_t& address) override {
    last_sparse = buffer;
    address = kBase;
    return note("allocate_sparse");
  }
  Status touched(std::uint64_t, std::vector<Patch>& pieces) override {
    pieces = patches;
    return note("touched");
  }
  Status release(Owner owner, std::uint64_t) override {
    last_owner = owner;
    return note("release");
  }
  Status upload(std::uint64_t address, std::span<const std::byte> data) override {
    if (!inside(address, data.size())) return Status::invalid_value;
    std::ranges::copy(data, bytes.begin() + static_cast<std::ptrdiff_t>(address - kBase));
    return note("upload");
  }
  Status download(std::uint64_t address, std::span<std::byte> data) override {
    if (!inside(address, data.size())) return Status::invalid_value;
    const auto* from = bytes.data() + (address - kBase);
    std::copy(from, from + data.size(), data.begin());
    return note("download");
  }
  Status copy(std::uint64_t, std::uint64_t, std::uint64_t) override { return note("copy"); }
  Status fill(std::uint64_t, std::uint32_t, std::uint32_t, std::uint64_t) override {
    return note("fill");
  }
  Status find(std::uint64_t, std::uint64_t& base, std::uint64_t& size) override {
    base = kBase;
    size = bytes.size();
    return note("find");
  }
  Status memory(std::uint64_t& free_bytes, std::uint64_t& total_bytes) override {
    free_bytes = 7;
    total_bytes = 9;
    return note("memory");
  }
  Status load_module(std::span<const std::byte> data, ModuleId& module) override {
    fatbin.assign(data.begin(), data.end());
    module = 5;
    return note("load_module");
  }
  Status unload_module(ModuleId) override { return note("unload_module"); }
  Status kernel_info(ModuleId, std::string_view, KernelInfo& info) override {
    info.parameters = {{0, 8}, {8, 4}};
    info.parameter_bytes = 12;
    return note("kernel_info");
  }
  Status set_max_dynamic_shared(ModuleId, std::string_view, std::uint64_t) override {
    return note("set_max_dynamic_shared");
  }
  Status variable(ModuleId, std::string_view, std::uint64_t& address,
                  std::uint64_t& size) override {
    address = kBase + 16;
    size = 32;
    return note("variable");
  }
  Status launch(const LaunchRequest& request) override {
    last_launch = request;
    return note("launch");
  }
  Status synchronize() override { return note("synchronize"); }
  Status reset() override {
    evidence.device_reset = true;
    return note("reset");
  }
  void note_unsupported(std::string_view call) override { calls.emplace_back(call); }
  [[nodiscard]] double clock_seconds() const override { return 1.5; }
  std::string take_printed() override {
    calls.emplace_back("take_printed");
    return std::exchange(printed, {});
  }
  Evidence take_evidence() override {
    calls.emplace_back("take_evidence");
    return std::exchange(evidence, {});
  }
  Status fill_index(std::uint64_t, const Formula& formula) override {
    last_formula = formula;
    return note("fill_index");
  }
  Status count_wrong(std::uint64_t, const Formula& formula, Movement movement,
                     std::uint64_t& wrong) override {
    last_formula = formula;
    last_movement = movement;
    wrong = 3;
    return note("count_wrong");
  }
  void begin_recording() override { calls.emplace_back("begin_recording"); }
  Status end_recording(std::string& problem) override {
    problem = "a problem";
    return note("end_recording");
  }
  Status replay(bool cold, Replay& result) override {
    result = {2.5, 1e9, 2e9};
    return note(cold ? "replay cold" : "replay warm");
  }

 private:
  Status note(const char* call) {
    calls.emplace_back(call);
    return next;
  }
  [[nodiscard]] bool inside(std::uint64_t address, std::uint64_t size) const {
    return address >= kBase && address - kBase <= bytes.size() &&
           size <= bytes.size() - (address - kBase);
  }
};

}  // namespace warpgrade::device
