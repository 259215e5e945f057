// SPDX-License-Identifier: Apache-2.0
// The CUDA driver as a table of functions. It is opened at run time and never linked, so that the
// same binary starts on a machine without a driver; tests fill a table of their own.
#pragma once

#include <cuda.h>

#include <stdexcept>
#include <string>

namespace warpgrade::device::cuda {

struct Driver {
#define WARPGRADE_ENTRY(name) decltype(&::name) name = nullptr;
#include "harness/device/cuda/driver_entries.inc"
#undef WARPGRADE_ENTRY
};

/// There is no usable GPU: one line that says what is missing and what to do.
class NoGpu : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Opens libcuda.so.1 and looks every entry up; calls nothing, but sets in this process's
/// environment what the driver reads when it starts.
/// @throws NoGpu  if there is no driver, or one that is too old.
Driver load_driver();

/// "CUDA_ERROR_ILLEGAL_ADDRESS: an illegal memory access was encountered".
std::string describe(const Driver& driver, CUresult result);

}  // namespace warpgrade::device::cuda
