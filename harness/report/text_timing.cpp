// SPDX-License-Identifier: Apache-2.0
#include "harness/report/escape.hpp"
#include "harness/report/text_sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace warpgrade::report {
namespace {

constexpr std::size_t kKernels = 2;
constexpr std::string_view kCopy = "copy";
constexpr std::string_view kMemcpy = "cudaMemcpy";
constexpr std::string_view kFits = "both buffers fit in the card's L2 cache";

std::string timing_row(const Timing& timing, std::string_view who, double seconds,
                       std::string_view remark = "") {
  const bool copies = who == kCopy || who == kMemcpy;
  const auto bytes = copies && timing.bytes_copied > 0 ? timing.bytes_copied : timing.bytes_moved;
  const auto rate = static_cast<double>(bytes) / seconds / 1e9;
  return fmt::format("  {:<24}{:>9}{:>10.1f}{:>9.2f}x{}{}", who, seconds_text(seconds), rate,
                     seconds / timing.copy_seconds, remark.empty() ? "" : "   ", remark);
}

std::string naive_remark(const Report& report, const Timing& timing) {
  const auto speedup = timing.speedup_over_naive;
  if (report.outcome == Outcome::no_faster_than_naive) {
    return fmt::format("no faster than naive ({:.2f}x)", speedup);
  }
  return fmt::format("{:.2f}x as fast as naive", speedup);
}

std::string timing_title(const Timing& timing) {
  return fmt::format("{}, {}", shape_text(timing.input),
                     timing.basis == Basis::modelled ? "modelled" : "measured");
}

std::string best_text(const Report& report) {
  constexpr double as_shown = 0.005;
  const auto best = *report.best_ratio_before;
  const bool beaten = report.timing->ratio_to_copy < best - as_shown;
  return fmt::format("best so far on this card {:.2f}x{}", best, beaten ? ", now beaten" : "");
}

std::string samples_text(const Timing& timing) {
  return fmt::format("ratio to copy {:.2f}..{:.2f} over {} samples, {} discarded", timing.ratio_low,
                     timing.ratio_high, timing.samples, timing.discarded);
}

// The case beside the one that counts, in one row.
void add_other(Section& section, const Timing& other) {
  section.lines.push_back(timing_row(other, timing_title(other), other.solve_seconds,
                                     other.fits_in_l2 ? kFits : std::string_view{}));
}

struct Access {
  std::string_view name;
  std::string_view unit;
  std::uint64_t requests;
  std::uint64_t units;
  std::uint64_t ideal;
  double vs_copy;  // 0: not compared with copy.
};

/// The row for loads as ptxas would merge them, where that changes anything.
Access merged_loads(const KernelCounters& k) {
  const auto& merged = k.shared_load_estimated;
  const auto requests = merged == k.shared_load ? 0 : merged.requests;
  return {
      "  merged, estimated", "wavefronts", requests, merged.wavefronts, merged.wavefronts_ideal, 0};
}

std::array<Access, 6> accesses(const CountersReport& report) {
  const auto& k = report.counters;
  return {{{"global loads", "sectors", k.global_load.requests, k.global_load.sectors,
            k.global_load.sectors_ideal, report.load_sectors_vs_copy},
           {"global stores", "sectors", k.global_store.requests, k.global_store.sectors,
            k.global_store.sectors_ideal, report.store_sectors_vs_copy},
           {"shared loads", "wavefronts", k.shared_load.requests, k.shared_load.wavefronts,
            k.shared_load.wavefronts_ideal, 0},
           merged_loads(k),
           {"shared stores", "wavefronts", k.shared_store.requests, k.shared_store.wavefronts,
            k.shared_store.wavefronts_ideal, 0},
           {"shared atomics", "wavefronts", k.shared_atomic.requests, k.shared_atomic.wavefronts,
            k.shared_atomic.wavefronts_ideal, 0}}};
}

std::string access_row(const Access& access) {
  const auto each = static_cast<double>(access.units) / static_cast<double>(access.requests);
  auto line = fmt::format("  {:<24}{:>11}{:>12} {:<10}{:>12}{:>11.2f}", access.name,
                          grouped(access.requests), grouped(access.units), access.unit,
                          grouped(access.ideal), each);
  if (access.vs_copy > 0) line += fmt::format("{:>9.2f}x", access.vs_copy);
  return line;
}

std::string launch_text(const KernelCounters& k) {
  auto text = fmt::format("grid ({}, {}, {}), block ({}, {}, {})", k.grid.x, k.grid.y, k.grid.z,
                          k.block.x, k.block.y, k.block.z);
  if (const auto shared = k.static_shared_bytes + k.dynamic_shared_bytes; shared > 0) {
    text += fmt::format(", {} bytes of shared memory", grouped(shared));
  }
  if (k.launches > 1) text += fmt::format(", {} launches", grouped(k.launches));
  return text;
}

std::string claims_text(const ClaimsReport& claims) {
  if (!claims.ratio_to_copy) return "";
  std::string verdict;
  if (claims.agrees) verdict = *claims.agrees ? ", as found here" : ", not what was found here";
  if (!claims.agrees && !claims.card.empty()) verdict = " on " + escape_line(claims.card, 60);
  return fmt::format("{:.2f}x of copy{}", *claims.ratio_to_copy, verdict);
}

}  // namespace

void add_kernel(Section& section, const CountersReport& report,
                const std::vector<std::string>& remarks) {
  const auto& k = report.counters;
  section.lines.push_back(row(escape_line(k.kernel, 60), launch_text(k)));
  for (const auto& remark : remarks) section.lines.push_back(row("", remark));
  const auto all = accesses(report);
  if (std::ranges::all_of(all, [](const Access& access) { return access.requests == 0; })) return;
  const bool compared = std::ranges::any_of(all, [](const Access& a) { return a.vs_copy > 0; });
  section.lines.push_back(fmt::format("  {:<24}{:>11}{:>12} {:<10}{:>12}{:>11}{}", "", "requests",
                                      "moved", "", "ideal", "a request",
                                      compared ? "   vs copy" : ""));
  for (const auto& access : all) {
    if (access.requests > 0) section.lines.push_back(access_row(access));
  }
}

Section timing_section(const Report& report) {
  Section section{"times", {}, 0, 70};
  if (!report.timing) return section;
  const auto& timing = *report.timing;
  section.lines.push_back(
      fmt::format("  {:<24}{:>9}{:>10}{:>10}", timing_title(timing), "time", "GB/s", "vs copy"));
  section.lines.push_back(timing_row(timing, kCopy, timing.copy_seconds));
  section.lines.push_back(timing_row(timing, "naive", timing.naive_seconds));
  section.lines.push_back(
      timing_row(timing, "yours", timing.solve_seconds, naive_remark(report, timing)));
  if (timing.memcpy_seconds) {
    section.lines.push_back(timing_row(timing, kMemcpy, *timing.memcpy_seconds));
  }
  if (report.best_ratio_before) section.lines.push_back(row("", best_text(report)));
  if (timing.basis == Basis::measured) section.lines.push_back(row("", samples_text(timing)));
  if (timing.fits_in_l2) section.lines.push_back(row("", std::string{kFits}));
  for (const auto& other : report.other_timings) add_other(section, other);
  for (const auto& noise : timing.noise) append(section, "noise", noise);
  section.keep = section.lines.size();
  return section;
}

Section goals_section(const Report& report) {
  Section section{"goals", {}, 2, 65};
  for (const auto& goal : report.goals) {
    section.lines.push_back(
        row(section.lines.empty() ? "goals" : "",
            fmt::format("{:<7}{:<26}{:>8.2f}   limit {:.2f}", goal.met ? "met" : "MISSED",
                        goal.name, goal.value, goal.limit)));
  }
  if (const auto claim = claims_text(report.claims); !claim.empty()) {
    section.lines.push_back(row("you say", claim));
  }
  if (!report.claims.gap.empty()) append(section, "", escape_line(report.claims.gap, 300));
  return section;
}

Section counters_section(const Report& report) {
  Section section{"counters", {}, 0, 30};
  for (std::size_t i = 0; i < std::min(report.counters.size(), kKernels); ++i) {
    add_kernel(section, report.counters[i]);
  }
  if (report.counters.size() > kKernels) {
    section.lines.push_back(
        row("", fmt::format("... {} kernels more", report.counters.size() - kKernels)));
  }
  return section;
}

}  // namespace warpgrade::report
