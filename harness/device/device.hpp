// SPDX-License-Identifier: Apache-2.0
// The port: what grading and the replacement runtime may ask of a device, emulated or real.
// A Device belongs to one thread of the device server.
#pragma once

#include "harness/core/evidence.hpp"
#include "harness/core/extent.hpp"
#include "harness/core/patch.hpp"
#include "harness/device/status.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpgrade::device {

/// What cudaGetDeviceProperties would say, and who the device is. Bytes, hertz.
struct DeviceInfo {
  std::string kind;  ///< "emulated" or "cuda"
  std::string name;  ///< "Tesla T4"
  std::string card;  ///< "t4": the card file's name without its ending
  std::string uuid;  ///< Of the one piece of hardware, "GPU-..."; empty for an emulated device.
  std::uint32_t cc_major = 0;
  std::uint32_t cc_minor = 0;
  std::uint32_t multiprocessors = 0;
  std::uint32_t max_threads_per_block = 1024;
  std::uint32_t max_threads_per_multiprocessor = 0;
  std::uint32_t max_blocks_per_multiprocessor = 0;
  Dim3 max_block{1024, 1024, 64};
  Dim3 max_grid{2147483647, 65535, 65535};
  std::uint64_t shared_bytes_per_block = 49152;    ///< Default limit.
  std::uint64_t shared_bytes_per_block_optin = 0;  ///< After cudaFuncSetAttribute.
  std::uint64_t shared_bytes_per_multiprocessor = 0;
  std::uint64_t reserved_shared_bytes_per_block = 0;
  std::uint32_t registers_per_block = 65536;
  std::uint32_t registers_per_multiprocessor = 65536;
  std::uint64_t total_memory_bytes = 0;
  std::uint64_t l2_bytes = 0;
  std::uint64_t constant_bytes = 65536;
  double clock_hz = 0;
  double memory_clock_hz = 0;
  std::uint32_t memory_bus_bits = 0;
};

/// Who asks. The submission's allocations are counted as its own; only the harness may read what it
/// did.
enum class Owner : std::uint8_t { harness, submission };

using ModuleId = std::uint32_t;

struct KernelParameter {
  std::uint32_t offset = 0;
  std::uint32_t bytes = 0;
};

struct KernelInfo {
  std::vector<KernelParameter> parameters;
  std::uint32_t parameter_bytes = 0;
  std::uint64_t static_shared_bytes = 0;
  std::uint64_t local_bytes = 0;
  std::uint64_t constant_bytes = 0;
  std::uint32_t registers = 0;  ///< 0: unknown.
  std::uint32_t max_threads_per_block = 1024;
  std::uint64_t max_dynamic_shared_bytes = 49152;
  std::uint32_t ptx_version = 0;  ///< Compute capability of the PTX, 75.
};

struct LaunchRequest {
  ModuleId module = 0;
  std::string kernel;  ///< As mangled.
  Dim3 grid;
  Dim3 block;
  std::uint64_t dynamic_shared_bytes = 0;
  std::uint64_t stream = 0;
  bool cooperative = false;
  std::vector<std::byte> parameters;  ///< Packed as KernelInfo::parameters says.
};

/// How the runs that follow are watched. Bounds, alignment and barriers are always checked.
struct RunOptions {
  bool count = true;                     ///< Counters, and from them the modelled time.
  bool check_shared = true;              ///< Races and unset reads.
  bool check_global = true;              ///< The same between blocks, in global memory.
  bool check_leaks = false;              ///< What the submission has not freed when it ends.
  unsigned threads = 0;                  ///< CPU threads of an emulated device; 0: all.
  std::uint64_t instruction_budget = 0;  ///< Lane instructions a launch; 0: the default.
  std::uint64_t submission_memory_bytes =
      0;                            ///< What the submission may allocate; 0: the card's memory.
  double kernel_seconds = 0;        ///< What a launch may take on real hardware; 0: the default.
  std::uint32_t schedule_seed = 0;  ///< Of an emulated device: 0, or another legal order of warps.
};

/// A matrix whose cells are the fill `index` of core/index_fill.hpp, row-major.
struct Formula {
  Extent input;
  std::uint64_t seed = 0;
};

/// Where an input cell must be found in the output.
enum class Movement : std::uint8_t {
  copied,      ///< In its own place; the output has the input's extent.
  transposed,  ///< Cell (r, c) at (c, r); the output is cols x rows.
};

/// A matrix that is only there where kernels touch it.
struct SparseBuffer {
  Formula formula;
  bool poisoned = false;  ///< Its cells are kOutputPoison, not the formula's values.
};

/// One replay of a recording.
struct Replay {
  double seconds = 0;     ///< Of all its steps together, by the device's own clock, or modelled.
  double clock_low = 0;   ///< Multiprocessor clock seen before and after, in hertz; equal where
  double clock_high = 0;  ///< it is modelled.
};

/// Device addresses whose memory another process can map, at the very same addresses.
struct MappedWindow {
  std::uint64_t base = 0;
  std::uint64_t bytes = 0;
  int fd = -1;  ///< The memory, from `base` on; the caller closes it. -1: this device has none.
};

/// A device. Calls return the runtime's error code; a sticky error (illegal address and the like)
/// comes back from every later call until reset(). Findings explain what a code cannot.
class Device {
 public:
  virtual ~Device() = default;

  [[nodiscard]] virtual const DeviceInfo& info() const = 0;
  virtual void set_options(const RunOptions& options) = 0;

  virtual Status allocate(Owner owner, std::uint64_t bytes, std::uint64_t& address) = 0;
  /// Memory that kernels and the host share: whole pages in the mapped window. As all device
  /// memory it is given back by release(). not_supported where there is no such window.
  virtual Status allocate_mapped(Owner /*owner*/, std::uint64_t /*bytes*/,
                                 std::uint64_t& /*address*/) {
    return Status::not_supported;
  }
  virtual MappedWindow mapped_window() { return {}; }
  virtual Status release(Owner owner, std::uint64_t address) = 0;
  virtual Status upload(std::uint64_t address, std::span<const std::byte> data) = 0;
  virtual Status download(std::uint64_t address, std::span<std::byte> data) = 0;
  virtual Status copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes) = 0;
  /// Writes `count` elements of `element_bytes` (1, 2 or 4), each the low bytes of `value`.
  virtual Status fill(std::uint64_t address, std::uint32_t value, std::uint32_t element_bytes,
                      std::uint64_t count) = 0;
  /// The allocation that holds `address`.
  virtual Status find(std::uint64_t address, std::uint64_t& base, std::uint64_t& bytes) = 0;
  /// Free and total bytes.
  virtual Status memory(std::uint64_t& free_bytes, std::uint64_t& total_bytes) = 0;

  /// Loads a fat binary (what nvcc embeds). One that cannot run loads, too: its uses fail, with a
  /// finding.
  virtual Status load_module(std::span<const std::byte> fatbin, ModuleId& module) = 0;
  virtual Status unload_module(ModuleId module) = 0;
  virtual Status kernel_info(ModuleId module, std::string_view kernel, KernelInfo& info) = 0;
  virtual Status set_max_dynamic_shared(ModuleId module, std::string_view kernel,
                                        std::uint64_t bytes) = 0;
  virtual Status variable(ModuleId module, std::string_view name, std::uint64_t& address,
                          std::uint64_t& bytes) = 0;

  /// Starts a launch; an emulated device also finishes it.
  virtual Status launch(const LaunchRequest& request) = 0;
  virtual Status synchronize() = 0;
  /// Frees everything the submission owns and clears a sticky error; the harness's buffers stay.
  virtual Status reset() = 0;

  /// A runtime call that the shim lacks was made; it becomes a finding.
  virtual void note_unsupported(std::string_view call) = 0;
  /// Modelled or measured seconds since the device started: what event timestamps are made of.
  [[nodiscard]] virtual double clock_seconds() const = 0;

  /// What kernels printed since the last call, for a program that shows it in its own output; it is
  /// no evidence any more.
  virtual std::string take_printed() = 0;
  /// Everything since the last call, and starts anew.
  virtual Evidence take_evidence() = 0;

  // Only the harness may call what follows.

  /// Allocates a matrix that may be larger than the card and the host: its cells come to be where
  /// kernels touch them. While there is one, a launch runs only some of its blocks, the first and
  /// the last along each axis (Step::blocks_sampled), and copies and fills of such a matrix do
  /// nothing. not_supported where there is no such memory. To be given back by release().
  virtual Status allocate_sparse(const SparseBuffer& /*buffer*/, std::uint64_t& /*address*/) {
    return Status::not_supported;
  }
  /// What is there of a sparse matrix, by rising index.
  virtual Status touched(std::uint64_t /*address*/, std::vector<Patch>& /*patches*/) {
    return Status::not_supported;
  }

  // For timing.

  /// Writes the input that `formula` describes: what exercise::make_input() gives for the same
  /// case.
  virtual Status fill_index(std::uint64_t address, const Formula& formula) = 0;
  /// Counts the cells of the output at `address` that are not what `formula` and `movement` say.
  virtual Status count_wrong(std::uint64_t address, const Formula& formula, Movement movement,
                             std::uint64_t& wrong) = 0;
  /// From here on every launch, copy and fill is kept, until end_recording(). An earlier recording
  /// is dropped. Memory that is released meanwhile stays untouched as long as the recording lives.
  virtual void begin_recording() = 0;
  /// @param problem  Why the recording cannot be replayed, one line; empty if it can.
  virtual Status end_recording(std::string& problem) = 0;
  /// Carries out the recording once more, on what its buffers hold now. Leaves no evidence but what
  /// went wrong. not_supported if there is no recording that can be replayed.
  /// @param cold  True: no cache holds any of the data when the clock starts.
  virtual Status replay(bool cold, Replay& result) = 0;
};

}  // namespace warpgrade::device
