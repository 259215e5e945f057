// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/commands.hpp"
#include "harness/cli/history.hpp"
#include "harness/cli/installation.hpp"
#include "harness/cli/output.hpp"
#include "harness/cli/state.hpp"
#include "harness/exercise/exercise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace warpgrade::cli {
namespace {

/// The smallest ratio on each card that submissions to the exercise were timed on.
std::string bests_text(const History& history, const std::string& exercise) {
  std::set<std::pair<std::string, std::string>> seen;
  std::string text;
  for (const auto& g : history.gradings) {
    if (g.exercise != exercise || !seen.emplace(g.basis, g.card).second) continue;
    const auto best = best_ratio(history, exercise, g.basis, g.card);
    if (best) text += fmt::format("; best {:.2f}x of copy on {}, {}", *best, g.card, g.basis);
  }
  return text;
}

/// One line on what was reached so far; empty if nothing was tried.
std::string progress_text(const History& history, const std::string& exercise) {
  const PastGrading* last = nullptr;
  bool passed = false;
  for (const auto& g : history.gradings) {
    if (g.exercise != exercise) continue;
    last = &g;
    passed = passed || g.outcome == Outcome::passed;
  }
  if (last == nullptr) return "";
  return fmt::format("{}, last {} on {}{}", passed ? "passed" : "not passed yet",
                     outcome_name(last->outcome), last->time.substr(0, last->time.find('T')),
                     bests_text(history, exercise));
}

/// How far the learner is, for the foot of the list.
std::string sum_text(const std::vector<exercise::Exercise>& exercises, const History& history) {
  const auto passed = std::ranges::count_if(exercises, [&](const auto& e) {
    return std::ranges::any_of(history.gradings, [&](const PastGrading& g) {
      return g.exercise == e.id && g.outcome == Outcome::passed;
    });
  });
  return fmt::format("\n{} of {} passed\n", passed, exercises.size());
}

int list() {
  const auto exercises = exercise::list_exercises(find_installation().library());
  constexpr std::size_t least_width = 8;
  auto width = least_width;
  for (const auto& e : exercises) width = std::max(width, e.id.size());
  const auto history = recall(state_folder());
  std::string text;
  for (const auto& e : exercises) {
    text +=
        fmt::format("{:<{}}  {} ({}, {} cases)\n", e.id, width, e.title, e.file, e.ladder.size());
    if (const auto progress = progress_text(history, e.id); !progress.empty()) {
      text += fmt::format("{:<{}}  {}\n", "", width, progress);
    }
  }
  if (!history.gradings.empty()) text += sum_text(exercises, history);
  print(text);
  return 0;
}

}  // namespace

void add_list(CLI::App& app, Action& chosen) {
  auto* const command = app.add_subcommand("list", "Shows the exercises, and how far you are");
  command->footer("Example: warpgrade list");
  command->callback([&chosen] { chosen = list; });
}

}  // namespace warpgrade::cli
