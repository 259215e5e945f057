// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/arguments.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/installation.hpp"
#include "harness/cli/output.hpp"
#include "harness/cli/usage_error.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>

namespace warpgrade::cli {
namespace {

namespace fs = std::filesystem;

struct StartOptions {
  std::string exercise;
  std::string folder = ".";
};

void copy_starter(const fs::path& starter, const fs::path& target) {
  std::error_code failed;
  fs::create_directories(target.parent_path(), failed);
  if (fs::exists(target)) {
    throw UsageError{
        fmt::format("{}: exists already and is not overwritten; name another folder with --dir",
                    target.string())};
  }
  // copy_file refuses an existing target too, should one appear meanwhile.
  if (!failed) fs::copy_file(starter, target, failed);
  if (failed) {
    throw UsageError{fmt::format("{}: cannot be written: {}; name another folder with --dir",
                                 target.string(), failed.message())};
  }
  fs::permissions(target, fs::perms::owner_write, fs::perm_options::add, failed);
}

int start(const StartOptions& options) {
  const auto exercise = find_exercise(find_installation().library(), options.exercise, {});
  const auto target = fs::path{options.folder} / exercise.file;
  const auto shown = target.lexically_normal().string();
  copy_starter(exercise.starter, target);
  print(fmt::format("{}: {}\ntask:  {}\ngrade: warpgrade grade {}\n", shown, exercise.title,
                    exercise.readme.string(), shell_word(shown)));
  return 0;
}

}  // namespace

void add_start(CLI::App& app, Action& chosen) {
  const auto options = std::make_shared<StartOptions>();
  auto* const command =
      app.add_subcommand("start", "Puts an exercise's starter file into a folder");
  command->add_option("exercise", options->exercise, "An exercise of warpgrade list, or a folder")
      ->required();
  command->add_option("--dir", options->folder, "Where to put it")->capture_default_str();
  command->footer("Example: warpgrade start shared_memory --dir day13");
  command->callback([&chosen, options] { chosen = [options] { return start(*options); }; });
}

}  // namespace warpgrade::cli
