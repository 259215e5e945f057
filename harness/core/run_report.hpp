// SPDX-License-Identifier: Apache-2.0
// What `warpgrade run` saw of a program, as plain values.
#pragma once

#include "harness/core/counters.hpp"
#include "harness/core/evidence.hpp"
#include "harness/core/finding.hpp"
#include "harness/core/occupancy.hpp"
#include "harness/core/report.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace warpgrade {

/// All launches of one kernel with one shape.
struct KernelRun {
  KernelCounters counters;  ///< Of all launches together.
  double seconds = 0;       ///< The same, modelled.
  Occupancy occupancy{};    ///< Of each.
};

struct RunReport {
  DeviceReport device;
  std::string program;
  std::string architecture;         ///< What nvcc compiled it for, "compute_75"; empty: a program.
  std::uint32_t schedule_seed = 0;  ///< Of the order of warps; 0: in order.
  int exit_code = 0;
  int signal = 0;                  ///< What ended the program; 0: it exited by itself.
  std::vector<KernelRun> kernels;  ///< In the order of their first launch.
  double copy_seconds = 0;         ///< Of all copies and fills, modelled.
  std::uint64_t copied_bytes = 0;
  std::uint64_t unfreed_bytes = 0;
  std::vector<Finding> findings;
};

/// The kernels of a recording added up. @param report  Gets kernels, copies, findings, unfreed
/// bytes.
void add_evidence(const Evidence& evidence, RunReport& report);

/// True if one of the findings is an error.
bool has_errors(const RunReport& report);

}  // namespace warpgrade
