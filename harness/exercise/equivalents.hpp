// SPDX-License-Identifier: Apache-2.0
// Mutants of a solution that are right programs, too, as the instructor declares them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpgrade::exercise {

/// One mutant that no case can tell from the solution.
struct Equivalent {
  std::string mutant;  ///< As `warpgrade check` names it: "40: cols + kTile - 1 -> ...".
  std::string why;
  unsigned line = 0;  ///< Of its table in the file.
};

/// Reads `[[equivalent]]` tables, each a reason (`why`) and the mutants that it holds for
/// (`mutants`).
/// @throws ExerciseError naming file and line; also for a mutant that is declared twice.
std::vector<Equivalent> read_equivalents(const std::filesystem::path& file);

}  // namespace warpgrade::exercise
