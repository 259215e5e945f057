// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/arguments.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/grade_file.hpp"
#include "harness/cli/history.hpp"
#include "harness/cli/installation.hpp"
#include "harness/cli/output.hpp"
#include "harness/cli/signals.hpp"
#include "harness/cli/state.hpp"
#include "harness/cli/usage_error.hpp"
#include "harness/report/formats.hpp"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

namespace warpgrade::cli {
namespace {

namespace fs = std::filesystem;

// What can be refused before anything is done.
void check_options(const GradeOptions& options) {
  check_submission(options.file);
  if (options.output.empty()) return;
  if (!fs::is_directory(fs::absolute(options.output).parent_path()) ||
      fs::is_directory(options.output)) {
    throw UsageError{
        fmt::format("--output {}: name a file in a folder that exists", options.output)};
  }
}

Report grade_cleanly(const GradeOptions& options, const Installation& installation) {
  const CleanEnd clean_end;
  return grade_file(options, installation);
}

void write_report(const GradeOptions& options, const Report& report) {
  report::Style style;
  style.colors = !options.no_color && options.output.empty() && stdout_takes_colors();
  const auto text = report::find_format(options.format)->write(report, style);
  if (options.output.empty()) {
    print(text);
  } else {
    write_file(options.output, text);
  }
}

// --exit-zero is for those who read the result file; what was not graded stays an error.
int exit_of(const GradeOptions& options, Outcome outcome) {
  constexpr int not_graded = 3;
  const int code = exit_code(outcome);
  return options.exit_zero && code != not_graded ? 0 : code;
}

int grade(const GradeOptions& options) {
  check_options(options);
  const auto installation = find_installation();
  if (!installation.note.empty()) fmt::print(stderr, "warpgrade: {}\n", installation.note);
  auto report = grade_cleanly(options, installation);
  // One case alone is no grading that anyone would look back at.
  if (!options.no_history && options.only_case.empty()) remember(state_folder(), report);
  write_report(options, report);
  return exit_of(options, report.outcome);
}

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const auto& format : report::formats()) names.emplace_back(format.name);
  return names;
}

void add_options(CLI::App& command, GradeOptions& options) {
  command.add_option("file", options.file, "The .cu file with solve()")->required();
  command.add_option("--exercise", options.exercise,
                     "An exercise's id or folder; by default the file's name tells");
  command
      .add_option("--device", options.device,
                  "Where it runs: emulated; cuda: on the GPU too; auto: cuda if there is one")
      ->check(CLI::IsMember({"auto", "emulated", "cuda"}))
      ->capture_default_str();
  command.add_option("--card", options.card,
                     "The card that is emulated, or a card file; by default the GPU's own, or t4");
  command.add_option("--format", options.format, "How the report is written")
      ->check(CLI::IsMember(format_names()))
      ->capture_default_str();
  command.add_option("--output", options.output, "Write the report to this file, not to stdout");
  command.add_option("--case", options.only_case,
                     "Run this case alone, ROWSxCOLS or what else its sizes are, without timing");
  command.add_option("--threads", options.threads, "CPU threads of the emulated device; 0: all")
      ->check(CLI::Range(0U, 1024U))
      ->capture_default_str();
  command
      .add_option("--checks", options.checks,
                  "Where races and unset reads are looked for and accesses counted: default: up to "
                  "2^20 cells; all: on every case, which takes longer")
      ->check(CLI::IsMember({"default", "all"}))
      ->capture_default_str();
  add_schedule_seed(command, options.schedule_seed);
  command.add_flag("--exit-zero", options.exit_zero, "Exit 0 for every outcome that was graded");
  command.add_flag("--require-claims", options.require_claims,
                   "The file must say its ratio to copy and what gap remains");
  command.add_flag("--no-history", options.no_history,
                   "Leave no line in the history of gradings, and show none (for CI)");
  command.add_flag("--no-color", options.no_color, "No colours");
}

}  // namespace

void add_grade(CLI::App& app, Action& chosen) {
  const auto options = std::make_shared<GradeOptions>();
  auto* const command = app.add_subcommand("grade", "Grades a file");
  add_options(*command, *options);
  command->footer(
      "Examples: warpgrade grade shared_memory.cu\n"
      "          warpgrade grade mine.cu --exercise shared_memory --case 31x33\n"
      "          warpgrade grade shared_memory.cu --format json --output result.json");
  command->callback([&chosen, options] { chosen = [options] { return grade(*options); }; });
}

}  // namespace warpgrade::cli
