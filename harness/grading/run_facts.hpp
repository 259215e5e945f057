// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/grading/judge/judge.hpp"
#include "harness/grading/run/runner.hpp"

namespace warpgrade::grading {

/// What a run tells the judge of how it ended and what it showed; its cells are for the caller to
/// add. Refers to `run`.
judge::RunFacts facts_of_run(const run::RunResult& run);

}  // namespace warpgrade::grading
