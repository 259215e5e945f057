// SPDX-License-Identifier: Apache-2.0
#include "harness/device/cuda/presence.hpp"

#include "harness/device/cuda/cuda_device.hpp"
#include "harness/device/cuda/driver.hpp"
#include "harness/device/cuda/errors.hpp"
#include "harness/device/cuda/gpu.hpp"
#include "harness/device/cuda/properties.hpp"

namespace warpgrade::device::cuda {

Presence look_for_gpu() {
  Presence presence;
  try {
    const auto driver = load_driver();
    presence.why_not = why_no_gpu(driver);
    driver.cuDriverGetVersion(&presence.driver_version);
    if (!presence.why_not.empty()) return presence;
    CUdevice device = 0;
    require(driver, driver.cuDeviceGet(&device, 0), "open the GPU");
    presence.gpu = read_properties(driver, device);
  } catch (const NoGpu& error) {
    presence.why_not = error.what();
  } catch (const DriverError& error) {
    presence.why_not = error.what();
  }
  return presence;
}

std::unique_ptr<Device> open_gpu(const std::string& card) {
  static const auto driver = load_driver();
  return std::make_unique<CudaDevice>(driver, card);
}

}  // namespace warpgrade::device::cuda
