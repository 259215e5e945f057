// SPDX-License-Identifier: Apache-2.0
// The parts of the text report, top to bottom. Each is empty where the report has nothing to say.
#pragma once

#include "harness/core/report.hpp"
#include "harness/report/formats.hpp"
#include "harness/report/layout.hpp"

namespace warpgrade::report {

Section verdict_section(const Report& report, const Style& style);  ///< What, verdict, summary.
Section details_section(const Report& report);      ///< Lines that explain the outcome.
Section correctness_section(const Report& report);  ///< Smallest case, rule, what the cells share.
Section cells_section(const Report& report);        ///< The first ten wrong cells.
Section picture_section(const Report& report);
Section findings_section(const Report& report);
Section timing_section(const Report& report);
Section goals_section(const Report& report);     ///< Goals and the submission's own claims.
Section counters_section(const Report& report);  ///< Against ideal and copy.
/// One kernel's launch, with remarks below it, and its accesses.
void add_kernel(Section& section, const CountersReport& report,
                const std::vector<std::string>& remarks = {});
Section output_section(const Report& report);  ///< What the learner's code printed.
Section next_section(const Report& report);    ///< What to try, and the command that replays.

}  // namespace warpgrade::report
