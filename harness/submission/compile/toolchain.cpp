// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <regex>
#include <sstream>

#include "harness/submission/compile/command.hpp"
#include "harness/submission/compile/compile.hpp"

namespace warpgrade::compile {
namespace {

namespace fs = std::filesystem;

bool can_run(const fs::path& program) {
  return access(program.c_str(), X_OK) == 0 && !fs::is_directory(program);
}

// Who names an nvcc wants that one: another must not take its place in silence.
std::vector<fs::path> candidates(const fs::path& own) {
  const char* const named = std::getenv("CUDACXX");
  if (named != nullptr && *named != '\0') {
    if (can_run(named)) return {named};
    throw ToolchainError(fmt::format(
        "CUDACXX is {}, which cannot be run; set it to the path of an nvcc, or unset it", named));
  }
  std::vector<fs::path> places;
  const char* path = std::getenv("PATH");
  std::istringstream folders{path == nullptr ? "" : path};
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (!folder.empty()) places.push_back(fs::path{folder} / "nvcc");
  }
  for (const char* folder : {"/usr/local/cuda/bin", "/opt/cuda/bin", "/usr/lib/cuda/bin"}) {
    places.push_back(fs::path{folder} / "nvcc");
  }
  if (!own.empty()) places.push_back(own / "bin" / "nvcc");
  return places;
}

std::string version_of(const fs::path& nvcc) {
  const Command command{.argv = {nvcc, "--version"},
                        .folder = "/",
                        .environment = {"PATH=/usr/bin:/bin"},
                        .seconds = 20,
                        .memory_bytes = 0};
  const auto end = run_command(command);
  static const std::regex version{R"(V(\d+\.\d+\.\d+))"};
  std::smatch match;
  return std::regex_search(end.text, match, version) ? match[1].str() : "";
}

}  // namespace

Toolchain find_toolchain(const fs::path& own) {
  const auto places = candidates(own);
  for (const auto& place : places) {
    if (!can_run(place)) continue;
    // A wrapper script or a link may stand elsewhere than the toolkit does.
    const auto nvcc = fs::canonical(place);
    auto version = version_of(nvcc);
    if (version.empty()) continue;
    return {nvcc, nvcc.parent_path().parent_path(), std::move(version)};
  }
  std::vector<std::string> looked;
  looked.reserve(places.size());
  for (const auto& place : places) looked.push_back(place.parent_path().string());
  looked.erase(std::unique(looked.begin(), looked.end()), looked.end());
  throw ToolchainError(
      fmt::format("no nvcc found: install the CUDA Toolkit, or set CUDACXX to the path of nvcc "
                  "(looked in {})",
                  fmt::join(looked, ", ")));
}

}  // namespace warpgrade::compile
