// SPDX-License-Identifier: Apache-2.0
// Whether an exercise does what its instructor says: starter, solution, mistakes.
#pragma once

#include "harness/core/report.hpp"
#include "harness/exercise/exercise.hpp"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace warpgrade::cli {

struct CheckResult {
  bool good = false;
  std::string what;   ///< "starter", "solution", or a mistake's name.
  std::string found;  ///< One line.
};

struct CheckRequest {
  const exercise::Exercise* exercise = nullptr;
  std::filesystem::path solution;
  std::filesystem::path mistakes;  ///< Folder with expected.tsv; empty if there is none.
  std::function<Report(const std::filesystem::path&)> grade;
  std::function<void(const CheckResult&)> tell;  ///< Called for each result when it is there.
};

/// Grades the starter, which must get its declared outcome; the solution, which must pass, with
/// every goal met by a margin that noise and another compiler leave; and every mistake, which must
/// get its outcome, smallest case, pattern and words.
/// @throws exercise::ExerciseError for a table of mistakes that cannot be read.
std::vector<CheckResult> check_exercise(const CheckRequest& request);

/// True if the solution is among `results` and good: what its mutants show rests on that.
bool solution_passes(const std::vector<CheckResult>& results);

}  // namespace warpgrade::cli
