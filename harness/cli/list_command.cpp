// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/commands.hpp"
#include "harness/cli/installation.hpp"
#include "harness/cli/output.hpp"
#include "harness/exercise/exercise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace warpgrade::cli {
namespace {

int list() {
  const auto exercises = exercise::list_exercises(find_installation().library());
  constexpr std::size_t least_width = 8;
  auto width = least_width;
  for (const auto& e : exercises) width = std::max(width, e.id.size());
  std::string text;
  for (const auto& e : exercises) {
    text +=
        fmt::format("{:<{}}  {} ({}, {} cases)\n", e.id, width, e.title, e.file, e.ladder.size());
  }
  print(text);
  return 0;
}

}  // namespace

void add_list(CLI::App& app, Action& chosen) {
  auto* const command = app.add_subcommand("list", "Shows the exercises");
  command->footer("Example: warpgrade list");
  command->callback([&chosen] { chosen = list; });
}

}  // namespace warpgrade::cli
