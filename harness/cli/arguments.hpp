// SPDX-License-Identifier: Apache-2.0
// What arguments name: cases, cards, exercises, files. Everything here answers with a UsageError.
#pragma once

#include "harness/core/extent.hpp"
#include "harness/exercise/exercise.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace warpgrade::cli {

/// "31x33" as a case of `signature`. @throws UsageError unless it has its sizes, as whole numbers
/// from 1 on, and is not too large.
Shape parse_case(std::string_view text, const Signature& signature = transpose_signature());

/// The shipped cards' names, sorted.
std::vector<std::string> card_names(const std::filesystem::path& root);

/// The file of a card by name, or `name` itself if it is a file. @throws UsageError listing the
/// names.
std::filesystem::path find_card(const std::filesystem::path& root, const std::string& name);

/// The exercise that is meant: `name`, or by the submission's file name where `name` is empty.
/// @throws UsageError             if there is none.
/// @throws exercise::ExerciseError  if its data files cannot be used.
exercise::Exercise find_exercise(const exercise::Library& library, const std::string& name,
                                 const std::filesystem::path& submission);

/// @throws UsageError unless `file` is a file that can be read.
void check_submission(const std::filesystem::path& file);

/// WARPGRADE_PATIENCE: how many times the usual time limits this machine needs, 1 to 1000, as slow
/// machines and sanitizer builds do; 1 where it is not set. @throws UsageError if it is no such
/// number.
double patience();

/// `text` as one word of a POSIX shell.
std::string shell_word(const std::string& text);

}  // namespace warpgrade::cli
