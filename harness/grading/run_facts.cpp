// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/run_facts.hpp"

namespace warpgrade::grading {
namespace {

judge::End end_of(run::End end) {
  switch (end) {
    case run::End::returned:
      return judge::End::returned;
    case run::End::crashed:
      return judge::End::crashed;
    case run::End::time_limit:
      return judge::End::time_limit;
    case run::End::output_limit:
      return judge::End::output_limit;
  }
  return judge::End::crashed;
}

}  // namespace

judge::RunFacts facts_of_run(const run::RunResult& run) {
  judge::RunFacts facts;
  facts.end = end_of(run.end);
  facts.signal = run.signal;
  facts.exit_status = run.exit_status;
  facts.crash = run.crash;
  facts.evidence = &run.evidence;
  return facts;
}

}  // namespace warpgrade::grading
