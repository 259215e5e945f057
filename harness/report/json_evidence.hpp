// SPDX-License-Identifier: Apache-2.0
// The parts of the result file that hold evidence; json.cpp puts them together.
#pragma once

#include "harness/core/report.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <vector>

namespace warpgrade::report {

using Json = nlohmann::ordered_json;

/// `value` rounded to nine significant digits; null where it is no finite number.
Json number(double value);
/// The same; null where there is none.
Json number(const std::optional<double>& value);

/// @param sizes  Names of the sizes of a case.
Json correctness_json(const Correctness& correctness, const std::vector<std::string>& sizes);
Json findings_json(const std::vector<Finding>& findings);
Json timing_json(const Timing& timing, const std::vector<std::string>& sizes);
Json counters_json(const std::vector<CountersReport>& counters);

}  // namespace warpgrade::report
