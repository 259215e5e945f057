// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/cli/gpu_clock.hpp"
#include "harness/device/device.hpp"
#include "harness/device/lock.hpp"
#include "harness/grading/hardware.hpp"
#include "harness/grading/run/session_runner.hpp"

#include <memory>
#include <optional>

namespace warpgrade::cli {

/// Waits until no other grading uses `gpu`; no other does as long as the result lives.
/// @throws std::runtime_error if it does not come free in time.
device::Lock lock_gpu(const device::DeviceInfo& gpu, const Say& say);

/// One submission on the GPU: what grading asks of it. From its first use of the GPU on, and as
/// long as this lives, no other grading uses it.
class GpuBench {
 public:
  /// @param session  With the real device; its library does not matter.
  GpuBench(const run::SessionOptions& session, const Contenders& contenders,
           const device::DeviceInfo& gpu, const Say& say);
  GpuBench(const GpuBench&) = delete;
  GpuBench& operator=(const GpuBench&) = delete;

  [[nodiscard]] const grading::Hardware& hardware() const { return hardware_; }

 private:
  std::optional<device::Lock> lock_;
  std::unique_ptr<run::Runner> runner_;
  grading::Hardware hardware_;
};

}  // namespace warpgrade::cli
