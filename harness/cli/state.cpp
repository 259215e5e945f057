// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/state.hpp"

#include <cstdlib>
#include <fstream>
#include <system_error>

namespace warpgrade::cli {
namespace {

namespace fs = std::filesystem;

/// A relative path in these variables is to be ignored (XDG Base Directory Specification).
fs::path absolute_from(const char* variable) {
  const char* const value = std::getenv(variable);
  const fs::path path = value == nullptr ? "" : value;
  return path.is_absolute() ? path : fs::path{};
}

fs::path hints_file(const fs::path& state, const std::string& exercise) {
  return state / "hints" / exercise;
}

}  // namespace

fs::path state_folder() {
  if (const auto state = absolute_from("XDG_STATE_HOME"); !state.empty()) {
    return state / "warpgrade";
  }
  const auto home = absolute_from("HOME");
  return home.empty() ? fs::path{} : home / ".local/state/warpgrade";
}

std::size_t hints_shown(const fs::path& state, const std::string& exercise) {
  if (state.empty()) return 0;
  std::size_t shown = 0;
  std::ifstream{hints_file(state, exercise)} >> shown;
  return shown;
}

bool remember_hints(const fs::path& state, const std::string& exercise, std::size_t shown) {
  if (state.empty()) return false;
  const auto file = hints_file(state, exercise);
  std::error_code failed;
  fs::create_directories(file.parent_path(), failed);
  std::ofstream out{file};
  out << shown << '\n';
  return static_cast<bool>(out.flush());
}

}  // namespace warpgrade::cli
