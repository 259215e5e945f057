// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/grade_file.hpp"

#include "harness/cli/arguments.hpp"
#include "harness/cli/grading_session.hpp"
#include "harness/cli/output.hpp"
#include "harness/cli/usage_error.hpp"
#include "harness/cli/workshop.hpp"
#include "harness/device/cuda/presence.hpp"

#include <fmt/format.h>

#include <exception>
#include <optional>

namespace warpgrade::cli {

Report grade_at(const GradingPlace& place, const GradeOptions& options,
                const exercise::Exercise& exercise,
                const std::function<void(std::string_view)>& progress) {
  const auto& [installation, machine, card] = place;
  const SessionRequest request{
      &options, &exercise, &card, &machine, installation.root / "exercises/copy.cu", progress};
  return grade_submission(
      request, make_workshop(installation, machine, {options.threads, options.schedule_seed}));
}

Report grade_file(const GradeOptions& options, const Installation& installation) {
  std::optional<exercise::Exercise> exercise;
  std::optional<model::Card> card;
  Machine machine;
  try {
    exercise = find_exercise(installation.library(), options.exercise, options.file);
    if (!options.only_case.empty()) parse_case(options.only_case, exercise->signature);
    machine = choose_machine(installation.root, {options.device, options.card},
                             device::cuda::look_for_gpu);
    if (!machine.note.empty()) fmt::print(stderr, "warpgrade: {}\n", machine.note);
    card = model::read_card(machine.card_file);
    const Progress progress;
    return grade_at({installation, machine, *card}, options, *exercise,
                    [&](std::string_view what) { progress.show(what); });
  } catch (const UsageError&) {
    throw;
  } catch (const std::exception& error) {
    auto report =
        report_header(options, exercise ? &*exercise : nullptr, card ? &*card : nullptr, &machine);
    report.outcome = Outcome::harness_failed;
    report.summary = error.what();
    report.hint = "this is no verdict on your file; warpgrade doctor tells what is missing";
    return report;
  }
}

}  // namespace warpgrade::cli
