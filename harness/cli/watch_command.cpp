// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/arguments.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/grade_file.hpp"
#include "harness/cli/history.hpp"
#include "harness/cli/installation.hpp"
#include "harness/cli/output.hpp"
#include "harness/cli/signals.hpp"
#include "harness/cli/state.hpp"
#include "harness/report/formats.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <ctime>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <thread>

namespace warpgrade::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kLook{200};
constexpr std::string_view kClear = "\x1b[2J\x1b[H";

/// When the file was last written. While an editor replaces it, it may be gone for a moment: then
/// what was before.
fs::file_time_type written_at(const fs::path& file, fs::file_time_type before) {
  std::error_code gone;
  const auto time = fs::last_write_time(file, gone);
  return gone ? before : time;
}

/// The last grading that passed, to keep in sight while an edit breaks it.
class LastGood {
 public:
  void see(const Report& report) {
    if (report.outcome != Outcome::passed) return;
    text_ = fmt::format("{:%H:%M:%S}  {}", fmt::localtime(std::time(nullptr)), report.summary);
  }
  [[nodiscard]] std::string line() const {
    return text_.empty() ? "" : "  last good verdict       " + text_ + '\n';
  }

 private:
  std::string text_;
};

[[noreturn]] void watch_for_ever(const GradeOptions& options) {
  const auto installation = find_installation();
  const CleanEnd clean_end;  // Its thread ends the process on ^C.
  const bool terminal = isatty(STDOUT_FILENO) != 0;
  LastGood last_good;
  fs::file_time_type graded{};
  for (;;) {
    const auto now = written_at(options.file, graded);
    if (now == graded) {
      std::this_thread::sleep_for(kLook);
      continue;
    }
    graded = now;
    auto report = grade_file(options, installation);
    remember(state_folder(), report);
    last_good.see(report);
    const auto text = report::find_format("text")->write(report, {.colors = stdout_takes_colors()});
    print(fmt::format("{}{}\n{}  watching                {}; ^C ends\n", terminal ? kClear : "",
                      text, last_good.line(), options.file));
  }
}

}  // namespace

void add_watch(CLI::App& app, Action& chosen) {
  const auto options = std::make_shared<GradeOptions>();
  auto* const command = app.add_subcommand("watch", "Grades a file again whenever it is saved");
  command->add_option("file", options->file, "The .cu file with solve()")->required();
  command->add_option("--exercise", options->exercise,
                      "An exercise's id or folder; by default the file's name tells");
  command->add_option("--card", options->card, "The card that is emulated, or a card file");
  command->add_option("--device", options->device, "Where it runs, as for grade")
      ->check(CLI::IsMember({"auto", "emulated", "cuda"}))
      ->capture_default_str();
  command->footer("Ends with ^C. Example: warpgrade watch shared_memory.cu");
  command->callback([&chosen, options] {
    chosen = [options]() -> int {
      check_submission(options->file);
      watch_for_ever(*options);
    };
  });
}

}  // namespace warpgrade::cli
