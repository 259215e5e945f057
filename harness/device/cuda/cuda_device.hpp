// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/device/cuda/address_range.hpp"
#include "harness/device/cuda/driver.hpp"
#include "harness/device/cuda/gpu.hpp"
#include "harness/device/cuda/guarded_heap.hpp"
#include "harness/device/cuda/modules.hpp"
#include "harness/device/cuda/own_kernels.hpp"
#include "harness/device/cuda/variables.hpp"
#include "harness/device/cuda/watches.hpp"
#include "harness/device/device.hpp"
#include "harness/device/recorder.hpp"
#include "harness/device/recording.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace warpgrade::device::cuda {

/// A real GPU behind the port. Everything runs in order on one stream, and each call waits until it
/// is done, so that what goes wrong is charged to what did it; as with the runtime, the error of a
/// kernel comes back from the calls after its launch. After such an error, or a kernel that does
/// not end, the context is dead: every call returns the error, and only a new process helps.
class CudaDevice : public Device {
 public:
  /// @param driver  Outlives the device.
  /// @param card    DeviceInfo::card.
  /// @throws NoGpu, DriverError
  CudaDevice(const Driver& driver, std::string card);

  [[nodiscard]] const DeviceInfo& info() const override { return info_; }
  void set_options(const RunOptions& options) override { options_ = options; }
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
  Status synchronize() override { return sticky_; }
  Status reset() override;
  void note_unsupported(std::string_view call) override { recorder_.unsupported(call); }
  std::string take_printed() override { return recorder_.take_text(); }
  [[nodiscard]] double clock_seconds() const override { return clock_; }
  Evidence take_evidence() override;
  Status fill_index(std::uint64_t address, const Formula& formula) override;
  Status count_wrong(std::uint64_t address, const Formula& formula, Movement movement,
                     std::uint64_t& wrong) override;
  void begin_recording() override;
  Status end_recording(std::string& problem) override;
  Status replay(bool cold, Replay& result) override;

 private:
  /// A kernel that can be launched, or why not.
  struct Found {
    Status status = Status::success;
    Module* module = nullptr;
    Kernel* kernel = nullptr;
  };
  /// How something that was queued came out.
  struct Ran {
    CUresult queued = CUDA_SUCCESS;
    CUresult ended = CUDA_SUCCESS;  ///< CUDA_ERROR_NOT_READY: not within its time.
    double seconds = 0;
  };
  using Queue = std::function<CUresult()>;

  Found find_kernel(ModuleId module, std::string_view kernel);
  Status run(const Found& found, const LaunchRequest& request);
  void watch_before();
  [[nodiscard]] CUresult queue_launch(const Kernel& kernel, const LaunchRequest& request) const;
  [[nodiscard]] CUresult queue_copy(std::uint64_t to, std::uint64_t from,
                                    std::uint64_t bytes) const;
  [[nodiscard]] CUresult queue_fill(const FillAction& fill) const;
  CUresult queue(const Action& action);
  CUresult queue_recording();

  /// Runs what `queue` queues between two events and waits for it.
  Ran timed(const Queue& queue);
  /// Runs a transfer; returns what the runtime would.
  Status transfer(Step step, const Queue& queue);
  /// Remembers what went wrong on the device, with a finding; success if nothing did.
  Status settle(const Ran& ran, const std::string& kernel, std::string_view said);
  [[nodiscard]] double kernel_seconds() const;

  [[nodiscard]] std::optional<std::uint64_t> real_address(std::uint64_t address,
                                                          std::uint64_t bytes) const;
  const Block* make_block(Owner owner, std::uint64_t bytes);
  /// The fill of `formula`, if `address` has room for it.
  [[nodiscard]] std::optional<IndexFill> formula_at(std::uint64_t address,
                                                    const Formula& formula) const;
  void report(std::vector<Finding> findings);
  void record(Step step);

  Gpu gpu_;
  DeviceInfo info_;
  OwnKernels own_;
  AddressRange range_;
  GuardedHeap heap_;
  Variables variables_;
  Modules modules_;
  WriteWatch writes_;
  GuardWatch guards_;
  Scratch cells_;  ///< A few 64-bit cells for results.
  Scratch flush_;  ///< What is read to empty the L2 cache.
  Event start_;
  Event stop_;
  Event probed_;
  RunOptions options_;
  Recorder recorder_;
  Recording recording_;
  Status sticky_ = Status::success;
  double clock_ = 0;
};

}  // namespace warpgrade::device::cuda
