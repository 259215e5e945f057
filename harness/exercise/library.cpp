// SPDX-License-Identifier: Apache-2.0
#include "harness/exercise/exercise.hpp"
#include "harness/exercise/exercise_file.hpp"
#include "harness/exercise/nearest.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace warpgrade::exercise {
namespace {

namespace fs = std::filesystem;

fs::path folder_of_exercises(const Library& library) { return library.root / "exercises"; }

std::vector<std::string> list_ids(const Library& library) {
  const auto folder = folder_of_exercises(library);
  if (!fs::is_directory(folder)) {
    throw ExerciseError{
        fmt::format("{}:1: is not a folder; run warpgrade from its checkout or install it again",
                    folder.string())};
  }
  std::vector<std::string> ids;
  for (const auto& entry : fs::directory_iterator{folder}) {
    if (fs::exists(entry.path() / kExerciseFile)) ids.push_back(entry.path().filename().string());
  }
  std::ranges::sort(ids);
  return ids;
}

}  // namespace

std::vector<Exercise> list_exercises(const Library& library) {
  std::vector<Exercise> exercises;
  for (const auto& id : list_ids(library)) {
    exercises.push_back(read_exercise(library, folder_of_exercises(library) / id));
  }
  return exercises;
}

Exercise load_exercise(const Library& library, const std::string& name) {
  const auto ids = list_ids(library);
  if (std::ranges::find(ids, name) != ids.end()) {
    return read_exercise(library, folder_of_exercises(library) / name);
  }
  if (!name.empty() && fs::is_directory(name)) return read_exercise(library, name);
  throw ExerciseError{fmt::format(
      "no exercise \"{}\"; give a folder with an {}, or one of these, nearest first: {}", name,
      kExerciseFile, fmt::join(nearest_first(name, ids), ", "))};
}

Exercise exercise_for_file(const Library& library, const fs::path& submission) {
  auto exercises = list_exercises(library);
  std::vector<std::string> matching;
  std::vector<std::string> files;
  for (const auto& e : exercises) {
    if (e.file == submission.filename()) matching.push_back(e.id);
    files.push_back(fmt::format("{} ({})", e.id, e.file));
  }
  if (matching.size() > 1) {
    throw ExerciseError{fmt::format("{} can be of several exercises; name one with --exercise: {}",
                                    submission.string(), fmt::join(matching, ", "))};
  }
  if (matching.empty()) {
    throw ExerciseError{fmt::format(
        "{}: its name tells no exercise; rename it, or name the exercise with --exercise: {}",
        submission.string(), fmt::join(files, ", "))};
  }
  return *std::ranges::find(exercises, matching.front(), &Exercise::id);
}

}  // namespace warpgrade::exercise
