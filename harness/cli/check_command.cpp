// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/arguments.hpp"
#include "harness/cli/check_exercise.hpp"
#include "harness/cli/check_mutants.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/grade_file.hpp"
#include "harness/cli/installation.hpp"
#include "harness/cli/output.hpp"
#include "harness/cli/signals.hpp"
#include "harness/device/cuda/presence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace warpgrade::cli {
namespace {

namespace fs = std::filesystem;

struct CheckOptions {
  std::vector<std::string> exercises;
  std::string device = "emulated";
  std::string card;
  bool with_mistakes = true;
  bool with_mutants = true;
  std::size_t most_mutants = 200;
};

/// Grades files of one exercise, as warpgrade grade does.
class Grader {
 public:
  Grader(const CheckOptions& options, const Installation& installation)
      : installation_(installation),
        machine_(choose_machine(installation.root, {options.device, options.card},
                                device::cuda::look_for_gpu)),
        card_(model::read_card(machine_.card_file)) {}

  Report operator()(const exercise::Exercise& exercise, const fs::path& file) const {
    return grade_at({installation_, machine_, card_}, options_for(exercise, file), exercise,
                    [&](std::string_view what) {
                      progress_.show(fmt::format("{}: {}", file.filename().string(), what));
                    });
  }

  /// The outcome at once and nothing else; from several threads, on one CPU thread each.
  [[nodiscard]] Report verdict(const exercise::Exercise& exercise, const fs::path& file) const {
    auto options = options_for(exercise, file);
    options.verdict_only = true;
    options.threads = 1;
    return grade_at({installation_, machine_, card_}, options, exercise, {});
  }

 private:
  static GradeOptions options_for(const exercise::Exercise& exercise, const fs::path& file) {
    GradeOptions options;
    options.file = file.string();
    options.exercise = exercise.id;
    return options;
  }

  const Installation& installation_;
  Machine machine_;
  model::Card card_;
  Progress progress_;
};

/// Whether it is one that we ship, and no folder of the same name.
bool is_ours(const exercise::Exercise& exercise, const fs::path& root) {
  std::error_code none;
  return fs::equivalent(exercise.folder, root / "exercises" / exercise.id, none);
}

/// FOLDER/mistakes of an exercise of one's own; of ours, what the tests have.
fs::path mistakes_of(const exercise::Exercise& exercise, const fs::path& root) {
  const auto folder = is_ours(exercise, root) ? root / "tests/submissions" / exercise.id
                                              : exercise.folder / "mistakes";
  return fs::is_regular_file(folder / "expected.tsv") ? folder : fs::path{};
}

/// FOLDER/solution/FILE of an exercise of one's own; of ours, solutions/ID/FILE.
fs::path solution_of(const exercise::Exercise& exercise, const fs::path& root) {
  const auto folder =
      is_ours(exercise, root) ? root / "solutions" / exercise.id : exercise.folder / "solution";
  return folder / exercise.file;
}

void tell(const CheckResult& result) {
  print(
      fmt::format("  {:<7} {:<24} {}\n", result.good ? "ok" : "FAILED", result.what, result.found));
}

/// Mutants are always emulated: what they show is a fault of the ladder, not of a card.
std::vector<CheckResult> check_mutants_of(const exercise::Exercise& exercise,
                                          const CheckOptions& options, const fs::path& solution,
                                          const Installation& installation) {
  auto emulated = options;
  emulated.device = "emulated";
  const Grader grader{emulated, installation};
  const Progress progress;
  std::mutex showing;
  return check_mutants(
      {.solution = solution,
       .equivalents = solution.parent_path() / "mutants.toml",
       .scratch = fs::temp_directory_path() / fmt::format("mutants-{}", exercise.id),
       .most = options.most_mutants,
       .jobs = std::thread::hardware_concurrency(),
       .grade = [&](const fs::path& file) { return grader.verdict(exercise, file); },
       .progress =
           [&](std::size_t done, std::size_t of) {
             const std::lock_guard lock{showing};
             progress.show(fmt::format("mutants: {} of {}", done, of));
           },
       .tell = tell});
}

/// How many of an exercise's checks failed.
std::ptrdiff_t check(const exercise::Exercise& exercise, const CheckOptions& options,
                     const Installation& installation, const Grader& grader) {
  const auto& root = installation.root;
  const auto solution = solution_of(exercise, root);
  print(fmt::format("{}: {}, {} cases\n", exercise.id, exercise.title, exercise.ladder.size()));
  const auto results =
      check_exercise({.exercise = &exercise,
                      .solution = solution,
                      .mistakes = options.with_mistakes ? mistakes_of(exercise, root) : fs::path{},
                      .grade = [&](const fs::path& file) { return grader(exercise, file); },
                      .tell = tell});
  auto failed = std::ranges::count(results, false, &CheckResult::good);
  if (options.with_mutants && !exercise.unfinished && solution_passes(results)) {
    const auto mutants = check_mutants_of(exercise, options, solution, installation);
    failed += std::ranges::count(mutants, false, &CheckResult::good);
  }
  if (!exercise.unfinished) return failed;
  print("  note    unfinished               its exercise.toml says so: nothing of it counts\n");
  return 0;
}

std::vector<exercise::Exercise> chosen_exercises(const CheckOptions& options,
                                                 const Installation& installation) {
  if (options.exercises.empty()) return exercise::list_exercises(installation.library());
  std::vector<exercise::Exercise> exercises;
  exercises.reserve(options.exercises.size());
  for (const auto& name : options.exercises) {
    exercises.push_back(find_exercise(installation.library(), name, {}));
  }
  return exercises;
}

int check_all(const CheckOptions& options) {
  const auto installation = find_installation();
  const auto exercises = chosen_exercises(options, installation);
  const CleanEnd clean_end;
  const Grader grader{options, installation};
  std::ptrdiff_t failed = 0;
  for (const auto& exercise : exercises) failed += check(exercise, options, installation, grader);
  print(failed == 0 ? std::string{"all is as declared\n"}
                    : fmt::format("{} not as declared\n", failed));
  return failed == 0 ? 0 : 1;
}

}  // namespace

void add_check(CLI::App& app, Action& chosen) {
  const auto options = std::make_shared<CheckOptions>();
  auto* const command =
      app.add_subcommand("check", "For instructors: whether exercises do what their files declare");
  command->add_option("exercises", options->exercises,
                      "Exercises of warpgrade list, or folders; by default all of the list");
  command->add_option("--device", options->device, "Where solutions run: emulated or cuda")
      ->check(CLI::IsMember({"emulated", "cuda"}))
      ->capture_default_str();
  command->add_option("--card", options->card, "The card that is emulated; by default t4");
  command->add_flag("!--no-mistakes", options->with_mistakes,
                    "The starter and the solution only; mistakes take a second or two each");
  command->add_flag("!--no-mutants", options->with_mutants,
                    "No single-fault edits of the solution; they take a second or two each");
  command
      ->add_option("--mutants", options->most_mutants,
                   "At most so many mutants an exercise, spread over its solution; 0: all")
      ->capture_default_str();
  command->footer(
      "Starter: its declared outcome. Solution: passes, no goal by a hair. Mistakes "
      "(mistakes/expected.tsv in the\n"
      "exercise's folder): outcome, smallest failing case, pattern and words. Mutants, "
      "single-fault "
      "edits of the\n"
      "solution: found by a case or a goal, or declared equivalent in mutants.toml beside it.\n"
      "Examples: warpgrade check bank_conflicts\n"
      "          warpgrade check shared_memory --no-mistakes\n"
      "          warpgrade check my_course/row_sums");
  command->callback([&chosen, options] { chosen = [options] { return check_all(*options); }; });
}

}  // namespace warpgrade::cli
