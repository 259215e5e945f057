// SPDX-License-Identifier: Apache-2.0
// One case, run and judged.
#pragma once

#include "harness/grading/compare/compare.hpp"
#include "harness/grading/grade.hpp"
#include "harness/grading/judge/judge.hpp"
#include "harness/grading/sampled.hpp"

namespace warpgrade::grading {

/// What came of one case. The output itself is not kept.
struct CaseResult {
  Case c;
  run::RunResult run;
  compare::Comparison comparison;
  judge::Ruling ruling;
  std::optional<SampledCase> sampled;  ///< Of a giant case.
  bool differs = false;                ///< A second run in a fresh process came out otherwise.
  bool replayed = false;               ///< The output is right for the input of the call before.

  [[nodiscard]] bool passed() const { return ruling.outcome == Outcome::passed; }
};

/// How to run a case.
struct RunOptions {
  double seconds = 10;
  bool checks = true;  ///< Races and unset reads.
  bool count = true;
  bool confirm =
      true;  ///< Run a failing case once more, in a fresh process, before it is believed.
};

/// Runs cases of one submission.
class CaseRunner {
 public:
  /// @param signature         What its solve() takes; outlives this object.
  /// @param check_everything  True: whatever a case's options say, it is checked and counted.
  CaseRunner(run::Runner& submission, const Signature& signature, Reference reference,
             bool check_everything = false)
      : submission_{submission},
        signature_{signature},
        reference_{std::move(reference)},
        check_everything_{check_everything} {}

  /// @throws std::runtime_error if the harness itself fails.
  CaseResult run(const Case& c, const RunOptions& options);

  /// Two more calls on the shape of a case that has run, each with other values: a stored result
  /// would show. The result is that of the first call that fails, or of the last one.
  CaseResult run_again(Case c, const RunOptions& options);

  [[nodiscard]] const Signature& signature() const { return signature_; }

  /// The right output of `c`.
  [[nodiscard]] std::vector<std::uint32_t> expected(const Case& c) const;

 private:
  CaseResult run_sampled(const Case& c, const RunOptions& options);
  CaseResult run_once(const Case& c, const RunOptions& asked);
  [[nodiscard]] RunOptions watched(RunOptions options) const;

  run::Runner& submission_;
  const Signature& signature_;
  Reference reference_;
  bool check_everything_;
  std::vector<std::uint32_t>
      earlier_;  ///< Right output of the call before, while run_again() runs.
};

/// Cases whose sizes multiplied are up to this run with all checks on.
inline constexpr std::int64_t kMostCheckedCells = std::int64_t{1} << 20;

/// `seconds` on the clock; checks and counters only where they are affordable.
RunOptions options_for(const Case& c, double seconds);

}  // namespace warpgrade::grading
