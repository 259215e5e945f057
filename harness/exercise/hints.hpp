// SPDX-License-Identifier: Apache-2.0
// The hints that an exercise's README holds.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpgrade::exercise {

struct Hint {
  std::string title;  ///< "1. Where can the stride go?"
  std::string text;   ///< Its lines, without blank ones round them; ends with a newline.
};

/// The `<details><summary>TITLE</summary> ... </details>` blocks of a README, in their order: pages
/// on the web fold them, and `warpgrade hint` shows them one by one.
/// @throws ExerciseError if the file cannot be read, or a block does not end.
std::vector<Hint> read_hints(const std::filesystem::path& readme);

}  // namespace warpgrade::exercise
