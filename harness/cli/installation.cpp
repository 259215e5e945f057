// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/installation.hpp"

#include "harness/cli/usage_error.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace warpgrade::cli {
namespace {

namespace fs = std::filesystem;

std::optional<fs::path> from_environment(const char* name) {
  const char* const value = std::getenv(name);
  if (value == nullptr || *value == '\0') return std::nullopt;
  return fs::path{value};
}

bool is_root(const fs::path& folder) {
  return fs::is_directory(folder / "exercises") && fs::is_directory(folder / "cards");
}

fs::path find_root(const fs::path& bin) {
  if (const auto root = from_environment("WARPGRADE_ROOT")) {
    if (is_root(*root)) return *root;
    throw UsageError{
        fmt::format("WARPGRADE_ROOT is {}, which has no exercises/ and cards/; set it to a "
                    "checkout of warpgrade",
                    root->string())};
  }
  for (auto folder = bin; folder.has_relative_path(); folder = folder.parent_path()) {
    for (const auto& candidate : {folder, folder / "share/warpgrade"}) {
      if (is_root(candidate)) return candidate;
    }
  }
  throw UsageError{
      fmt::format("no exercises/ and cards/ in any folder above {}; set WARPGRADE_ROOT to a "
                  "checkout of warpgrade",
                  bin.string())};
}

// libcudart.so.N with the highest N.
fs::path find_cudart(const fs::path& lib) {
  fs::path best;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator{lib, none}) {
    const auto name = entry.path().filename().string();
    constexpr std::string_view start = "libcudart.so.";
    if (!name.starts_with(start) || name.find('.', start.size()) != std::string::npos) continue;
    if (name > best.filename().string()) best = entry.path();
  }
  return best;
}

bool can_write(const fs::path& folder) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  return !failed && access(folder.c_str(), W_OK | X_OK) == 0;
}

void choose_cache(Installation& installation) {
  auto cache = from_environment("XDG_CACHE_HOME");
  if (!cache) {
    if (const auto home = from_environment("HOME")) cache = *home / ".cache";
  }
  if (cache && can_write(*cache / "warpgrade")) {
    installation.cache = *cache / "warpgrade";
    return;
  }
  installation.cache = fs::temp_directory_path() / fmt::format("warpgrade-cache-{}", getuid());
  installation.note = fmt::format(
      "compiled files are kept in {}: {}; set XDG_CACHE_HOME to a folder you can write",
      installation.cache.string(),
      cache ? (*cache / "warpgrade").string() + " cannot be written" : "HOME is not set");
}

}  // namespace

Installation installation_of(const fs::path& bin) {
  Installation installation;
  const auto build = bin.parent_path();
  installation.root = find_root(bin);
  installation.device_binary = bin / "warpgrade-device";
  installation.worker_binary = bin / "warpgrade-worker";
  installation.cudart = find_cudart(build / "lib");
  installation.toolchain = installation.root / "build/toolchain";
  installation.include = installation.root / "harness/submission/compile/include";
  installation.primed_cache = build / "cache";
  choose_cache(installation);
  return installation;
}

Installation find_installation() {
  return installation_of(fs::read_symlink("/proc/self/exe").parent_path());
}

}  // namespace warpgrade::cli
