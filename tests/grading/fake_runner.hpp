// SPDX-License-Identifier: Apache-2.0
// A Runner that computes outputs in C++, and an exercise to grade with it.
#pragma once

#include "harness/grading/grade.hpp"

#include <functional>
#include <string>
#include <vector>

namespace warpgrade::grading {

using Bits = std::vector<std::uint32_t>;

/// One call of solve() on a matrix.
using Solve = std::function<run::RunResult(const run::RunRequest&)>;

class FakeRunner : public run::Runner {
 public:
  explicit FakeRunner(Solve solve) : solve_{std::move(solve)} {}

  run::RunResult run(const run::RunRequest& request) override {
    requests.push_back({request.input, request.checks, request.count, request.seconds});
    return solve_(request);
  }
  void restart() override { ++restarts; }

  struct Seen {
    Shape input;
    bool checks;
    bool count;
    double seconds;
  };
  std::vector<Seen> requests;
  int restarts = 0;

 private:
  Solve solve_;
};

/// The right output.
Bits transposed(const Shape& shape, std::span<const std::uint32_t> values);

/// A clean call that leaves `output` and took `seconds` in one launch of `kernel`, grid and block
/// as a 32 x 32 tile needs them.
run::RunResult returned(const Shape& shape, Bits output, double seconds);

/// A refused launch: nothing written, and the finding that says so.
run::RunResult refused(const Shape& shape, std::string message);

Finding error_finding(FindingKind kind, std::string message, int line);

/// shared_memory, as far as grading needs it: a ladder of ragged shapes.
exercise::Exercise test_exercise();

/// Copy at 1, naive at 3.24, both right.
Solve copy_solve();
Solve naive_solve();
/// A right submission that takes `seconds`.
Solve right_solve(double seconds);

/// Grades `solve` and keeps what it was asked.
struct Graded {
  Report report;
  std::vector<FakeRunner::Seen> requests;
  int restarts = 0;
};
Graded grade_solve(const Solve& solve, const std::function<void(GradeRequest&)>& change = {});

}  // namespace warpgrade::grading
