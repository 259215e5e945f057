// SPDX-License-Identifier: Apache-2.0
#include "harness/submission/compile/nvcc.hpp"

#include <fmt/format.h>

#include <regex>

#include "harness/submission/compile/source.hpp"

namespace warpgrade::compile {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> environment(const fs::path& folder, const std::string& path) {
  return {"PATH=" + path, fmt::format("HOME={}", folder.string()),
          fmt::format("TMPDIR={}", folder.string()), "LC_ALL=C"};
}

/// Where nvcc works and what it may use.
void confine(const Settings& settings, const fs::path& folder, Command& command) {
  command.folder = folder;
  command.environment =
      environment(folder, fmt::format("{}:/usr/local/bin:/usr/bin:/bin",
                                      settings.toolchain.nvcc.parent_path().string()));
  command.seconds = settings.seconds;
  command.memory_bytes = settings.memory_bytes;
}

}  // namespace

Command nvcc_command(const Settings& settings, const fs::path& folder, std::string_view unit) {
  Command command;
  command.argv = {settings.toolchain.nvcc,
                  "-shared",
                  "-Xcompiler",
                  "-fPIC",
                  "-cudart=shared",
                  fmt::format("-arch={}", settings.architecture),
                  "-lineinfo",
                  "--no-compress",
                  "-Xlinker",
                  "--no-undefined",
                  "-I",
                  settings.include,
                  "-o",
                  std::string{kLibraryName},
                  std::string{unit}};
  if (!settings.machine.empty()) {
    // From the same PTX that the emulated device runs, so that both grade the same code.
    command.argv.insert(command.argv.begin() + 1,
                        fmt::format("-code={},{}", settings.architecture, settings.machine));
  }
  if (unit == "unit.cu") {
    const auto at = command.argv.end() - 3;
    command.argv.insert(at, {"-Xlinker", fmt::format("--version-script={}", kExportsName)});
  }
  confine(settings, folder, command);
  return command;
}

Command nvcc_program_command(const Settings& settings, const fs::path& source,
                             const fs::path& program) {
  Command command;
  command.argv = {settings.toolchain.nvcc.string(),
                  "-cudart=shared",
                  fmt::format("-arch={}", settings.architecture),
                  "-lineinfo",
                  "--no-compress",
                  "-o",
                  program.string(),
                  fs::absolute(source).string()};
  confine(settings, program.parent_path(), command);
  return command;
}

Command reference_command(const fs::path& folder) {
  Command command;
  command.argv = {
      "/usr/bin/g++", "-std=c++20", "-O2", "-shared", "-fPIC", "-o", std::string{kLibraryName},
      "unit.cpp"};
  command.folder = folder;
  command.environment = environment(folder, "/usr/local/bin:/usr/bin:/bin");
  return command;
}

bool solve_is_kernel(const fs::path& library) {
  const auto bytes = read_source(library);
  for (std::size_t at = bytes.find(".entry "); at != std::string::npos;
       at = bytes.find(".entry ", at + 1)) {
    static const std::regex solve_entry{R"(^\.entry (solve|_Z5solve\w*)\()"};
    constexpr std::size_t longest = 200;
    if (std::regex_search(bytes.substr(at, longest), solve_entry)) return true;
  }
  return false;
}

}  // namespace warpgrade::compile
