// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/hardware.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace warpgrade::grading {
namespace {

constexpr std::size_t kFailingCases = 2;

// Outcomes that say what the kernels computed, and nothing else: both devices must see the same.
constexpr std::array kOfValues{Outcome::passed, Outcome::wrong_output, Outcome::input_modified,
                               Outcome::not_own_kernel};

bool has_error(const CaseResult& result) {
  return std::ranges::count(result.run.evidence.findings, Severity::error, &Finding::severity) > 0;
}

bool is_of_values(const CaseResult& result) {
  return std::ranges::find(kOfValues, result.ruling.outcome) != kOfValues.end();
}

/// The GPU has limits that PTX does not tell of: the registers that its machine code takes. And
/// some calls (managed memory) are only there on the emulated device.
bool is_refused(const CaseResult& gpu) {
  return gpu.ruling.outcome == Outcome::launch_failed || gpu.ruling.outcome == Outcome::unsupported;
}

std::string seen(const CaseResult& result) {
  const auto name = outcome_name(result.ruling.outcome);
  if (result.comparison.wrong == 0) return std::string{name};
  return fmt::format("{} ({} wrong cells)", name, result.comparison.wrong);
}

}  // namespace

std::string disagreement(const CaseResult& emulated, const CaseResult& gpu, std::string_view name) {
  if (has_error(emulated) || !is_of_values(emulated) || is_refused(gpu)) return "";
  if (emulated.ruling.outcome == gpu.ruling.outcome) return "";
  return fmt::format("the devices disagree on {}: {} on the emulated device, {} on the {}",
                     shape_text(emulated.c.input), seen(emulated), seen(gpu), name);
}

std::vector<Case> cases_for_gpu(const Ladder& emulated, std::int64_t tile) {
  std::vector<Case> cases;
  const auto& results = emulated.results;
  const auto take = [&](const CaseResult& result) {
    const auto known = [&](const Case& c) { return c.input == result.c.input; };
    if (cases.size() < kFailingCases && std::ranges::none_of(cases, known)) {
      cases.push_back(result.c);
    }
  };
  if (std::ranges::all_of(results, &CaseResult::passed)) {
    std::ranges::transform(results, std::back_inserter(cases), &CaseResult::c);
    return cases;
  }
  for (const auto* result : most_telling(results, tile)) take(*result);
  for (const auto& result : results) {
    if (!result.passed()) take(result);
  }
  return cases;
}

std::string told_of_gpu(const CaseResult& emulated, const CaseResult& gpu, std::string_view name) {
  if (emulated.passed()) return "";
  const auto shape = shape_text(gpu.c.input);
  if (gpu.passed()) {
    return fmt::format("on the {} {} came out right this time: such a fault need not show", name,
                       shape);
  }
  return fmt::format("on the {}, {}: {}", name, shape, seen(gpu));
}

}  // namespace warpgrade::grading
