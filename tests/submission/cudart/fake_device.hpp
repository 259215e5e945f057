// SPDX-License-Identifier: Apache-2.0
// A device that keeps memory and launches in plain containers, for tests of what lies above the
// port. It runs no PTX: kernels are functions of the test.
#pragma once

#include "harness/device/device.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace warpgrade::device {

class FakeDevice : public Device {
 public:
  using Run = std::function<Status(FakeDevice&, const LaunchRequest&)>;
  struct Kernel {
    KernelInfo info;
    Run run;  ///< Once the limits are kept; may be empty.
  };
  struct Variable {
    std::uint64_t bytes = 0;
    std::uint64_t address = 0;  ///< 0 until it is asked for.
  };

  FakeDevice();

  // What the modules hold; every module holds all of it.
  std::map<std::string, Kernel, std::less<>> kernels;
  std::map<std::string, Variable, std::less<>> variables;
  // What was asked.
  std::vector<LaunchRequest> launches;
  std::vector<std::string> unsupported;
  std::vector<std::vector<std::byte>> modules;
  std::string printed;              ///< What take_printed() gives, once.
  Status sticky = Status::success;  ///< Set by a kernel that breaks the context.
  double clock = 0;                 ///< A second a launch.

  [[nodiscard]] const DeviceInfo& info() const override { return info_; }
  void set_options(const RunOptions& /*options*/) override {}
  Status allocate(Owner owner, std::uint64_t bytes, std::uint64_t& address) override;
  Status release(Owner owner, std::uint64_t address) override;
  Status upload(std::uint64_t address, std::span<const std::byte> data) override;
  Status download(std::uint64_t address, std::span<std::byte> data) override;
  Status copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes) override;
  Status fill(std::uint64_t address, std::uint32_t value, std::uint32_t element_bytes,
              std::uint64_t count) override;
  Status find(std::uint64_t address, std::uint64_t& base, std::uint64_t& bytes) override;
  Status memory(std::uint64_t& free_bytes, std::uint64_t& total_bytes) override;
  Status load_module(std::span<const std::byte> fatbin, ModuleId& module) override;
  Status unload_module(ModuleId module) override;
  Status kernel_info(ModuleId module, std::string_view kernel, KernelInfo& info) override;
  Status set_max_dynamic_shared(ModuleId module, std::string_view kernel,
                                std::uint64_t bytes) override;
  Status variable(ModuleId module, std::string_view name, std::uint64_t& address,
                  std::uint64_t& bytes) override;
  Status launch(const LaunchRequest& request) override;
  Status synchronize() override { return sticky; }
  Status reset() override;
  void note_unsupported(std::string_view call) override { unsupported.emplace_back(call); }
  [[nodiscard]] double clock_seconds() const override { return clock; }
  std::string take_printed() override { return std::exchange(printed, {}); }
  Evidence take_evidence() override { return {}; }
  Status fill_index(std::uint64_t, const Formula&) override { return Status::not_supported; }
  Status count_wrong(std::uint64_t, const Formula&, Movement, std::uint64_t&) override {
    return Status::not_supported;
  }
  void begin_recording() override {}
  Status end_recording(std::string&) override { return Status::not_supported; }
  Status replay(bool, Replay&) override { return Status::not_supported; }

  /// The bytes at a device address, or null.
  std::byte* at(std::uint64_t address, std::uint64_t bytes);

 private:
  [[nodiscard]] Status check(const LaunchRequest& request, const KernelInfo& kernel) const;

  DeviceInfo info_;
  std::map<std::uint64_t, std::vector<std::byte>> blocks_;
  std::uint64_t next_;
};

/// A kernel with parameters of these sizes, each aligned to its size or, beyond 8, to 8.
FakeDevice::Kernel make_kernel(const std::vector<std::uint32_t>& sizes, FakeDevice::Run run = {});

}  // namespace warpgrade::device
