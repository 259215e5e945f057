// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/commands.hpp"
#include "harness/cli/doctor.hpp"
#include "harness/cli/installation.hpp"
#include "harness/cli/output.hpp"
#include "harness/cli/signals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace warpgrade::cli {
namespace {

constexpr std::array<std::string_view, 3> kHealth{"ok", "note",
                                                  "BROKEN"};  // In the order of Health.

std::string checkup_text(const Checkup& checkup) {
  auto text = fmt::format("{:<7} {:<14} {}\n", kHealth.at(static_cast<std::size_t>(checkup.health)),
                          checkup.what, checkup.found);
  if (!checkup.remedy.empty()) text += fmt::format("{:<22} -> {}\n", "", checkup.remedy);
  return text;
}

std::vector<Checkup> examine_cleanly(const Installation& installation) {
  const CleanEnd clean_end;
  return examine(installation);
}

int doctor() {
  const auto installation = find_installation();
  const auto checkups = examine_cleanly(installation);
  for (const auto& checkup : checkups) print(checkup_text(checkup));
  constexpr int harness = 3;
  return std::ranges::count(checkups, Health::broken, &Checkup::health) == 0 ? 0 : harness;
}

}  // namespace

void add_doctor(CLI::App& app, Action& chosen) {
  auto* const command =
      app.add_subcommand("doctor", "Tells whether everything that grading needs is there");
  command->footer("Example: warpgrade doctor");
  command->callback([&chosen] { chosen = doctor; });
}

}  // namespace warpgrade::cli
