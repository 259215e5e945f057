// SPDX-License-Identifier: Apache-2.0
// How many single-fault edits of an exercise's solution its ladder and its goals find.
#pragma once

#include "harness/cli/check_exercise.hpp"
#include "harness/core/report.hpp"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace warpgrade::cli {

struct MutantsRequest {
  std::filesystem::path solution;
  std::filesystem::path equivalents;  ///< mutants.toml; need not exist.
  std::filesystem::path scratch;      ///< A folder; the mutants are written below it.
  std::size_t most = 0;               ///< More mutants are thinned out to these; 0: all.
  unsigned jobs = 1;                  ///< Threads that grade.
  std::function<Report(const std::filesystem::path&)> grade;  ///< From several threads at once.
  std::function<void(std::size_t done, std::size_t of)> progress;  ///< As `grade`.
  std::function<void(const CheckResult&)> tell;  ///< Called for each result, from this thread.
};

/// Grades the mutants of a solution. Results: one that counts them and how they were found, good if
/// all that compile and are not declared equivalent get another outcome than passed; one for each
/// that survives; one for each declaration that is wrong, since its mutant is found or does not
/// exist.
/// @throws exercise::ExerciseError for declarations that cannot be read, std::exception as `grade`.
std::vector<CheckResult> check_mutants(const MutantsRequest& request);

}  // namespace warpgrade::cli
