// SPDX-License-Identifier: Apache-2.0
// A library with one exercise, to be changed line by line.
#pragma once

#include "harness/exercise/exercise.hpp"
#include "tests/exercise/scratch_folder.hpp"

#include <string>

namespace warpgrade::exercise {

inline const std::string kGood =
    "title = \"A title\"\n"
    "file = \"tile.cu\"\n"
    "output = [\"cols\", \"rows\"]\n"
    "cases = \"two\"\n"
    "timing_case = { rows = 2003, cols = 3001 }\n";

/// A library with one exercise, "tiling", whose exercise.toml is `text`.
struct Scratch {
  explicit Scratch(const std::string& text = kGood, const std::string& id = "tiling") {
    folder.write("cases/two.toml", "case = [{rows = 1, cols = 2}, {rows = 3, cols = 1}]\n");
    add(id, text);
  }

  void add(const std::string& id, const std::string& text) {
    for (const auto* name : {"tile.cu", "naive.cu", "reference.cpp", "README.md"}) {
      folder.write("exercises/" + id + "/" + name, "x");
    }
    folder.write("exercises/" + id + "/exercise.toml", text);
  }

  [[nodiscard]] Library library() const { return {folder.path()}; }
  [[nodiscard]] std::filesystem::path file() const {
    return folder.path() / "exercises/tiling/exercise.toml";
  }

  ScratchFolder folder;
};

/// kGood with `line` in the place of the line with the same key, or at the end.
inline std::string with_line(const std::string& line) {
  const auto key = line.substr(0, line.find(' ') + 1);
  const auto at = kGood.starts_with(key) ? 0 : kGood.find("\n" + key);
  if (at == std::string::npos) return kGood + line + "\n";
  const auto begin = at == 0 ? 0 : at + 1;
  return kGood.substr(0, begin) + line + kGood.substr(kGood.find('\n', begin));
}

}  // namespace warpgrade::exercise
