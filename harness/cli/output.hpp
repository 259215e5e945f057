// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>

namespace warpgrade::cli {

/// True if a report on stdout may use colours: a terminal, no NO_COLOR, no dumb terminal.
bool stdout_takes_colors();

/// Writes `text` to stdout. A reader that went away is no error.
/// @throws std::runtime_error if it cannot be written otherwise.
void print(std::string_view text);

/// Writes `text` to `file` so that a reader sees all of it or the file as it was. What is no plain
/// file
/// (/dev/null, a pipe) is written to directly.
/// @throws std::runtime_error naming the file and why.
void write_file(const std::filesystem::path& file, std::string_view text);

/// What is being done, as one line on stderr that replaces itself; nothing unless stderr is a
/// terminal.
class Progress {
 public:
  Progress();
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(std::string_view what) const;

 private:
  bool terminal_;
};

}  // namespace warpgrade::cli
