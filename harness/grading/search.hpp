// SPDX-License-Identifier: Apache-2.0
// The smallest failing case, the rule of shapes that fail, the smallest case of the same pattern.
#pragma once

#include "harness/grading/diagnose/diagnosis.hpp"
#include "harness/grading/ladder.hpp"
#include "harness/grading/shrink/rule.hpp"

namespace warpgrade::grading {

struct SearchRequest {
  std::span<const CaseResult> results;  ///< Of the ladder; at least one failed.
  std::int64_t tile = 32;
  double run_seconds = 10;
  double seconds = 10;  ///< Wall clock of all searches together.
  diagnose::Pattern pattern = diagnose::Pattern::none;
};

/// Fills smallest_failing_case, rule and smallest_same_pattern of `correctness`. The smallest case
/// is proved wherever a budget of runs is enough for every smaller shape. Budgets are
/// counted in cases, cells and instructions, so that the result does not depend on the machine's
/// speed; the wall clock only ends what would take too long.
void search_shapes(const SearchRequest& request, CaseRunner& runner, Correctness& correctness);

/// The rule in words, e.g. "fails whenever cols > 32; rows does not matter".
std::string rule_text(const shrink::Rule& rule);

}  // namespace warpgrade::grading
