// SPDX-License-Identifier: Apache-2.0
// What an instructor wrote: an exercise and its ladder of cases.
#pragma once

#include "harness/core/case.hpp"
#include "harness/core/outcome.hpp"
#include "harness/core/signature.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace warpgrade::exercise {

/// A data file that cannot be used. The message reads "FILE:LINE: what is wrong; what to do".
class ExerciseError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Goals beyond right values (design 5). An absent goal is not judged.
struct Goals {
  std::optional<double>
      faster_than_naive;  ///< Least naive / solve; below it: no_faster_than_naive.
  std::optional<double> max_sectors_vs_copy;  ///< Sectors / copy's sectors, loads and stores each.
  std::optional<double> max_load_sectors_vs_naive;  ///< Loaded sectors / those of naive.cu.
  std::optional<double> max_wavefronts_vs_ideal;
  std::optional<double> min_share_of_copy;  ///< Least copy / solve.
  std::optional<std::uint64_t> min_dynamic_shared_bytes;
  /// Of each launch that reads shared memory, in order: wavefronts / requests of its shared loads,
  /// exactly. Empty: not judged.
  std::vector<std::int64_t> wavefronts_per_request;
};

struct Exercise {
  std::string id;  ///< Folder name.
  std::string title;
  std::filesystem::path folder;
  std::string file;  ///< The learner's file name; also the starter's, inside `folder`.
  Signature signature = transpose_signature();  ///< What solve() takes.
  std::vector<Case> ladder;                     ///< In the order of the cases files.
  Case timing_case;
  std::int64_t tile = 32;
  Goals goals;
  bool claims_required = false;
  bool unfinished = false;  ///< Its instructor is still at work; `check` does not fail.
  Outcome starter_outcome = Outcome::no_faster_than_naive;
  std::filesystem::path starter;
  std::filesystem::path naive;      ///< naive.cu, its own or that of `baseline`
  std::filesystem::path reference;  ///< reference.cpp, see reference.hpp
  std::filesystem::path readme;
};

/// Where the shipped data lies: `exercises/`, `cases/`, `solutions/`, `cards/` below one root.
struct Library {
  std::filesystem::path root;
};

/// All shipped exercises by id. @throws ExerciseError
std::vector<Exercise> list_exercises(const Library& library);

/// The exercise `name`: an id of the library, or a folder with an exercise.toml (its cases file is
/// looked for in the folder first, then in the library).
/// @throws ExerciseError  With the ids that exist, nearest first, if there is none of that name.
Exercise load_exercise(const Library& library, const std::string& name);

/// The exercise whose `file` is the name of `submission`. @throws ExerciseError if none or several
/// are.
Exercise exercise_for_file(const Library& library, const std::filesystem::path& submission);

/// Whether the two give solve() the same input, whatever else is said of them.
bool same_input(const Case& a, const Case& b);

/// Reads a cases file: a case gives the sizes of `signature` by name. @throws ExerciseError
std::vector<Case> read_cases(const std::filesystem::path& file,
                             const Signature& signature = transpose_signature());

}  // namespace warpgrade::exercise
