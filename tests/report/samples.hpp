// SPDX-License-Identifier: Apache-2.0
// Finished gradings of several kinds, as grading would hand them over.
#pragma once

#include "harness/core/report.hpp"

#include <array>
#include <string_view>

namespace warpgrade::report {

Report passed_sample();
Report wrong_output_sample();
Report no_faster_sample();
Report race_sample();
Report did_not_compile_sample();
Report harness_failed_sample();
/// Everything long at once, and a learner who writes control characters and CI commands everywhere.
Report hostile_sample();

struct Sample {
  std::string_view name;
  Report (*make)();
};

inline constexpr std::array kSamples{Sample{"passed", passed_sample},
                                     Sample{"wrong_output", wrong_output_sample},
                                     Sample{"no_faster_than_naive", no_faster_sample},
                                     Sample{"shared_memory_race", race_sample},
                                     Sample{"did_not_compile", did_not_compile_sample},
                                     Sample{"harness_failed", harness_failed_sample},
                                     Sample{"hostile", hostile_sample}};

}  // namespace warpgrade::report
