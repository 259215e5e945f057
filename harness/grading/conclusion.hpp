// SPDX-License-Identifier: Apache-2.0
// Puts what was found into the words of the report.
#pragma once

#include "harness/grading/judge/judge.hpp"
#include "harness/grading/ladder.hpp"
#include "harness/grading/speed.hpp"

namespace warpgrade::grading {

/// The ruling that wins by precedence; of several cases with it, the most telling one's.
judge::Ruling worst_ruling(std::span<const CaseResult> results, std::int64_t tile);

struct Conclusion {
  const GradeRequest& request;
  const Ladder& ladder;
  const Speed& speed;
  const judge::Ruling& ruling;
};

/// Fills outcome, summary, details, hint, again, findings and the submission's output of `report`,
/// whose correctness is already there.
void write_conclusion(const Conclusion& conclusion, Report& report);

}  // namespace warpgrade::grading
