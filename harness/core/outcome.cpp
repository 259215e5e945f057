// SPDX-License-Identifier: Apache-2.0
#include "harness/core/outcome.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace warpgrade {
namespace {

constexpr int kPassed = 0;
constexpr int kLearner = 1;
constexpr int kHarness = 3;
constexpr int kUndecided = 4;

struct Row {
  std::string_view name;
  std::string_view headline;
  int exit;
};

// In the order of Outcome.
constexpr std::array<Row, kOutcomes> kRows{{
    {"harness_failed", "THE HARNESS FAILED", kHarness},
    {"unsupported", "UNSUPPORTED", kHarness},
    {"did_not_compile", "DID NOT COMPILE", kLearner},
    {"no_solve", "NO SOLVE", kLearner},
    {"compile_limit", "COMPILE LIMIT", kLearner},
    {"crashed", "CRASHED", kLearner},
    {"time_limit", "TIME LIMIT", kLearner},
    {"output_limit", "OUTPUT LIMIT", kLearner},
    {"launch_failed", "LAUNCH FAILED", kLearner},
    {"barrier_fault", "BARRIER FAULT", kLearner},
    {"out_of_bounds", "OUT OF BOUNDS", kLearner},
    {"input_modified", "INPUT MODIFIED", kLearner},
    {"wrong_output", "WRONG OUTPUT", kLearner},
    {"shared_memory_race", "SHARED MEMORY RACE", kLearner},
    {"not_own_kernel", "NOT YOUR OWN KERNEL", kLearner},
    {"suspect", "SUSPECT", kLearner},
    {"no_faster_than_naive", "CORRECT BUT NO FASTER THAN NAIVE", kLearner},
    {"goal_missed", "GOAL MISSED", kLearner},
    {"undecided", "UNDECIDED", kUndecided},
    {"passed", "PASSED", kPassed},
}};

const Row& row(Outcome outcome) { return kRows.at(static_cast<std::size_t>(outcome)); }

}  // namespace

std::string_view outcome_name(Outcome outcome) { return row(outcome).name; }

std::optional<Outcome> outcome_of_name(std::string_view name) {
  const auto found = std::ranges::find(kRows, name, &Row::name);
  if (found == kRows.end()) return std::nullopt;
  return static_cast<Outcome>(found - kRows.begin());
}

std::string_view outcome_headline(Outcome outcome) { return row(outcome).headline; }

int exit_code(Outcome outcome) { return row(outcome).exit; }

}  // namespace warpgrade
