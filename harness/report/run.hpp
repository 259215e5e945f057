// SPDX-License-Identifier: Apache-2.0
// Reports of `warpgrade run`: what the emulated device saw of a program.
#pragma once

#include "harness/core/run_report.hpp"

#include <string>

namespace warpgrade::report {

/// For people: kernels with their counters and modelled times, then findings.
std::string write_run_text(const RunReport& report);

/// For programs: schema "warpgrade/run/v1", fields are added, never changed.
std::string write_run_json(const RunReport& report);

}  // namespace warpgrade::report
