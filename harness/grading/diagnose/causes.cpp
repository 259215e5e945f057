// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/diagnose/causes.hpp"

#include "harness/grading/diagnose/cells.hpp"
#include "harness/grading/diagnose/rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace warpgrade::diagnose {
namespace {

constexpr std::string_view kOptIn = "cudaFuncSetAttribute";

/// Findings after which a kernel does not go on.
struct Stop {
  FindingKind kind;
  Pattern pattern;
  std::string_view prefix;
};
constexpr std::array kStops{
    Stop{FindingKind::misaligned, Pattern::misaligned, "the kernel faulted: "},
    Stop{FindingKind::barrier_deadlock, Pattern::barrier, ""},
    Stop{FindingKind::different_barriers, Pattern::barrier, ""},
    Stop{FindingKind::invalid_warp_sync, Pattern::barrier, ""},
    Stop{FindingKind::kernel_time_limit, Pattern::unfinished, ""},
    Stop{FindingKind::device_assert, Pattern::unfinished, "the kernel stopped: "},
    Stop{FindingKind::trap, Pattern::unfinished, "the kernel stopped: "},
};

bool speaks_of(const Finding& finding, std::string_view word) {
  return finding.message.find(word) != std::string::npos;
}

const Finding* out_of_shared_memory(const Evidence& e) {
  for (const auto& finding : e.findings) {
    if (finding.kind == FindingKind::out_of_bounds && speaks_of(finding, "shared")) return &finding;
  }
  return nullptr;
}

}  // namespace

const Finding* first_finding(const Evidence& e, FindingKind kind) {
  const Finding* first = nullptr;
  for (const auto& finding : e.findings) {
    if (finding.kind != kind) continue;
    if (finding.severity == Severity::error) return &finding;
    if (first == nullptr) first = &finding;
  }
  return first;
}

const Finding* worst_fault(const Evidence& e) {
  for (const auto& finding : e.findings) {
    if (finding.message.starts_with(kOptIn)) return &finding;
  }
  if (const auto* const refused = first_finding(e, FindingKind::launch_refused)) return refused;
  const auto found = std::ranges::find(e.findings, Severity::error, &Finding::severity);
  return found == e.findings.end() ? nullptr : &*found;
}

std::string said_with_line(const Finding& finding) {
  if (finding.where.line <= 0) return finding.message;
  return fmt::format("{} (line {})", finding.message, finding.where.line);
}

std::optional<Verdict> replayed(const Evidence& e, std::int64_t /*tile*/) {
  if (!e.replayed) return std::nullopt;
  return Verdict{Pattern::replayed,
                 "the output matches an earlier call's input: the submission replays a stored "
                 "result"};
}

std::optional<Verdict> past_the_tile(const Evidence& e, std::int64_t /*tile*/) {
  const auto* const finding = out_of_shared_memory(e);
  if (finding == nullptr) return std::nullopt;
  const auto* const launch = the_launch(e);
  if (launch != nullptr && launch->static_shared_bytes + launch->dynamic_shared_bytes == 0) {
    return Verdict{
        Pattern::past_the_tile,
        "the kernel touched shared memory it did not ask for: no dynamic size was passed "
        "at launch"};
  }
  const auto block = launch == nullptr
                         ? std::string{}
                         : fmt::format("the block is {} x {}; ", launch->block.x, launch->block.y);
  return Verdict{Pattern::past_the_tile,
                 fmt::format("the kernel touched shared memory past its tile: {}{}", block,
                             said_with_line(*finding))};
}

std::optional<Verdict> stopped(const Evidence& e, std::int64_t /*tile*/) {
  for (const auto& stop : kStops) {
    const auto* const finding = first_finding(e, stop.kind);
    if (finding == nullptr || finding->severity != Severity::error) continue;
    return Verdict{stop.pattern, fmt::format("{}{}", stop.prefix, said_with_line(*finding))};
  }
  return std::nullopt;
}

std::optional<Verdict> left_its_buffers(const Evidence& e, std::int64_t /*tile*/) {
  const auto* const finding = first_finding(e, FindingKind::out_of_bounds);
  if (finding == nullptr) return std::nullopt;
  return Verdict{Pattern::none,
                 fmt::format("the wrong cells have no single pattern, but the kernel "
                             "left its buffers: {}",
                             said_with_line(*finding))};
}

}  // namespace warpgrade::diagnose
