// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/scratch.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

namespace warpgrade::cli {

Scratch::Scratch() {
  std::error_code missing;
  auto parent = std::filesystem::temp_directory_path(missing);
  if (missing) parent = "/tmp";  // TMPDIR names no folder: say so below, or do without it.
  auto name = (parent / "warpgrade-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    throw std::runtime_error{fmt::format(
        "no temporary folder can be made in {}: {}; set TMPDIR to a folder you can write",
        parent.string(), std::strerror(errno))};
  }
  folder_ = name;
  if (const char* const old = std::getenv("TMPDIR")) old_ = old;
  setenv("TMPDIR", folder_.c_str(), 1);
}

Scratch::~Scratch() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
  if (old_) {
    setenv("TMPDIR", old_->c_str(), 1);
  } else {
    unsetenv("TMPDIR");
  }
}

}  // namespace warpgrade::cli
