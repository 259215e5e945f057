// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/judge/judge.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <functional>
#include <ostream>

namespace warpgrade::judge {
namespace {

constexpr std::uint64_t kCells = 1023;

struct Row {
  std::string name;
  std::function<void(RunFacts&, Evidence&)> change;  ///< What is not as in a clean, right run.
  warpgrade::Outcome outcome = Outcome::passed;
  std::string says;
};
void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }
std::string row_name(const testing::TestParamInfo<Row>& info) { return info.param.name; }

Finding error(FindingKind kind, std::string message) {
  Finding finding;
  finding.kind = kind;
  finding.message = std::move(message);
  finding.where = {"a.cu", 12};
  return finding;
}

/// A row whose only change is one finding.
Row with_finding(std::string name, FindingKind kind, warpgrade::Outcome outcome, std::string says,
                 std::uint64_t wrong = 0) {
  const auto change = [=](RunFacts& facts, Evidence& evidence) {
    evidence.findings.push_back(error(kind, "the message"));
    facts.wrong_cells = wrong;
  };
  return {std::move(name), change, outcome, std::move(says)};
}

Row crash(std::string name, int signal, std::optional<FindingKind> finding,
          warpgrade::Outcome outcome, std::string says) {
  const auto change = [=](RunFacts& facts, Evidence& evidence) {
    facts.end = End::crashed;
    facts.signal = signal;
    facts.device_readable = false;
    if (finding) evidence.findings.push_back(error(*finding, "the message"));
  };
  return {std::move(name), change, outcome, std::move(says)};
}

class RunRulings : public testing::TestWithParam<Row> {};

TEST_P(RunRulings, FollowFromTheFacts) {
  Evidence evidence;
  RunFacts facts;
  facts.cells = kCells;
  facts.output_words = kCells;
  facts.words_written_by_kernels = kCells;
  facts.evidence = &evidence;
  GetParam().change(facts, evidence);
  const auto ruling = judge_run(facts);
  EXPECT_EQ(outcome_name(ruling.outcome), outcome_name(GetParam().outcome));
  EXPECT_NE(told(ruling).find(GetParam().says), std::string::npos) << told(ruling);
}

constexpr auto kRight = "every cell is right, but the message (line 12)";
constexpr auto kMessage = "the message (line 12)";

INSTANTIATE_TEST_SUITE_P(
    Findings, RunRulings,
    testing::Values(
        Row{"clean", [](auto&, auto&) {}, Outcome::passed, ""},
        with_finding("instruction", FindingKind::unsupported_instruction, Outcome::unsupported,
                     kMessage),
        with_finding("call", FindingKind::unsupported_call, Outcome::unsupported, kMessage),
        with_finding("static_limit", FindingKind::static_shared_limit, Outcome::did_not_compile,
                     "static shared memory is limited to 48 KiB"),
        with_finding("assertion", FindingKind::device_assert, Outcome::crashed, kMessage),
        with_finding("trap", FindingKind::trap, Outcome::crashed, kMessage),
        with_finding("budget", FindingKind::kernel_time_limit, Outcome::time_limit, kMessage),
        with_finding("refused", FindingKind::launch_refused, Outcome::launch_failed,
                     "nothing was written: the message", kCells),
        with_finding("refused_but_right", FindingKind::launch_refused, Outcome::launch_failed,
                     kRight),
        with_finding("two_barriers", FindingKind::different_barriers, Outcome::barrier_fault,
                     kRight),
        with_finding("deadlock", FindingKind::barrier_deadlock, Outcome::barrier_fault, kMessage,
                     7),
        with_finding("warp_sync", FindingKind::invalid_warp_sync, Outcome::barrier_fault, kRight),
        with_finding(
            "bounds", FindingKind::out_of_bounds, Outcome::out_of_bounds,
            "every cell is right, but the kernel went out of bounds: the message (line 12)"),
        with_finding("bounds_and_wrong", FindingKind::out_of_bounds, Outcome::out_of_bounds,
                     kMessage, 3),
        with_finding("misaligned", FindingKind::misaligned, Outcome::out_of_bounds, kMessage, 3),
        with_finding("guard_zone", FindingKind::guard_zone_written, Outcome::out_of_bounds,
                     kMessage),
        with_finding("race_and_right", FindingKind::shared_memory_race, Outcome::shared_memory_race,
                     kRight),
        with_finding("race_and_wrong", FindingKind::shared_memory_race, Outcome::wrong_output, "",
                     3),
        with_finding("api_error_alone", FindingKind::api_error, Outcome::passed, ""),
        with_finding("unset_alone", FindingKind::unset_shared_read, Outcome::passed, "")),
    row_name);

INSTANTIATE_TEST_SUITE_P(
    Facts, RunRulings,
    testing::Values(Row{"wrong", [](RunFacts& facts, auto&) { facts.wrong_cells = 1; },
                        Outcome::wrong_output, ""},
                    Row{"input", [](RunFacts& facts, auto&) { facts.input_modified = true; },
                        Outcome::input_modified, "every cell is right, but the input was changed"},
                    Row{"input_before_wrong",
                        [](RunFacts& facts, auto&) {
                          facts.input_modified = true;
                          facts.wrong_cells = 1;
                        },
                        Outcome::input_modified, "the input was changed"},
                    Row{"guard",
                        [](RunFacts& facts, auto&) {
                          facts.guard_written = true;
                          facts.guard = "4 bytes after the end of out were written";
                        },
                        Outcome::out_of_bounds, "every cell is right, but 4 bytes after the end"},
                    Row{"copied_by_the_runtime",
                        [](RunFacts& facts, auto&) { facts.words_written_by_kernels = kCells - 1; },
                        Outcome::not_own_kernel, "wrote only 1022 of 1023"},
                    Row{"not_computed_here",
                        [](RunFacts& facts, auto&) { facts.words_written_by_kernels = 0; },
                        Outcome::not_own_kernel,
                        "every cell is right, but no kernel of the submission wrote out"},
                    Row{"not_counted",
                        [](RunFacts& facts, auto&) {
                          facts.words_written_by_kernels = 0;
                          facts.kernels_counted = false;
                        },
                        Outcome::passed, ""},
                    Row{"host_time", [](RunFacts& facts, auto&) { facts.end = End::time_limit; },
                        Outcome::time_limit, "did not return"},
                    Row{"flood", [](RunFacts& facts, auto&) { facts.end = End::output_limit; },
                        Outcome::output_limit, "printed more"},
                    Row{"reset",
                        [](RunFacts& facts, Evidence& evidence) {
                          facts.device_readable = false;
                          evidence.device_reset = true;
                        },
                        Outcome::crashed, "reset the device"},
                    Row{"unreadable", [](RunFacts& facts, auto&) { facts.device_readable = false; },
                        Outcome::harness_failed, "could not be read back"},
                    Row{"a_warning_does_not_fail",
                        [](RunFacts&, Evidence& evidence) {
                          evidence.findings.push_back(error(FindingKind::shared_memory_race, ""));
                          evidence.findings.back().severity = Severity::warning;
                        },
                        Outcome::passed, ""}),
    row_name);

INSTANTIATE_TEST_SUITE_P(
    Crashes, RunRulings,
    testing::Values(
        crash("segfault", SIGSEGV, {}, Outcome::crashed, "crashed on the host"),
        crash("exit", 0, {}, Outcome::crashed, "exit(0)"),
        crash("exit_after_refusal", 0, FindingKind::launch_refused, Outcome::launch_failed,
              kMessage),
        crash("abort_after_refusal", SIGABRT, FindingKind::launch_refused, Outcome::launch_failed,
              kMessage),
        crash("segfault_after_refusal", SIGSEGV, FindingKind::launch_refused, Outcome::crashed,
              "signal 11"),
        crash("exit_after_bounds", 0, FindingKind::out_of_bounds, Outcome::out_of_bounds, kMessage),
        crash("exit_after_deadlock", 0, FindingKind::barrier_deadlock, Outcome::barrier_fault,
              kMessage),
        crash("exit_after_budget", 0, FindingKind::kernel_time_limit, Outcome::time_limit,
              kMessage),
        crash("exit_after_api_error", 0, FindingKind::api_error, Outcome::crashed, "exit(0)")),
    row_name);

TEST(RunRuling, AWriteOutsideIsToldBeforeARead) {
  Evidence evidence;
  evidence.findings = {error(FindingKind::out_of_bounds, "read of 4 bytes"),
                       error(FindingKind::out_of_bounds, "write of 4 bytes")};
  RunFacts facts;
  facts.cells = kCells;
  facts.output_words = kCells;
  facts.evidence = &evidence;
  EXPECT_NE(judge_run(facts).reason.find("write of 4 bytes"), std::string::npos);
}

TEST(RunRuling, ARefusedOptInIsToldBeforeTheLaunchItSpoils) {
  Evidence evidence;
  evidence.findings = {
      error(FindingKind::launch_refused, "the launch asked for 67072 bytes"),
      error(FindingKind::launch_refused, "cudaFuncSetAttribute asked for 67072 bytes")};
  evidence.findings[1].severity = Severity::warning;
  RunFacts facts;
  facts.cells = kCells;
  facts.output_words = kCells;
  facts.wrong_cells = kCells;
  facts.evidence = &evidence;
  EXPECT_EQ(judge_run(facts).reason,
            "nothing was written: cudaFuncSetAttribute asked for 67072 bytes (line 12)");
}

TEST(RunRuling, TheEarlierOutcomeWins) {
  Evidence evidence;
  RunFacts facts;
  facts.cells = kCells;
  facts.output_words = kCells;
  facts.evidence = &evidence;
  facts.wrong_cells = 3;
  // From last to first in precedence: each added finding takes over.
  const std::vector<std::pair<FindingKind, warpgrade::Outcome>> order{
      {FindingKind::shared_memory_race, Outcome::wrong_output},
      {FindingKind::out_of_bounds, Outcome::out_of_bounds},
      {FindingKind::barrier_deadlock, Outcome::barrier_fault},
      {FindingKind::launch_refused, Outcome::launch_failed},
      {FindingKind::kernel_time_limit, Outcome::time_limit},
      {FindingKind::trap, Outcome::crashed},
      {FindingKind::static_shared_limit, Outcome::did_not_compile},
      {FindingKind::unsupported_call, Outcome::unsupported}};
  for (const auto& [kind, outcome] : order) {
    evidence.findings.push_back(error(kind, ""));
    EXPECT_EQ(outcome_name(judge_run(facts).outcome), outcome_name(outcome));
  }
}

}  // namespace
}  // namespace warpgrade::judge
