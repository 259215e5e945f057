// SPDX-License-Identifier: Apache-2.0
#include "samples.hpp"

#include "harness/core/poison.hpp"

#include <bit>
#include <string>

namespace warpgrade::report {
namespace {

Report base(Outcome outcome, std::string summary) {
  Report report;
  report.exercise = "shared_memory";
  report.exercise_title = "Shared memory and tiling";
  report.submission_file = "day13/shared_memory.cu";
  report.submission_sha256 = std::string(64, '5');
  report.device = {"emulated", "Tesla T4", "t4"};
  report.outcome = outcome;
  report.summary = std::move(summary);
  report.wall_seconds = 1.26;
  return report;
}

Timing timing(double solve_seconds) {
  Timing t;
  t.input = {2003, 3001};
  t.bytes_moved = 48088024;
  t.bytes_copied = 48088024;
  t.copy_seconds = 2.28e-4;
  t.naive_seconds = 7.37e-4;
  t.solve_seconds = solve_seconds;
  t.memcpy_seconds = 1.9e-4;
  t.ratio_to_copy = solve_seconds / t.copy_seconds;
  t.ratio_low = t.ratio_high = t.ratio_to_copy;
  t.speedup_over_naive = t.naive_seconds / solve_seconds;
  return t;
}

// The unpadded tile of the lesson on 2003 x 3001 (h200_reference.md).
CountersReport tiled_counters() {
  KernelCounters k;
  k.kernel = "transpose_tiled";
  k.launches = 1;
  k.grid = {94, 63, 1};
  k.block = {32, 8, 1};
  k.static_shared_bytes = 4096;
  k.global_load = {188282, 916064, 916064, 24044012};
  k.global_store = {189063, 916751, 916751, 24044012};
  k.shared_load = {189063, 6011003, 189063};
  k.shared_load_estimated = k.shared_load;
  k.shared_store = {188282, 188282, 188282};
  k.lines = {
      {LineCounters::Kind::global_load, {"shared_memory.cu", 11}, 188282, 916064, 916064, 4},
      {LineCounters::Kind::shared_load, {"shared_memory.cu", 19}, 189063, 6011003, 189063, 128}};
  return {k, 1.0, 1.0007};
}

CountersReport naive_counters() {
  auto report = tiled_counters();
  auto& k = report.counters;
  k.kernel = "transpose_naive";
  k.static_shared_bytes = 0;
  k.global_store = {188282, 6011003, 916064, 24044012};
  k.shared_load = {};
  k.shared_load_estimated = {};
  k.shared_store = {};
  k.lines = {
      {LineCounters::Kind::global_store, {"shared_memory.cu", 14}, 188282, 6011003, 751500, 8012}};
  report.store_sectors_vs_copy = 6.5618;
  return report;
}

std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

}  // namespace

Report passed_sample() {
  auto report = base(Outcome::passed, "right on all 22 cases and 1.81x as fast as naive");
  report.correctness.cases_run = 22;
  report.timing = timing(4.06e-4);
  report.counters = {tiled_counters()};
  report.goals = {{"faster_than_naive", 1.1, 1.815, true},
                  {"max_sectors_vs_copy", 2, 1.0007, true}};
  report.correctness.sampled = {{{46341, 46342}, 25, 2099601, 17822, ""}};
  report.best_ratio_before = 1.93;
  report.claims = {1.78, "", "every lane of the column read lands in one bank", true};
  return report;
}

Report wrong_output_sample() {
  auto report = base(Outcome::wrong_output, "3 of 22 cases have wrong cells");
  auto& c = report.correctness;
  c.cases_run = 22;
  c.cases_failed = 3;
  c.smallest_failing_case = SmallestCase{{1, 33}, 40, true};
  c.smallest_same_pattern = Shape{33, 65};
  c.rule = "fails whenever cols > 32; rows does not matter";
  c.wrong_cells = 3055;
  c.diagnosis =
      Diagnosis{"unwritten_tiles",
                "cells whole tiles did not write: output rows 608..612, the last tile row got no "
                "block (grid dims swapped)",
                {611, 613}};
  for (int col = 0; col < 7; ++col) {
    c.first_wrong_cells.push_back({608, col, bits(608.5F + static_cast<float>(col)), kOutputPoison,
                                   Holds::unwritten, -1, -1});
  }
  c.first_wrong_cells.push_back({609, 0, bits(-0.0F), bits(1.25e-7F), Holds::input, 3, 14});
  c.first_wrong_cells.push_back({609, 1, bits(0.1F), kSharedPoison, Holds::unset, -1, -1});
  c.first_wrong_cells.push_back({609, 2, bits(-1.0F), bits(42.0F), Holds::other, -1, -1});
  c.picture = {"....................", "....................", "oooooooooooooooooo##"};
  report.hint = "your grid is ceil(rows/32) x ceil(cols/32); the kernel walks cols along x";
  report.again = "warpgrade grade day13/shared_memory.cu --case 1x33";
  return report;
}

Report no_faster_sample() {
  auto report = base(Outcome::no_faster_than_naive, "correct but no faster than naive");
  report.correctness.cases_run = 22;
  report.timing = timing(7.35e-4);
  report.counters = {naive_counters()};
  report.goals = {{"faster_than_naive", 1.1, 1.0027, false},
                  {"max_sectors_vs_copy", 2, 6.5618, false}};
  report.hint = "read a tile row by row into shared memory, then write its columns as rows";
  return report;
}

Report race_sample() {
  auto report =
      base(Outcome::shared_memory_race, "line 19 reads a cell that line 14 writes, unordered");
  report.correctness.cases_run = 22;
  report.findings = {
      {FindingKind::shared_memory_race,
       Severity::error,
       "thread (0, 1, 0) wrote tile[1][0] and this thread reads it with no barrier between",
       {"shared_memory.cu", 19},
       {"shared_memory.cu", 14},
       "transpose_tiled",
       {0, 0, 0},
       {1, 0, 0},
       18834}};
  report.hint = "put __syncthreads() between writing and reading the tile";
  return report;
}

Report did_not_compile_sample() {
  auto report = base(Outcome::did_not_compile, "line 7: identifier \"tile\" is undefined");
  report.details = {
      "shared_memory.cu:7: error: identifier \"tile\" is undefined",
      "shared_memory.cu:9: warning: variable \"row\" was declared but never referenced"};
  report.wall_seconds = 0;
  return report;
}

Report harness_failed_sample() {
  auto report = base(Outcome::harness_failed,
                     "cases/transpose.toml:4: rows = 0: sizes start at 1; mend the line");
  report.submission_sha256 = "";
  report.hint = "this is no verdict on your file; warpgrade doctor tells what is missing";
  report.wall_seconds = 0;
  return report;
}

Report hostile_sample() {
  auto report = wrong_output_sample();
  report.submission_file = "::error file=x::\x1b[2J.cu";
  report.details.assign(30, "::set-env name=PATH::\x07 ##[error] \xff \u202e text");
  report.correctness.picture.assign(40, std::string(64, '#'));
  report.submission_output = "::stop-commands::x\n\x1b]0;title\x07\r##vso[task.complete]\n" +
                             std::string(5000, 'x') + "\n" + std::string(60, '\n');
  report.timing = timing(4.06e-4);
  report.timing->basis = Basis::measured;
  report.timing->samples = 31;
  report.timing->fits_in_l2 = true;
  report.counters.assign(5, tiled_counters());
  report.findings.assign(9, race_sample().findings.front());
  return report;
}

}  // namespace warpgrade::report
