// SPDX-License-Identifier: Apache-2.0
// Runs the real warpgrade of this build.
#pragma once

#include <nlohmann/json.hpp>

#include <sys/types.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace warpgrade::end_to_end {

using Environment = std::map<std::string, std::string>;  ///< Added to ours; an empty text unsets.

struct Ended {
  int code = -1;  ///< Exit code; -1 if a signal ended it.
  std::string out;
  std::string err;
};

/// A folder for one test; goes with it.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// A warpgrade that runs; its output goes to files, so it never waits for a reader. Its cache is
/// one folder of the build tree unless `environment` says otherwise.
class Program {
 public:
  explicit Program(const std::vector<std::string>& arguments, const Environment& environment = {});
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  [[nodiscard]] pid_t pid() const { return pid_; }
  Ended wait();
  /// What it has written to stdout until now.
  [[nodiscard]] std::string output_so_far() const;

 private:
  ScratchFolder files_;
  pid_t pid_ = -1;
};

/// The device that the tests labelled gpu ask for; null in all others, which see no GPU, so that
/// they find the same on every machine.
const char* test_device();

/// Runs it to its end.
Ended run(const std::vector<std::string>& arguments, const Environment& environment = {});

/// Grades with --format json. `exit_code` gets the code if it is not null.
/// Fails the test if stdout is no JSON.
nlohmann::json grade(const std::string& file, std::vector<std::string> arguments = {},
                     int* exit_code = nullptr);

std::string read_file(const std::filesystem::path& file);
void write_file(const std::filesystem::path& file, const std::string& text);

/// The lines of a table (.tsv) without its comments, cut at tabs.
std::vector<std::vector<std::string>> read_table(const std::filesystem::path& file);

}  // namespace warpgrade::end_to_end
