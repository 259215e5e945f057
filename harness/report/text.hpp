// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/report/formats.hpp"

namespace warpgrade::report {

/// The report for people, design 10: verdict first, at most `style.most_lines` lines, a line saying
/// what was left out. Text that came from the learner is escaped.
std::string write_text(const Report& report, const Style& style);

}  // namespace warpgrade::report
