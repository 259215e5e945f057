// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/commands.hpp"

#include <array>

namespace warpgrade::cli {

void add_commands(CLI::App& app, Action& chosen) {
  // In the order of the help text.
  constexpr std::array commands{add_list,  add_start,     add_hint,   add_cases,
                                add_grade, add_watch,     add_run,    add_check,
                                add_new,   add_calibrate, add_doctor, add_compile};
  for (const auto add : commands) add(app, chosen);
}

void add_schedule_seed(CLI::App& command, std::uint32_t& seed) {
  command
      .add_option("--schedule-seed", seed,
                  "Run warps in another legal order, the same one for the same number; 0: in order")
      ->capture_default_str();
}

}  // namespace warpgrade::cli
