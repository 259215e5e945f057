// SPDX-License-Identifier: Apache-2.0
// Inputs and outputs by formula, recordings, and timing their replays.
#include "harness/core/index_fill.hpp"
#include "harness/device/cuda/cuda_device.hpp"
#include "harness/device/cuda/errors.hpp"
#include "harness/device/formula.hpp"

#include <algorithm>
#include <array>
#include <type_traits>
#include <variant>

namespace warpgrade::device::cuda {
namespace {

constexpr std::uint64_t kCellBytes = sizeof(std::uint64_t);
constexpr std::uint64_t kCells = 8;
constexpr double kProbeSeconds = 100e-6;
constexpr double kNanosecond = 1e-9;
constexpr std::uint64_t kReadUnit = 16;
constexpr std::uint64_t kLeastFlush = std::uint64_t{64} << 20;

/// What a probe wrote: clocks, and how long they took.
struct Probe {
  std::uint64_t clocks = 0;
  std::uint64_t nanoseconds = 0;
};

double hertz(const Probe& probe) {
  if (probe.nanoseconds == 0) return 0;
  return static_cast<double>(probe.clocks) / (static_cast<double>(probe.nanoseconds) * kNanosecond);
}

}  // namespace

std::optional<IndexFill> CudaDevice::formula_at(std::uint64_t address,
                                                const Formula& formula) const {
  const auto bytes = bytes_of(formula);
  if (!bytes || address % sizeof(float) != 0 || !heap_.holds(address, *bytes)) return std::nullopt;
  return index_fill_of(formula);
}

Status CudaDevice::fill_index(std::uint64_t address, const Formula& formula) {
  if (sticky_ != Status::success) return sticky_;
  const auto fill = formula_at(address, formula);
  if (!fill) return Status::invalid_value;
  own_.fill_index(address, *fill);
  gpu_.finish();
  return Status::success;
}

Status CudaDevice::count_wrong(std::uint64_t address, const Formula& formula, Movement movement,
                               std::uint64_t& wrong) {
  if (sticky_ != Status::success) return sticky_;
  const auto fill = formula_at(address, formula);
  if (!fill) return Status::invalid_value;
  const auto cell = cells_.at_least(kCells * kCellBytes);
  const auto rows =
      movement == Movement::transposed ? static_cast<std::uint32_t>(formula.input.rows) : 0U;
  require(gpu_.driver(), gpu_.driver().cuMemsetD8Async(cell, 0, kCellBytes, gpu_.stream()),
          "clear a cell");
  own_.count_wrong(address, *fill, rows, cell);
  gpu_.read(&wrong, cell, kCellBytes);
  return Status::success;
}

void CudaDevice::begin_recording() {
  recording_.begin();
  heap_.give_back_kept();
}

Status CudaDevice::end_recording(std::string& problem) {
  problem = recording_.end();
  return sticky_;
}

CUresult CudaDevice::queue(const Action& action) {
  return std::visit(
      [&](const auto& what) {
        using What = std::remove_cvref_t<decltype(what)>;
        if constexpr (std::is_same_v<What, LaunchRequest>) {
          const auto found = find_kernel(what.module, what.kernel);
          return found.kernel == nullptr ? CUDA_ERROR_NOT_FOUND : queue_launch(*found.kernel, what);
        } else if constexpr (std::is_same_v<What, CopyAction>) {
          return queue_copy(what.to, what.from, what.bytes);
        } else if constexpr (std::is_same_v<What, FillAction>) {
          return queue_fill(what);
        } else {
          return gpu_.driver().cuMemcpyHtoDAsync(what.address, what.data.data(), what.data.size(),
                                                 gpu_.stream());
        }
      },
      action);
}

CUresult CudaDevice::queue_recording() {
  for (const auto& action : recording_.actions()) {
    if (const auto result = queue(action); result != CUDA_SUCCESS) return result;
  }
  return CUDA_SUCCESS;
}

Status CudaDevice::replay(bool cold, Replay& result) {
  if (sticky_ != Status::success) return sticky_;
  if (recording_.actions().empty()) return Status::not_supported;
  const auto cells = cells_.at_least(kCells * kCellBytes);
  if (cold) {
    gpu_.driver().cuCtxResetPersistingL2Cache();
    const auto bytes = std::max(2 * info_.l2_bytes, kLeastFlush) / kReadUnit * kReadUnit;
    own_.read_through(flush_.at_least(bytes), bytes, cells + 4 * kCellBytes);
  }
  // The first probe also keeps the GPU busy while the steps are queued, so that the time is theirs
  // and not the host's.
  const auto cycles = static_cast<std::int64_t>(kProbeSeconds * info_.clock_hz);
  const std::array<Queue, 6> parts{[&] { return own_.probe_clock(cycles, cells); },
                                   [&] { return gpu_.mark(start_.get()); },
                                   [&] { return queue_recording(); },
                                   [&] { return gpu_.mark(stop_.get()); },
                                   [&] { return own_.probe_clock(cycles, cells + 2 * kCellBytes); },
                                   [&] { return gpu_.mark(probed_.get()); }};
  Ran ran;
  for (const auto& part : parts) {
    if (ran.queued == CUDA_SUCCESS) ran.queued = part();
  }
  if (ran.queued == CUDA_SUCCESS) ran.ended = gpu_.wait(probed_.get(), kernel_seconds());
  if (const auto status = settle(ran, {}, {}); status != Status::success) return status;
  result.seconds = gpu_.between(start_.get(), stop_.get());
  std::array<Probe, 2> probes{};
  gpu_.read(probes.data(), cells, sizeof probes);
  const auto [low, high] = std::minmax({hertz(probes[0]), hertz(probes[1])});
  result.clock_low = low;
  result.clock_high = high;
  return Status::success;
}

}  // namespace warpgrade::device::cuda
