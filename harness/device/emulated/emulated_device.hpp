// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/device/device.hpp"
#include "harness/device/emulated/heap.hpp"
#include "harness/device/emulated/launcher.hpp"
#include "harness/device/emulated/modules.hpp"
#include "harness/device/recorder.hpp"
#include "harness/device/recording.hpp"
#include "harness/emulator/model/card.hpp"
#include "harness/emulator/observe/set_bytes.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpgrade::device::emulated {

/// What cudaGetDeviceProperties says of a card.
DeviceInfo describe(const model::Card& card);

/// Why this machine cannot run the emulator, in one line; null if it can. To be asked before all
/// else.
const char* missing_on_this_machine();

/// A card's worth of device memory and the emulator behind the port. Launches run to their end
/// inside launch(); as on hardware, what went wrong in one comes back from the calls after it.
/// Checks the limits that the runtime checks, and says so in a finding even if nobody reads the
/// error code.
class EmulatedDevice : public Device {
 public:
  /// @param threads  CPU threads of a launch where RunOptions::threads is 0; 0: all that this
  /// process may use.
  /// @param ptxas  Is asked for the registers of kernels; empty: they stay unknown.
  EmulatedDevice(model::Card card, unsigned threads, std::filesystem::path ptxas = {});

  [[nodiscard]] const DeviceInfo& info() const override { return info_; }
  void set_options(const RunOptions& options) override { options_ = options; }
  Status allocate(Owner owner, std::uint64_t bytes, std::uint64_t& address) override;
  Status allocate_mapped(Owner owner, std::uint64_t bytes, std::uint64_t& address) override;
  MappedWindow mapped_window() override;
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
  Status allocate_sparse(const SparseBuffer& buffer, std::uint64_t& address) override;
  Status touched(std::uint64_t address, std::vector<Patch>& patches) override;
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
    const ptx::Function* kernel = nullptr;
  };
  Found find_kernel(ModuleId module, std::string_view kernel);
  Status run(const Found& found, const LaunchRequest& request);
  std::uint64_t grid_workspace();
  Status leave_out(const LaunchRequest& request);
  Launched execute(const Found& found, const LaunchRequest& request, const RunOptions& options);
  void do_copy(const CopyAction& copy);
  void do_fill(const FillAction& fill);
  /// Modelled seconds of an action that is carried out again.
  double again(const LaunchRequest& request);
  double again(const CopyAction& copy);
  double again(const FillAction& fill);
  double again(const UploadAction& upload);
  /// The words of a buffer that `formula` fits into; empty if it does not.
  std::span<std::byte> room_for(std::uint64_t address, const Formula& formula);
  void record(Step step);

  model::Card card_;
  DeviceInfo info_;
  unsigned threads_;
  std::filesystem::path ptxas_;
  RunOptions options_;
  Heap heap_;
  Modules modules_;        ///< After the heap, which holds their variables.
  observe::SetBytes set_;  ///< Of allocations made while RunOptions::check_global was on.
  std::vector<std::uint64_t> leaked_;  ///< Bytes of allocations that a reset took.
  Recorder recorder_;
  Recording recording_;
  Status sticky_ = Status::success;
  double clock_ = 0;
  std::uint64_t grid_workspace_ = 0;  ///< Of cooperative launches; 0: there was none yet.
};

}  // namespace warpgrade::device::emulated
