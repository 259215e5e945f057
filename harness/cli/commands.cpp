// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/commands.hpp"

#include <array>

namespace warpgrade::cli {

void add_commands(CLI::App& app, Action& chosen) {
  // In the order of the help text.
  constexpr std::array commands{add_list,      add_start,  add_grade,  add_run,
                                add_calibrate, add_doctor, add_compile};
  for (const auto add : commands) add(app, chosen);
}

}  // namespace warpgrade::cli
