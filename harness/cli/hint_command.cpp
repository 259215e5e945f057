// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/arguments.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/installation.hpp"
#include "harness/cli/output.hpp"
#include "harness/cli/state.hpp"
#include "harness/cli/usage_error.hpp"
#include "harness/exercise/hints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>

namespace warpgrade::cli {
namespace {

struct HintOptions {
  std::string exercise;
  std::size_t number = 0;  ///< 0: the next one.
};

/// The hint to show, from 1.
std::size_t choose(const HintOptions& options, std::size_t shown, std::size_t count) {
  if (options.number == 0) return std::min(shown + 1, count);
  if (options.number <= count) return options.number;
  throw UsageError{
      fmt::format("--number {}: {} has {} hints", options.number, options.exercise, count)};
}

int hint(const HintOptions& options) {
  const auto exercise = find_exercise(find_installation().library(), options.exercise, {});
  const auto hints = exercise::read_hints(exercise.readme);
  if (hints.empty()) {
    print(fmt::format("{} has no hints; its task: {}\n", exercise.id, exercise.readme.string()));
    return 0;
  }
  const auto state = state_folder();
  const auto shown = hints_shown(state, exercise.id);
  const auto number = choose(options, shown, hints.size());
  const auto& [title, text] = hints[number - 1];
  const auto rest = hints.size() - number;
  const auto end =
      rest > 0 ? fmt::format("{} more: warpgrade hint {}\n", rest, exercise.id)
               : fmt::format("that was the last one; the task: {}\n", exercise.readme.string());
  print(fmt::format("{}\n\n{}\n{}", title, text, end));
  if (number > shown && !remember_hints(state, exercise.id, number)) {
    fmt::print(stderr, "warpgrade: cannot remember which hint was shown; ask with --number\n");
  }
  return 0;
}

}  // namespace

void add_hint(CLI::App& app, Action& chosen) {
  const auto options = std::make_shared<HintOptions>();
  auto* const command = app.add_subcommand("hint", "Shows an exercise's next hint");
  command->add_option("exercise", options->exercise, "An exercise of warpgrade list, or a folder")
      ->required();
  command->add_option("--number", options->number, "This hint, from 1, instead of the next one");
  command->footer(
      "Each time one hint more; the last one again when there are no others.\n"
      "Examples: warpgrade hint shared_memory\n"
      "          warpgrade hint shared_memory --number 1");
  command->callback([&chosen, options] { chosen = [options] { return hint(*options); }; });
}

}  // namespace warpgrade::cli
