// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/report/formats.hpp"

namespace warpgrade::report {

/// The result file of design 11, schema "warpgrade/result/v1". The same report gives the same
/// bytes: fixed key order, numbers rounded to nine significant digits, no wall-clock time.
std::string write_json(const Report& report, const Style& style);

}  // namespace warpgrade::report
