// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/app.hpp"

#include "harness/cli/commands.hpp"
#include "harness/cli/usage_error.hpp"

#include <fmt/format.h>

#include <exception>

namespace warpgrade::cli {
namespace {

constexpr int kUsage = 2;
constexpr int kHarness = 3;

int parse(CLI::App& app, int argc, const char* const* argv) {
  try {
    app.parse(argc, argv);
    return 0;
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? -1 : kUsage;
  }
}

int run(const Action& action) {
  try {
    return action();
  } catch (const UsageError& error) {
    fmt::print(stderr, "warpgrade: {}\n", error.what());
    return kUsage;
  } catch (const std::exception& error) {
    fmt::print(stderr, "warpgrade: {}\n", error.what());
    return kHarness;
  }
}

}  // namespace

int run_app(int argc, const char* const* argv) {
  CLI::App app{
      "Grades CUDA exercises, with or without a GPU: right at every shape, and faster than naive."};
  app.name("warpgrade");
  app.set_version_flag("--version", "warpgrade " WARPGRADE_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Example: warpgrade start shared_memory && warpgrade grade shared_memory.cu\n"
      "Exit codes: 0 passed, 1 the submission failed, 2 usage, 3 warpgrade itself failed, 4 "
      "undecided");
  Action action;
  add_commands(app, action);
  if (const int stop = parse(app, argc, argv); stop != 0) return stop < 0 ? 0 : stop;
  return run(action);
}

}  // namespace warpgrade::cli
