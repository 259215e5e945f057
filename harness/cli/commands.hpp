// SPDX-License-Identifier: Apache-2.0
// The commands. Each adds itself to the parser; what it does runs after parsing and returns the
// exit code. A new command is one file and one row in commands.cpp.
#pragma once

#include <CLI/CLI.hpp>

#include <cstdint>
#include <functional>

namespace warpgrade::cli {

/// What the command line asked for. Throws UsageError (exit 2) or any std::exception (exit 3).
using Action = std::function<int()>;

/// Adds all commands to `app`; parsing sets `chosen`.
void add_commands(CLI::App& app, Action& chosen);

/// Adds --schedule-seed to a command that runs the emulated device.
void add_schedule_seed(CLI::App& command, std::uint32_t& seed);

void add_list(CLI::App& app, Action& chosen);
void add_start(CLI::App& app, Action& chosen);
void add_hint(CLI::App& app, Action& chosen);
void add_cases(CLI::App& app, Action& chosen);
void add_grade(CLI::App& app, Action& chosen);
void add_watch(CLI::App& app, Action& chosen);
void add_run(CLI::App& app, Action& chosen);
void add_check(CLI::App& app, Action& chosen);
void add_new(CLI::App& app, Action& chosen);
void add_calibrate(CLI::App& app, Action& chosen);
void add_doctor(CLI::App& app, Action& chosen);
/// Hidden: compiles baselines into a cache at build time.
void add_compile(CLI::App& app, Action& chosen);

}  // namespace warpgrade::cli
