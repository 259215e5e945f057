// SPDX-License-Identifier: Apache-2.0
// Giant cases: what a few blocks of a launch say about all of them. They never accuse on what they
// cannot know: where blocks need what other blocks do, the case says nothing.
#pragma once

#include "harness/core/report.hpp"
#include "harness/grading/compare/compare.hpp"
#include "harness/grading/judge/judge.hpp"
#include "harness/grading/run/runner.hpp"

namespace warpgrade::grading {

/// What came of a sampled run of a transpose.
struct SampleVerdict {
  SampledCase sampled;
  compare::Comparison comparison;  ///< Of the cells that were written.
  judge::Ruling ruling;            ///< passed where `sampled.not_run` says why it says nothing.
};

/// Judges the sampled run of `c`: written cells must be right, and no access out of bounds.
SampleVerdict judge_sample(const Case& c, const run::RunResult& run);

/// One line for the report: "46341 x 46342 was sampled: 25 of 2099601 blocks, which write 17822
/// cells", or "the giant case 46341 x 46342 was not run: solve() resets the device".
std::string sampled_text(const SampledCase& sampled);

}  // namespace warpgrade::grading
