// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/sampled.hpp"

#include "harness/core/index_fill.hpp"
#include "harness/grading/run_facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

namespace warpgrade::grading {
namespace {

/// Where 32-bit signed indices end.
constexpr std::int64_t kMostInt = std::int64_t{1} << 31;

constexpr std::array kWrappers{FindingKind::out_of_bounds, FindingKind::misaligned};

bool has_error(const Evidence& evidence, FindingKind kind) {
  return std::ranges::any_of(evidence.findings, [kind](const Finding& finding) {
    return finding.kind == kind && finding.severity == Severity::error;
  });
}

/// Whether a kernel reads what a kernel wrote: then blocks may need what other blocks do.
bool reads_what_kernels_wrote(const Evidence& evidence) {
  std::map<std::uint64_t, bool> written;
  for (const auto& step : evidence.steps) {
    for (const auto& range : step.touched) written[range.base] |= range.words_written > 0;
  }
  for (const auto& step : evidence.steps) {
    for (const auto& range : step.touched) {
      if (range.words_read > 0 && written[range.base]) return true;
    }
  }
  return false;
}

bool is_launch(const Step& step) { return step.kind == Step::Kind::launch; }

/// Why nothing that was seen may be believed, or empty.
std::string not_to_be_trusted(const Evidence& evidence) {
  for (const auto& step : evidence.steps) {
    if (step.kind == Step::Kind::memory_copy || step.kind == Step::Kind::memory_set) {
      return "solve() copies or fills memory between its launches";
    }
    if (!is_launch(step) && step.error != 0) return fmt::format("{} fails at this size", step.what);
    if (is_launch(step) && step.error == 0 && step.blocks_sampled == 0) {
      return "it needs all blocks of a launch at once";
    }
  }
  if (evidence.device_reset) return "solve() resets the device";
  if (reads_what_kernels_wrote(evidence)) return "its blocks read what other blocks write";
  return "";
}

/// Why a run without any fault does not count, or empty.
std::string not_to_the_end(const run::RunResult& run) {
  if (has_error(run.evidence, FindingKind::kernel_time_limit)) {
    return "this launch's blocks do too much work each";
  }
  if (run.end != run::End::returned) return "solve() did not come back";
  if (std::ranges::none_of(run.evidence.steps, is_launch)) {
    return "its sizes are too narrow for so many cells, or solve() launches nothing";
  }
  return "";
}

SampledCase count_blocks(const Case& c, const Evidence& evidence) {
  SampledCase sampled;
  sampled.input = c.input.extent();
  for (const auto& step : evidence.steps) {
    if (!is_launch(step) || step.blocks_sampled == 0) continue;
    sampled.blocks_run += step.blocks_sampled;
    sampled.blocks += volume(step.counters.grid);
  }
  return sampled;
}

/// Cells of the input that are not what `fill` says.
bool is_changed(const IndexFill& fill, std::span<const Patch> input) {
  for (const auto& patch : input) {
    auto index = patch.first;
    for (const auto bits : patch.cells) {
      if (bits != fill.bits(index++)) return true;
    }
  }
  return false;
}

/// All smaller cases were right, so the size alone makes the difference.
judge::Ruling with_cause(const Case& c, judge::Ruling ruling, const Evidence& evidence) {
  const bool wraps =
      std::ranges::any_of(kWrappers, [&](FindingKind kind) { return has_error(evidence, kind); });
  if (ruling.outcome == Outcome::out_of_bounds && wraps && c.input.product() > kMostInt) {
    ruling.reason =
        "no wrong cell on any smaller size, but index arithmetic is 32-bit and wraps past 2^31 "
        "elements: " +
        ruling.reason;
    ruling.values_right = false;
    ruling.hint =
        "multiply in 64 bits: size_t(row) * cols + col, with size_t parameters or a cast before "
        "the "
        "product";
  }
  return ruling;
}

judge::Ruling rule(const Case& c, const run::RunResult& run, const SampleVerdict& verdict,
                   bool input_modified) {
  auto facts = facts_of_run(run);
  facts.device_readable = true;
  facts.input_modified = input_modified;
  facts.wrong_cells = verdict.comparison.wrong;
  facts.cells = verdict.sampled.cells_checked;
  facts.kernels_counted = false;
  auto ruling = with_cause(c, judge::judge_run(facts), run.evidence);
  if (ruling.outcome == Outcome::wrong_output) {
    ruling.reason = fmt::format(
        "at {} x {}, the first and last blocks of the grid write {} wrong "
        "cells and {} right ones",
        c.input[0], c.input[1], verdict.comparison.wrong, facts.cells - verdict.comparison.wrong);
  }
  if (ruling.outcome == Outcome::passed && facts.cells == 0) {
    return {Outcome::wrong_output,
            fmt::format("at {} x {}, the first and last blocks of the grid write no cell at all",
                        c.input[0], c.input[1]),
            false};
  }
  return ruling;
}

}  // namespace

SampleVerdict judge_sample(const Case& c, const run::RunResult& run) {
  SampleVerdict verdict{count_blocks(c, run.evidence), {}, {Outcome::passed, "", false}};
  auto& sampled = verdict.sampled;
  sampled.not_run = not_to_be_trusted(run.evidence);
  if (!sampled.not_run.empty()) return verdict;
  const auto [rows, cols] = c.input.extent();
  const IndexFill fill{rows * cols, c.seed};
  const auto expected = [&, rows = rows, cols = cols](std::int64_t index) {
    return fill.bits(index % rows * cols + index / rows);
  };
  verdict.comparison = compare::compare_patches(
      c.input.extent(), run.touched_out, expected,
      [&](std::uint32_t bits) { return fill.find(bits); }, sampled.cells_checked);
  const bool changed = is_changed(fill, run.touched_in);
  verdict.ruling = rule(c, run, verdict, changed);
  // What a run shows before it is cut short counts; that it was cut short does not.
  const auto cut_short = not_to_the_end(run);
  const auto outcome = verdict.ruling.outcome;
  const bool found = outcome == Outcome::launch_failed || outcome == Outcome::barrier_fault ||
                     outcome == Outcome::out_of_bounds;
  if (cut_short.empty() || found) return verdict;
  verdict.sampled.not_run = cut_short;
  verdict.comparison = {};
  verdict.ruling = {Outcome::passed, "", false};
  return verdict;
}

std::string sampled_text(const SampledCase& sampled) {
  const auto shape = fmt::format("{} x {}", sampled.input.rows, sampled.input.cols);
  if (!sampled.not_run.empty()) {
    return fmt::format("the giant case {} was not run: {}", shape, sampled.not_run);
  }
  return fmt::format("{} was sampled: {} of {} blocks, which write {} cells", shape,
                     sampled.blocks_run, sampled.blocks, sampled.cells_checked);
}

}  // namespace warpgrade::grading
