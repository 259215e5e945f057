// SPDX-License-Identifier: Apache-2.0
// A CUDA driver in host memory: enough of one to run CudaDevice without a GPU. Everything happens
// at once; time is counted, not spent.
#pragma once

#include "harness/device/cuda/driver.hpp"

#include <cuda.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace warpgrade::device::cuda {

/// The state behind the table; one at a time, since the driver's functions are plain functions.
class FakeDriver {
 public:
  FakeDriver();
  ~FakeDriver();
  FakeDriver(const FakeDriver&) = delete;
  FakeDriver& operator=(const FakeDriver&) = delete;

  Driver table;

  // What a test may set.
  std::map<std::string, CUresult, std::less<>> fails;  ///< Function name -> what it returns.
  bool reserves_elsewhere = false;                     ///< Ignores the address that is asked for.
  std::uint64_t refuses_above = ~std::uint64_t{0};     ///< Largest reservation that is given.
  std::uint64_t total_bytes = std::uint64_t{1} << 30;
  double launch_seconds = 1e-3;

  /// A kernel of a submission. `run` gets its packed parameters.
  struct Kernel {
    std::vector<std::size_t> parameters;  ///< Bytes of each.
    std::function<void(const std::byte*)> run;
    int registers = 32;
    int static_shared_bytes = 0;
    int max_threads = 1024;
    int max_dynamic_shared_bytes = 49152;
    CUresult result = CUDA_SUCCESS;  ///< Of the launch call.
    CUresult fault = CUDA_SUCCESS;   ///< Of the kernel; NOT_READY: it never ends.
  };
  std::map<std::string, Kernel, std::less<>> kernels;
  std::map<std::string, std::vector<std::byte>, std::less<>> variables;

  // What a test may look at.
  std::vector<std::string> launched;    ///< Names, the harness's own too.
  std::vector<CUlaunchConfig> configs;  ///< Of the submission's launches.
  std::vector<std::string> given_back;  ///< Calls that free something.
  double now = 0;
  CUresult broken = CUDA_SUCCESS;  ///< The context's state.

  /// Host memory behind a device address.
  static std::byte* at(CUdeviceptr address);
  template <class T>
  static T& value(CUdeviceptr address) {
    return *reinterpret_cast<T*>(at(address));
  }
};

}  // namespace warpgrade::device::cuda
