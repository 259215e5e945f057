// SPDX-License-Identifier: Apache-2.0
// The mistakes that an exercise's ladder must catch, and what a grading must say of each.
#pragma once

#include "harness/core/outcome.hpp"
#include "harness/core/shape.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace warpgrade::exercise {

struct Mistake {
  std::string name;
  Outcome outcome = Outcome::wrong_output;
  std::vector<Outcome> accepted;  ///< Outcomes that are right, too; `outcome` is among them.
  std::optional<Shape> smallest;  ///< The smallest failing case, if there is one.
  std::string pattern;            ///< "none", or the diagnosis' pattern.
  std::string words;              ///< What the report says among other things; "-": anything.
  std::filesystem::path file;     ///< FOLDER/OUTCOME/NAME.cu
};

/// Reads FOLDER/expected.tsv: a line of column names, then name, outcome, accepted outcomes
/// separated by commas, rows and cols or "-", pattern, words. A case of other sizes stands in the
/// column of rows, "31x33x7", with "-" for cols.
/// @throws ExerciseError naming file and line.
std::vector<Mistake> read_mistakes(const std::filesystem::path& folder);

}  // namespace warpgrade::exercise
