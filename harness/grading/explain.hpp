// SPDX-License-Identifier: Apache-2.0
// What the wrong cells of failing cases have in common.
#pragma once

#include "harness/grading/diagnose/diagnosis.hpp"
#include "harness/grading/ladder.hpp"

namespace warpgrade::grading {

/// The launches of a recording, in order.
std::vector<diagnose::Launch> launches_of(const Evidence& evidence);

/// The pattern of one failing result with wrong cells.
diagnose::Verdict diagnose_one(const CaseResult& result, const CaseRunner& runner,
                               std::int64_t tile);

/// Fills the diagnosis, the first wrong cells, their number and the picture of `correctness` from
/// the most telling results. Returns the pattern; Pattern::none where no result has wrong cells.
diagnose::Pattern explain_cells(std::span<const CaseResult> results, const CaseRunner& runner,
                                std::int64_t tile, Correctness& correctness);

}  // namespace warpgrade::grading
