// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/arguments.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/installation.hpp"
#include "harness/cli/output.hpp"

#include <fmt/format.h>

#include <memory>
#include <string>

namespace warpgrade::cli {
namespace {

int cases(const std::string& name) {
  const auto exercise = find_exercise(find_installation().library(), name, {});
  const auto& signature = exercise.signature;
  std::string text =
      fmt::format("{}: {} cases, {}{}\n\n", exercise.id, exercise.ladder.size(),
                  fmt::join(signature.sizes, " x "), signature.transposes ? " of the input" : "");
  for (const auto& one : exercise.ladder) {
    text += fmt::format("{:>15}  {}{}\n", shape_text(one.input), one.why,
                        one.extreme || one.giant ? " (runs last, if all else is well)" : "");
  }
  text += fmt::format("\ntimed at {}\none alone: warpgrade grade {} --case {}\n",
                      shape_text(exercise.timing_case.input), exercise.file,
                      shape_text(exercise.ladder.front().input, "x"));
  print(text);
  return 0;
}

}  // namespace

void add_cases(CLI::App& app, Action& chosen) {
  const auto name = std::make_shared<std::string>();
  auto* const command =
      app.add_subcommand("cases", "Shows an exercise's cases, and why each is there");
  command->add_option("exercise", *name, "An exercise of warpgrade list, or a folder")->required();
  command->footer("Example: warpgrade cases shared_memory");
  command->callback([&chosen, name] { chosen = [name] { return cases(*name); }; });
}

}  // namespace warpgrade::cli
