// SPDX-License-Identifier: Apache-2.0
// The driver's error codes: what the runtime calls them, and what they mean to the learner.
#pragma once

#include "harness/core/finding.hpp"
#include "harness/device/cuda/driver.hpp"
#include "harness/device/status.hpp"

#include <optional>
#include <stdexcept>
#include <string_view>

namespace warpgrade::device::cuda {

/// The runtime's code of the same number. If Status has none of that number: launch_failure for
/// what a kernel did, else unknown.
Status status_of(CUresult result);

/// A kernel that went wrong while it ran. The context is dead from then on.
struct Fault {
  CUresult result;
  FindingKind kind;
  std::string_view message;  ///< One line.
};

/// What `result` says of a kernel; nothing if it is no such error.
std::optional<Fault> fault_of(CUresult result);

/// The driver failed where only an environment fault explains it.
class DriverError : public std::runtime_error {
 public:
  /// @param step  What was to be done: "allocate the result cells".
  DriverError(const Driver& driver, CUresult result, std::string_view step);
};

/// Throws DriverError unless `result` is success.
void require(const Driver& driver, CUresult result, std::string_view step);

}  // namespace warpgrade::device::cuda
