// SPDX-License-Identifier: Apache-2.0
// The finished grading as plain values. Reporters lay it out; they compute nothing (design 11).
#pragma once

#include "harness/core/case.hpp"
#include "harness/core/counters.hpp"
#include "harness/core/finding.hpp"
#include "harness/core/outcome.hpp"
#include "harness/core/timing.hpp"
#include "harness/core/wrong_cell.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpgrade {

struct DeviceReport {
  std::string kind;  ///< "emulated" or "cuda".
  std::string name;  ///< "Tesla T4".
  std::string card;  ///< The card's short name, "t4".
};

struct SmallestCase {
  Shape input;
  std::uint64_t smaller_shapes_tried = 0;
  bool proved_smallest = false;  ///< Every smaller shape was tried and passed.
};

struct Diagnosis {
  std::string pattern;   ///< A closed set of names, see grading/diagnose.
  std::string sentence;  ///< One line, no newline.
  Shape input;           ///< The case that the sentence was taken from.
};

/// A giant case: the first and last blocks of its launches stood for all of them.
struct SampledCase {
  Extent input;
  std::uint64_t blocks_run = 0;
  std::uint64_t blocks = 0;         ///< Of all launches.
  std::uint64_t cells_checked = 0;  ///< Those that the blocks wrote.
  std::string not_run;              ///< Why it says nothing and does not count, or empty.
};

struct Correctness {
  int cases_run = 0;
  int cases_failed = 0;
  std::optional<SmallestCase> smallest_failing_case;
  std::optional<Shape> smallest_same_pattern;
  double search_seconds = 0;      ///< Wall clock of finding the smallest; left out of comparisons.
  std::string rule;               ///< "fails whenever cols > 32", or empty.
  std::uint64_t wrong_cells = 0;  ///< On the case of `diagnosis`.
  std::vector<WrongCell> first_wrong_cells;    ///< At most ten, row-major.
  ElementType element = ElementType::float32;  ///< Of the output's cells.
  std::optional<Diagnosis> diagnosis;
  std::vector<SampledCase> sampled;
  std::vector<std::string>
      picture;  ///< One line a row of tiles, `.` right, `#` wrong, `o` unwritten.
};

/// The counters of one submitted kernel beside those of the harness's copy on the same case.
struct CountersReport {
  KernelCounters counters;
  double load_sectors_vs_copy = 0;
  double store_sectors_vs_copy = 0;
};

struct GoalReport {
  std::string name;
  double limit = 0;
  double value = 0;
  bool met = false;
  bool exact = false;  ///< A property of the source: neither noise nor another compiler changes it.
};

/// What a submission says of itself, against what was found.
struct ClaimsReport {
  std::optional<double> ratio_to_copy;
  std::string card;  ///< What follows the ratio: the card it was found on, or empty.
  std::string gap;
  std::optional<bool> agrees;  ///< Nothing where it was found on another card.
};

struct Report {
  std::string exercise;
  std::string exercise_title;
  std::vector<std::string> sizes{"rows", "cols"};  ///< Names of the sizes of all its cases.
  std::string submission_file;
  std::string submission_sha256;
  DeviceReport device;
  std::uint32_t schedule_seed = 0;  ///< Of the emulated device's order of warps; 0: in order.
  Outcome outcome = Outcome::harness_failed;
  std::string summary;  ///< One sentence.
  std::vector<std::string>
      details;        ///< Lines that explain the outcome: diagnostics, the limit that was hit.
  std::string hint;   ///< What to try, or empty.
  std::string again;  ///< The command that replays the smallest failing case, or empty.
  Correctness correctness;
  std::vector<Finding> findings;
  std::optional<Timing> timing;
  std::vector<Timing> other_timings;  ///< Shown beside it and judged by nothing: the lesson's case.
  std::vector<CountersReport> counters;
  std::vector<GoalReport> goals;
  ClaimsReport claims;
  /// The best ratio to copy of earlier gradings on the same card. For the learner's eyes: no result
  /// file holds it, since the same submission must give the same bytes.
  std::optional<double> best_ratio_before;
  double wall_seconds = 0;        ///< Of the whole grading; left out of comparisons.
  std::string submission_output;  ///< What the learner's code printed, capped and escaped.
};

}  // namespace warpgrade
