// SPDX-License-Identifier: Apache-2.0
#include "tests/grading/fake_runner.hpp"

#include "harness/core/poison.hpp"

#include <algorithm>

namespace warpgrade::grading {
namespace {

constexpr double kCopySeconds = 1;
constexpr double kNaiveSeconds = 3.24;
constexpr std::int64_t kTile = 32;

std::uint32_t tiles(std::int64_t side) {
  return static_cast<std::uint32_t>((side + kTile - 1) / kTile);
}

}  // namespace

Bits transposed(const Shape& shape, std::span<const std::uint32_t> values) {
  const auto input = shape.extent();
  Bits output;
  output.reserve(values.size());
  for (std::int64_t r = 0; r < input.cols; ++r) {
    for (std::int64_t c = 0; c < input.rows; ++c) {
      output.push_back(values[static_cast<std::size_t>(c * input.cols + r)]);
    }
  }
  return output;
}

run::RunResult returned(const Shape& shape, Bits output, double seconds) {
  const auto input = shape.extent();
  run::RunResult result;
  Step step;
  step.what = "kernel";
  step.seconds = seconds;
  step.counters.kernel = "kernel";
  step.counters.launches = 1;
  step.counters.grid = {tiles(input.cols), tiles(input.rows), 1};
  step.counters.block = {32, 8, 1};
  const auto cells = static_cast<std::uint64_t>(input.rows * input.cols);
  step.counters.global_load.sectors = cells;
  step.counters.global_store.sectors = cells;
  result.evidence.steps.push_back(step);
  result.output_words_written_by_kernels = cells;
  result.output = std::move(output);
  return result;
}

Finding error_finding(FindingKind kind, std::string message, int line) {
  Finding finding;
  finding.kind = kind;
  finding.message = std::move(message);
  finding.where = {"shared_memory.cu", line};
  return finding;
}

run::RunResult refused(const Shape& shape, std::string message) {
  auto result = returned(shape, Bits(static_cast<std::size_t>(shape.product()), kOutputPoison), 0);
  result.evidence.steps[0].error = 9;
  result.evidence.findings.push_back(
      error_finding(FindingKind::launch_refused, std::move(message), 30));
  result.output_words_written_by_kernels = 0;
  return result;
}

exercise::Exercise test_exercise() {
  exercise::Exercise exercise;
  exercise.id = "shared_memory";
  for (const auto& [rows, cols] : std::vector<std::pair<int, int>>{{1, 1},
                                                                   {1, 33},
                                                                   {33, 1},
                                                                   {31, 33},
                                                                   {33, 31},
                                                                   {32, 32},
                                                                   {31, 97},
                                                                   {97, 31},
                                                                   {2, 5},
                                                                   {65, 200},
                                                                   {200, 65},
                                                                   {70, 165},
                                                                   {165, 70},
                                                                   {211, 213}}) {
    exercise.ladder.push_back({{rows, cols}, {}, 0, ""});
  }
  exercise.timing_case = {{203, 301}, {}, 0, ""};
  exercise.goals.faster_than_naive = 1.10;
  exercise.goals.max_sectors_vs_copy = 2.0;
  return exercise;
}

Solve copy_solve() {
  return [](const run::RunRequest& request) {
    return returned(request.input, {request.values.begin(), request.values.end()}, kCopySeconds);
  };
}

Solve right_solve(double seconds) {
  return [seconds](const run::RunRequest& request) {
    return returned(request.input, transposed(request.input, request.values), seconds);
  };
}

Solve naive_solve() { return right_solve(kNaiveSeconds); }

Graded grade_solve(const Solve& solve, const std::function<void(GradeRequest&)>& change) {
  const auto exercise = test_exercise();
  FakeRunner submission{solve};
  FakeRunner copy{copy_solve()};
  FakeRunner naive{naive_solve()};
  GradeRequest request;
  request.exercise = &exercise;
  request.submission_name = "shared_memory.cu";
  request.reference = transposed;
  request.submission = &submission;
  request.copy = &copy;
  request.naive = &naive;
  request.l2_bytes = 4 << 20;
  request.shrink_seconds = 600;  // Never the clock, always the count: results must not vary.
  if (change) change(request);
  Graded graded;
  graded.report = grade(request);
  graded.requests = submission.requests;
  graded.restarts = submission.restarts;
  return graded;
}

}  // namespace warpgrade::grading
