// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/arguments.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/emulation.hpp"
#include "harness/cli/output.hpp"
#include "harness/cli/run_session.hpp"
#include "harness/cli/signals.hpp"
#include "harness/cli/usage_error.hpp"
#include "harness/cli/workshop.hpp"
#include "harness/emulator/model/card.hpp"
#include "harness/report/run.hpp"
#include "harness/submission/compile/program.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace warpgrade::cli {
namespace {

namespace fs = std::filesystem;

constexpr int kSignalBase = 128;  // A shell's exit code for a program that a signal ended.

struct RunOptions {
  std::string program;
  std::vector<std::string> arguments;
  std::string card = "t4";
  std::string format = "text";
  std::string output;
  Emulation emulation;
  int error_exit_code = 1;
};

/// nvcc's diagnostics as it would have printed them.
void print_refusal(const compile::Refused& refused) {
  if (refused.diagnostics.empty()) fmt::print(stderr, "{}\n", refused.summary);
  for (const auto& diagnostic : refused.diagnostics) {
    const auto& where = diagnostic.where;
    const auto place =
        where.file.empty() ? std::string{} : fmt::format("{}:{}: ", where.file, where.line);
    fmt::print(stderr, "{}{}: {}\n", place, severity_name(diagnostic.severity), diagnostic.message);
  }
}

bool is_source(const fs::path& program) { return program.extension() == ".cu"; }

/// PTX for the card itself: a program sees the __CUDA_ARCH__ that it would see there. Nothing where
/// there is no nvcc and none is needed.
std::optional<compile::Settings> settings_for(const model::Card& card, const RunOptions& options,
                                              const Installation& installation) {
  try {
    auto settings = compile_settings(installation);
    settings.architecture = fmt::format("compute_{}{}", card.cc_major, card.cc_minor);
    return settings;
  } catch (const compile::ToolchainError&) {
    if (is_source(options.program)) throw;
    return std::nullopt;
  }
}

/// The ptxas beside nvcc; empty if there is none.
fs::path ptxas_of(const std::optional<compile::Settings>& settings) {
  if (!settings) return {};
  auto ptxas = settings->toolchain.nvcc.parent_path() / "ptxas";
  return access(ptxas.c_str(), X_OK) == 0 ? ptxas : fs::path{};
}

/// The executable to run: what is named, or what nvcc makes of it; or why nvcc makes none.
std::variant<fs::path, compile::Refused> executable(
    const RunOptions& options, const std::optional<compile::Settings>& settings) {
  const fs::path named = options.program;
  check_submission(named);
  if (is_source(named)) {
    auto program = fs::temp_directory_path() / named.stem();
    const Progress progress;
    progress.show("compiling");
    auto refused = compile::compile_program(named, program, settings.value());
    if (refused) return *std::move(refused);
    return program;
  }
  if (access(named.c_str(), X_OK) != 0) {
    throw UsageError{fmt::format("{}: is neither a .cu file nor a program", named.string())};
  }
  if (!compile::asks_for_cudart(named)) {
    throw UsageError{fmt::format(
        "{}: has NVIDIA's runtime built in, which cannot be replaced; build it with nvcc "
        "-cudart shared",
        named.string())};
  }
  return fs::absolute(named);
}

int exit_code_of(const RunOptions& options, const RunReport& report) {
  if (report.signal != 0) return kSignalBase + report.signal;
  if (report.exit_code != 0) return report.exit_code;
  return has_errors(report) ? options.error_exit_code : 0;
}

bool as_json(const RunOptions& options) { return options.format == "json"; }

/// Compiles and runs it. @returns its report, or what nvcc said.
std::variant<RunReport, compile::Refused> compile_and_run(const RunOptions& options,
                                                          const Installation& installation) {
  const auto card_file = find_card(installation.root, options.card);
  const auto card = model::read_card(card_file);
  const CleanEnd clean_end;
  const auto settings = settings_for(card, options, installation);
  auto program = executable(options, settings);
  if (auto* const refused = std::get_if<compile::Refused>(&program)) return std::move(*refused);
  auto report = run_program({installation, std::get<fs::path>(program), options.arguments,
                             card_file, options.emulation, ptxas_of(settings),
                             as_json(options) && options.output.empty()});
  report.program = options.program;
  report.device = {"emulated", card.name, card.id};
  if (is_source(options.program)) report.architecture = settings->architecture;
  return report;
}

int run(const RunOptions& options) {
  constexpr int did_not_compile = 1;
  const auto end = compile_and_run(options, find_installation());
  if (const auto* const refused = std::get_if<compile::Refused>(&end)) {
    print_refusal(*refused);
    return did_not_compile;
  }
  const auto& report = std::get<RunReport>(end);
  const auto text =
      as_json(options) ? report::write_run_json(report) : "\n" + report::write_run_text(report);
  if (options.output.empty()) {
    print(text);
  } else {
    write_file(options.output, text);
  }
  return exit_code_of(options, report);
}

void add_options(CLI::App& command, RunOptions& options) {
  command.add_option("program", options.program, "A .cu file with main(), or a program")
      ->required();
  command.add_option("arguments", options.arguments, "The program's own arguments");
  command.add_option("--card", options.card, "The card that is emulated, or a card file")
      ->capture_default_str();
  command.add_option("--format", options.format, "How the report is written")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  command.add_option("--output", options.output,
                     "Write the report to this file; stdout is the program's alone");
  command
      .add_option("--threads", options.emulation.threads,
                  "CPU threads of the emulated device; 0: all")
      ->check(CLI::Range(0U, 1024U))
      ->capture_default_str();
  add_schedule_seed(command, options.emulation.schedule_seed);
  command
      .add_option("--error-exitcode", options.error_exit_code,
                  "Exit code where the program says 0 and something was found")
      ->check(CLI::Range(0, 255))
      ->capture_default_str();
}

}  // namespace

void add_run(CLI::App& app, Action& chosen) {
  const auto options = std::make_shared<RunOptions>();
  auto* const command =
      app.add_subcommand("run", "Runs a CUDA program on the emulated device and reports on it");
  add_options(*command, *options);
  command->footer(
      "Its own options come after --, as in: warpgrade run scan.cu -- --size 1000\n"
      "Examples: warpgrade run exercises/shared_memory/lesson.cu --card t4\n"
      "          warpgrade run ./a.out --format json --output run.json");
  command->callback([&chosen, options] { chosen = [options] { return run(*options); }; });
}

}  // namespace warpgrade::cli
