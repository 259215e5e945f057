// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/exercise/exercise.hpp"

namespace warpgrade::exercise {

/// The name of the file that makes a folder an exercise.
inline constexpr const char* kExerciseFile = "exercise.toml";

/// Reads `folder`/exercise.toml and the cases file that it names. @throws ExerciseError, see
/// load_exercise().
Exercise read_exercise(const Library& library, const std::filesystem::path& folder);

}  // namespace warpgrade::exercise
