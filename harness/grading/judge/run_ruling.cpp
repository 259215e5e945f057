// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/judge/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <csignal>

namespace warpgrade::judge {
namespace {

using Check = std::optional<Ruling> (*)(const RunFacts&);

std::string with_line(const Finding& finding) {
  if (finding.where.line <= 0) return finding.message;
  return fmt::format("{} (line {})", finding.message, finding.where.line);
}

bool all_right(const RunFacts& facts) {
  return facts.end == End::returned && facts.device_readable && facts.wrong_cells == 0;
}

template <class Kinds>
const Finding* first_error(const RunFacts& facts, const Kinds& kinds) {
  for (const auto& finding : facts.evidence->findings) {
    if (finding.severity != Severity::error) continue;
    if (std::ranges::find(kinds, finding.kind) != kinds.end()) return &finding;
  }
  return nullptr;
}

constexpr std::array kUnsupported{FindingKind::unsupported_instruction,
                                  FindingKind::unsupported_call};
constexpr std::array kStaticLimit{FindingKind::static_shared_limit};
constexpr std::array kStopped{FindingKind::device_assert, FindingKind::trap};
constexpr std::array kBudget{FindingKind::kernel_time_limit};
constexpr std::array kRefused{FindingKind::launch_refused};
constexpr std::array kBarriers{FindingKind::different_barriers, FindingKind::barrier_deadlock,
                               FindingKind::invalid_warp_sync};
constexpr std::array kBounds{FindingKind::out_of_bounds, FindingKind::misaligned,
                             FindingKind::guard_zone_written};
constexpr std::array kRaces{FindingKind::shared_memory_race};

/// `outcome` with the message of the first error of one of these kinds.
template <class Kinds>
std::optional<Ruling> for_error(const RunFacts& facts, const Kinds& kinds, Outcome outcome) {
  const auto* const finding = first_error(facts, kinds);
  if (finding == nullptr) return std::nullopt;
  return Ruling{outcome, with_line(*finding)};
}

std::optional<Ruling> unsupported(const RunFacts& facts) {
  return for_error(facts, kUnsupported, Outcome::unsupported);
}

std::optional<Ruling> static_limit(const RunFacts& facts) {
  const auto* const finding = first_error(facts, kStaticLimit);
  if (finding == nullptr) return std::nullopt;
  return Ruling{Outcome::did_not_compile,
                "does not compile: static shared memory is limited to 48 KiB, larger tiles must be "
                "dynamic with opt-in (" +
                    with_line(*finding) + ")"};
}

/// The refused opt-in that made the launch too large, if there was one.
const Finding* refused_opt_in(const RunFacts& facts) {
  const auto found = std::ranges::find_if(facts.evidence->findings, [](const Finding& finding) {
    return finding.message.starts_with("cudaFuncSetAttribute");
  });
  return found == facts.evidence->findings.end() ? nullptr : &*found;
}

std::optional<Ruling> launch_failed(const RunFacts& facts) {
  const auto* finding = first_error(facts, kRefused);
  if (finding == nullptr) return std::nullopt;
  if (const auto* const opt_in = refused_opt_in(facts)) finding = opt_in;
  const bool nothing = facts.wrong_cells == facts.cells || !facts.device_readable;
  return Ruling{Outcome::launch_failed,
                nothing ? "nothing was written: " + with_line(*finding) : with_line(*finding)};
}

std::optional<Ruling> barrier_fault(const RunFacts& facts) {
  return for_error(facts, kBarriers, Outcome::barrier_fault);
}

/// The first write outside, which does more harm than a read; else the first other error.
const Finding* worst_access(const RunFacts& facts) {
  const auto is_write = [](const Finding& finding) {
    return finding.kind == FindingKind::out_of_bounds && finding.severity == Severity::error &&
           finding.message.starts_with("write");
  };
  const auto& findings = facts.evidence->findings;
  const auto found = std::ranges::find_if(findings, is_write);
  return found != findings.end() ? &*found : first_error(facts, kBounds);
}

std::optional<Ruling> out_of_bounds(const RunFacts& facts) {
  if (const auto* const finding = worst_access(facts)) {
    return Ruling{Outcome::out_of_bounds, "the kernel went out of bounds: " + with_line(*finding)};
  }
  if (!facts.guard_written) return std::nullopt;
  return Ruling{Outcome::out_of_bounds, facts.guard};
}

/// The device had given the process an error, and the process went down an error path of its own.
std::optional<Ruling> gave_up_after(const RunFacts& facts) {
  if (facts.signal != 0 && facts.signal != SIGABRT) return std::nullopt;
  for (const Check cause : {launch_failed, barrier_fault, out_of_bounds}) {
    if (auto ruling = cause(facts)) return ruling;
  }
  return std::nullopt;
}

std::string crash_text(const RunFacts& facts) {
  if (!facts.crash.empty()) return facts.crash;
  if (facts.signal == 0) {
    return fmt::format("solve() ended the process with exit({})", facts.exit_status);
  }
  return fmt::format("the process was ended by signal {}", facts.signal);
}

std::optional<Ruling> crashed(const RunFacts& facts) {
  if (auto ruling = for_error(facts, kStopped, Outcome::crashed)) return ruling;
  if (facts.end == End::crashed) {
    if (auto budget = for_error(facts, kBudget, Outcome::time_limit)) return budget;
    if (auto ruling = gave_up_after(facts)) return ruling;
    return Ruling{Outcome::crashed, "the submission crashed on the host: " + crash_text(facts)};
  }
  if (facts.end == End::returned && !facts.device_readable && facts.evidence->device_reset) {
    return Ruling{Outcome::crashed,
                  "the submission reset the device: the harness's buffers are gone"};
  }
  return std::nullopt;
}

std::optional<Ruling> time_limit(const RunFacts& facts) {
  if (const auto* const finding = first_error(facts, kBudget)) {
    return Ruling{Outcome::time_limit, with_line(*finding)};
  }
  if (facts.end != End::time_limit) return std::nullopt;
  return Ruling{Outcome::time_limit, "solve() did not return within the time limit"};
}

std::optional<Ruling> output_limit(const RunFacts& facts) {
  if (facts.end != End::output_limit) return std::nullopt;
  return Ruling{Outcome::output_limit, "solve() printed more than is kept"};
}

std::optional<Ruling> unreadable(const RunFacts& facts) {
  if (facts.end != End::returned || facts.device_readable) return std::nullopt;
  return Ruling{Outcome::harness_failed, "solve() returned, but its output could not be read back"};
}

std::optional<Ruling> input_modified(const RunFacts& facts) {
  if (!facts.input_modified) return std::nullopt;
  return Ruling{Outcome::input_modified,
                facts.modified_input.empty()
                    ? "the input was changed"
                    : fmt::format("the input {} was changed", facts.modified_input)};
}

std::optional<Ruling> wrong_output(const RunFacts& facts) {
  if (facts.wrong_cells == 0) return std::nullopt;
  return Ruling{Outcome::wrong_output, ""};
}

std::optional<Ruling> race(const RunFacts& facts) {
  return for_error(facts, kRaces, Outcome::shared_memory_race);
}

std::optional<Ruling> not_own_kernel(const RunFacts& facts) {
  if (!facts.kernels_counted || facts.words_written_by_kernels >= facts.output_words)
    return std::nullopt;
  if (facts.words_written_by_kernels == 0) {
    return Ruling{Outcome::not_own_kernel, "no kernel of the submission wrote out"};
  }
  return Ruling{
      Outcome::not_own_kernel,
      fmt::format("kernels of the submission wrote only {} of {} output cells",
                  facts.words_written_by_kernels * facts.cells / facts.output_words, facts.cells)};
}

// In order of precedence.
constexpr std::array<Check, 13> kChecks{
    unsupported,   static_limit,  crashed,        time_limit, output_limit,
    launch_failed, barrier_fault, out_of_bounds,  unreadable, input_modified,
    wrong_output,  race,          not_own_kernel,
};

}  // namespace

std::string told(const Ruling& ruling) {
  return ruling.values_right ? "every cell is right, but " + ruling.reason : ruling.reason;
}

Ruling judge_run(const RunFacts& facts) {
  assert(facts.evidence != nullptr);
  for (const auto check : kChecks) {
    auto ruling = check(facts);
    if (!ruling) continue;
    ruling->values_right = all_right(facts);
    return *std::move(ruling);
  }
  return {Outcome::passed, ""};
}

}  // namespace warpgrade::judge
