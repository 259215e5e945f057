// SPDX-License-Identifier: Apache-2.0
// What a learner has reached so far: one line a grading, in the state folder.
#pragma once

#include "harness/core/report.hpp"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpgrade::cli {

/// One grading. A line of the file holds the fields in this order, with tabs between.
struct PastGrading {
  std::string time;      ///< UTC, "2026-11-30T18:10:00Z".
  std::string exercise;  ///< Its id.
  std::string sha256;    ///< Of the submission.
  Outcome outcome = Outcome::harness_failed;
  std::string basis;  ///< "modelled" or "measured"; "-": not timed.
  std::string
      card;  ///< Of a modelled time the card's short name, of a measured one the GPU's name.
  std::optional<double> ratio_to_copy;

  friend bool operator==(const PastGrading&, const PastGrading&) = default;
};

/// The lines that can be read, oldest first.
struct History {
  std::vector<PastGrading> gradings;
  std::size_t unreadable = 0;  ///< Lines that were skipped.
};

std::filesystem::path history_file(const std::filesystem::path& state);

/// `report` as a line of the history says it. @param time  As PastGrading::time.
PastGrading past_grading(const Report& report, std::string time);
/// Now, as PastGrading::time.
std::string utc_now();

/// Appends a line, whole or not at all, also beside other writers. @returns false if it cannot.
bool append_history(const std::filesystem::path& state, const PastGrading& grading);
/// Everything that is remembered; nothing where there is no file.
History read_history(const std::filesystem::path& state);
/// The same; lines that cannot be read are a warning on stderr.
History recall(const std::filesystem::path& state);

/// The least ratio to copy of right submissions to `exercise` on the card; nothing if there is
/// none.
std::optional<double> best_ratio(const History& history, std::string_view exercise,
                                 std::string_view basis, std::string_view card);

/// Looks the best ratio of before up for `report`, then appends `report`. What fails is a warning
/// on stderr. Gradings that say nothing of the submission (harness_failed) leave no line.
void remember(const std::filesystem::path& state, Report& report);

}  // namespace warpgrade::cli
