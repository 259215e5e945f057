// SPDX-License-Identifier: Apache-2.0
// A library of exercises in a folder of its own, gone with the object.
#pragma once

#include "harness/exercise/exercise.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace warpgrade::exercise {

class ScratchFolder {
 public:
  ScratchFolder() {
    auto name = (std::filesystem::temp_directory_path() / "warpgrade-exercise-XXXXXX").string();
    path_ = mkdtemp(name.data()) ? name : "";
    EXPECT_FALSE(path_.empty());
  }
  ~ScratchFolder() { std::filesystem::remove_all(path_); }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ScratchFolder(ScratchFolder&&) = delete;
  ScratchFolder& operator=(ScratchFolder&&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  /// Writes `text` to `name` below the folder, which may hold slashes. Returns the whole path.
  std::filesystem::path write(const std::string& name, const std::string& text) {
    auto file = path_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream{file, std::ios::binary} << text;
    return file;
  }

 private:
  std::filesystem::path path_;
};

/// What `action` throws as ExerciseError; "" and a failure if it throws nothing.
template <class Action>
std::string error_of(const Action& action) {
  try {
    action();
  } catch (const ExerciseError& error) {
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return "";
}

}  // namespace warpgrade::exercise
