// SPDX-License-Identifier: Apache-2.0
// The GPU with its context and its one stream, and waiting for it.
#pragma once

#include "harness/device/cuda/driver.hpp"
#include "harness/device/device.hpp"

#include <cuda.h>

#include <string>

namespace warpgrade::device::cuda {

/// Whether this machine has a GPU that can be used: empty if so, else why not, in one line.
std::string why_no_gpu(const Driver& driver);

/// The first GPU that CUDA_VISIBLE_DEVICES leaves, its primary context and one stream, on which
/// everything runs in order.
class Gpu {
 public:
  /// @throws NoGpu  if there is none, or it lacks what the harness needs.
  explicit Gpu(const Driver& driver);
  ~Gpu();
  Gpu(const Gpu&) = delete;
  Gpu& operator=(const Gpu&) = delete;

  [[nodiscard]] const Driver& driver() const { return driver_; }
  [[nodiscard]] const DeviceInfo& info() const { return info_; }
  [[nodiscard]] CUdevice device() const { return device_; }
  [[nodiscard]] CUstream stream() const { return stream_; }

  /// Marks the stream's end. Fails with what an earlier kernel did wrong, if that is known already.
  [[nodiscard]] CUresult mark(CUevent event) const;
  /// Waits until `event` has happened, at most `seconds`.
  /// @returns CUDA_ERROR_NOT_READY if the time was over first, else success or what went wrong on
  ///          the device.
  [[nodiscard]] CUresult wait(CUevent event, double seconds) const;
  /// Seconds between two events that have happened.
  [[nodiscard]] double between(CUevent start, CUevent stop) const;

  /// Waits for everything that the harness itself queued. @throws DriverError
  void finish() const;
  /// Reads `bytes` back after everything queued before. @throws DriverError
  void read(void* to, CUdeviceptr from, std::uint64_t bytes) const;

  /// Called when the context is dead or a kernel hangs: nothing is given back to the driver any
  /// more, since that could block for ever. The process's end does it.
  void abandon() { abandoned_ = true; }
  [[nodiscard]] bool abandoned() const { return abandoned_; }

 private:
  const Driver& driver_;
  CUdevice device_ = 0;
  CUcontext context_ = nullptr;
  CUstream stream_ = nullptr;
  CUevent done_ = nullptr;
  DeviceInfo info_;
  bool abandoned_ = false;
};

/// A CUDA event that measures time.
class Event {
 public:
  explicit Event(const Gpu& gpu);
  ~Event();
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  [[nodiscard]] CUevent get() const { return event_; }

 private:
  const Gpu& gpu_;
  CUevent event_ = nullptr;
};

/// Device memory of the harness's own, outside the submission's address range.
class Scratch {
 public:
  explicit Scratch(const Gpu& gpu) : gpu_(gpu) {}
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  /// At least `bytes`; what was there is lost. @throws DriverError if there is no room.
  CUdeviceptr at_least(std::uint64_t bytes);

 private:
  const Gpu& gpu_;
  CUdeviceptr address_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace warpgrade::device::cuda
