// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/case_run.hpp"

#include "harness/exercise/fill.hpp"
#include "harness/grading/run_facts.hpp"

#include <utility>

namespace warpgrade::grading {
namespace {

constexpr int kReplays = 2;
// A small case takes milliseconds; a submission that hangs costs its time three times.
constexpr double kShareOfASmallCase = 0.5;
constexpr double kPatienceOfAChecked = 4;

judge::RunFacts facts_of(const CaseResult& result, const Signature& signature, bool readable,
                         bool counted) {
  const auto& run = result.run;
  auto facts = facts_of_run(run);
  facts.device_readable = readable;
  facts.input_modified = run.input_modified;
  facts.modified_input = run.modified_input;
  facts.guard_written = run.guard_written;
  facts.guard = run.guard;
  facts.wrong_cells = result.comparison.wrong;
  facts.cells = static_cast<std::uint64_t>(signature.output().cells(result.c.input));
  facts.output_words = signature.output().words(result.c.input);
  facts.words_written_by_kernels = run.output_words_written_by_kernels;
  facts.kernels_counted = counted;
  return facts;
}

bool came_out_alike(const CaseResult& a, const CaseResult& b) {
  return a.ruling.outcome == b.ruling.outcome && compare::same_cells(a.comparison, b.comparison);
}

compare::Layout layout_of(const Signature& signature, const Shape& shape) {
  const auto& output = signature.output();
  return {output.extent(shape), signature.inputs().front()->extent(shape).cols,
          words_of(output.type)};
}

}  // namespace

RunOptions options_for(const Case& c, double seconds) {
  const bool small = c.input.product() <= kMostCheckedCells;
  return {small ? kShareOfASmallCase * seconds : seconds, small, small, true};
}

std::vector<std::uint32_t> CaseRunner::expected(const Case& c) const {
  return reference_(c.input, exercise::make_input(c, signature_));
}

/// A checked run may take longer than one that is not; a small case has that in its options.
RunOptions CaseRunner::watched(RunOptions options) const {
  if (!check_everything_ || (options.checks && options.count)) return options;
  options.checks = true;
  options.count = true;
  options.seconds *= kPatienceOfAChecked;
  return options;
}

CaseResult CaseRunner::run_sampled(const Case& c, const RunOptions& options) {
  CaseResult result;
  result.c = c;
  run::RunRequest request{c.input, {}, false, false, options.seconds};
  request.sampled = true;
  request.seed = c.seed;
  result.run = submission_.run(request);
  auto verdict = judge_sample(c, result.run);
  result.comparison = std::move(verdict.comparison);
  result.ruling = std::move(verdict.ruling);
  result.sampled = std::move(verdict.sampled);
  result.run.touched_in = {};
  result.run.touched_out = {};
  return result;
}

CaseResult CaseRunner::run_once(const Case& c, const RunOptions& asked) {
  if (c.giant) return run_sampled(c, asked);
  const auto options = watched(asked);
  const auto values = exercise::make_input(c, signature_);
  CaseResult result;
  result.c = c;
  result.run = submission_.run(
      {c.input, values, options.checks, options.count, options.seconds, &signature_});
  const bool readable = !result.run.output.empty();
  if (readable) {
    const auto right = reference_(c.input, values);
    const auto find = [&](std::uint64_t bits) {
      return exercise::find_in_input(c, bits, signature_);
    };
    result.comparison =
        compare::compare_output(layout_of(signature_, c.input), right, result.run.output, find);
    result.replayed = result.comparison.wrong > 0 && result.run.output == earlier_;
    result.run.output = {};
  }
  result.ruling = judge::judge_run(facts_of(result, signature_, readable, options.count));
  return result;
}

CaseResult CaseRunner::run(const Case& c, const RunOptions& options) {
  auto first = run_once(c, options);
  if (first.passed() || !options.confirm) return first;
  submission_.restart();
  first.differs = !came_out_alike(first, run_once(c, options));
  return first;
}

CaseResult CaseRunner::run_again(Case c, const RunOptions& options) {
  auto unconfirmed = options;
  unconfirmed.confirm = false;
  CaseResult result;
  for (int round = 0; round < kReplays; ++round) {
    earlier_ = expected(c);
    ++c.seed;
    result = run_once(c, unconfirmed);
    if (!result.passed()) break;
  }
  earlier_.clear();
  return result;
}

}  // namespace warpgrade::grading
