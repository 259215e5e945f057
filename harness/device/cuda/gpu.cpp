// SPDX-License-Identifier: Apache-2.0
#include "harness/device/cuda/gpu.hpp"

#include "harness/device/cuda/errors.hpp"
#include "harness/device/cuda/properties.hpp"

#include <fmt/format.h>

#include <chrono>
#include <thread>

namespace warpgrade::device::cuda {
namespace {

using Clock = std::chrono::steady_clock;

// Most waits are over in microseconds; only long ones give the CPU away.
constexpr auto kSpin = std::chrono::microseconds(500);
constexpr auto kNap = std::chrono::microseconds(50);
/// What the harness's own kernels may take; other programs may use the GPU, too.
constexpr double kOwnSeconds = 60;

}  // namespace

std::string why_no_gpu(const Driver& driver) {
  if (const auto result = driver.cuInit(0); result != CUDA_SUCCESS) {
    return fmt::format("the NVIDIA driver does not start: {}", describe(driver, result));
  }
  int count = 0;
  if (const auto result = driver.cuDeviceGetCount(&count); result != CUDA_SUCCESS) {
    return fmt::format("the NVIDIA driver finds no GPU: {}", describe(driver, result));
  }
  return count > 0 ? "" : "the NVIDIA driver finds no GPU";
}

Gpu::Gpu(const Driver& driver) : driver_(driver) {
  if (const auto why = why_no_gpu(driver); !why.empty()) throw NoGpu(why);
  require(driver, driver.cuDeviceGet(&device_, 0), "open the GPU");
  info_ = read_properties(driver, device_);
  require(driver, driver.cuDevicePrimaryCtxRetain(&context_, device_), "make a context");
  require(driver, driver.cuCtxSetCurrent(context_), "use the context");
  require(driver, driver.cuStreamCreate(&stream_, CU_STREAM_NON_BLOCKING), "make a stream");
  require(driver, driver.cuEventCreate(&done_, CU_EVENT_DISABLE_TIMING), "make an event");
  // No set-aside of L2 survives from one launch to the next; cards without one refuse.
  driver.cuCtxSetLimit(CU_LIMIT_PERSISTING_L2_CACHE_SIZE, 0);
}

Gpu::~Gpu() {
  if (abandoned_) return;
  driver_.cuEventDestroy(done_);
  driver_.cuStreamDestroy(stream_);
  driver_.cuDevicePrimaryCtxRelease(device_);
}

CUresult Gpu::mark(CUevent event) const { return driver_.cuEventRecord(event, stream_); }

CUresult Gpu::wait(CUevent event, double seconds) const {
  const auto start = Clock::now();
  for (;;) {
    const auto result = driver_.cuEventQuery(event);
    if (result != CUDA_ERROR_NOT_READY) return result;
    const auto waited = Clock::now() - start;
    if (std::chrono::duration<double>(waited).count() > seconds) return result;
    if (waited > kSpin) std::this_thread::sleep_for(kNap);
  }
}

void Gpu::finish() const {
  require(driver_, mark(done_), "record an event");
  require(driver_, wait(done_, kOwnSeconds), "finish the harness's own work");
}

void Gpu::read(void* to, CUdeviceptr from, std::uint64_t bytes) const {
  require(driver_, driver_.cuMemcpyDtoHAsync(to, from, bytes, stream_), "read device memory");
  finish();
}

double Gpu::between(CUevent start, CUevent stop) const {
  float milliseconds = 0;
  require(driver_, driver_.cuEventElapsedTime(&milliseconds, start, stop), "read the events");
  return static_cast<double>(milliseconds) * 1e-3;
}

Event::Event(const Gpu& gpu) : gpu_(gpu) {
  const auto& driver = gpu.driver();
  require(driver, driver.cuEventCreate(&event_, CU_EVENT_DEFAULT), "make an event");
}

Event::~Event() {
  if (!gpu_.abandoned()) gpu_.driver().cuEventDestroy(event_);
}

Scratch::~Scratch() {
  if (address_ != 0 && !gpu_.abandoned()) gpu_.driver().cuMemFree(address_);
}

CUdeviceptr Scratch::at_least(std::uint64_t bytes) {
  if (bytes <= bytes_) return address_;
  const auto& driver = gpu_.driver();
  if (address_ != 0) require(driver, driver.cuMemFree(address_), "free memory of the harness");
  address_ = 0;
  bytes_ = 0;
  require(driver, driver.cuMemAlloc(&address_, bytes), "allocate memory for the harness");
  bytes_ = bytes;
  return address_;
}

}  // namespace warpgrade::device::cuda
