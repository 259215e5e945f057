// SPDX-License-Identifier: Apache-2.0
#include "harness/core/run_report.hpp"

#include <gtest/gtest.h>

namespace warpgrade {
namespace {

Step launch(const char* kernel, std::uint32_t blocks, double seconds) {
  Step step;
  step.what = kernel;
  step.seconds = seconds;
  step.counters.kernel = kernel;
  step.counters.launches = 1;
  step.counters.grid = {blocks, 1, 1};
  step.counters.global_load = {2, 8, 8, 256};
  step.counters.shared_store = {1, 32, 1};
  return step;
}

Finding finding(FindingKind kind, Severity severity) {
  Finding finding;
  finding.kind = kind;
  finding.severity = severity;
  return finding;
}

TEST(RunReport, AddsUpLaunchesOfOneKernelAndShape) {
  Evidence evidence;
  evidence.steps = {launch("a", 1, 1), launch("b", 1, 2), launch("a", 1, 3), launch("a", 2, 4)};
  evidence.steps.push_back(launch("a", 1, 100));
  evidence.steps.back().error = 9;
  RunReport report;
  add_evidence(evidence, report);
  ASSERT_EQ(report.kernels.size(), 3U);
  EXPECT_EQ(report.kernels[0].counters.kernel, "a");
  EXPECT_EQ(report.kernels[0].counters.launches, 2U) << "the refused launch does not count";
  EXPECT_DOUBLE_EQ(report.kernels[0].seconds, 4);
  EXPECT_EQ(report.kernels[0].counters.global_load, (GlobalCounters{4, 16, 16, 512}));
  EXPECT_EQ(report.kernels[0].counters.shared_store, (SharedCounters{2, 64, 2}));
  EXPECT_EQ(report.kernels[2].counters.grid.x, 2U);
}

TEST(RunReport, AddsUpCopiesAndFills) {
  Evidence evidence;
  evidence.steps.resize(3);
  evidence.steps[0].kind = Step::Kind::memory_copy;
  evidence.steps[1].kind = Step::Kind::memory_set;
  evidence.steps[2].kind = Step::Kind::other;
  for (auto& step : evidence.steps) {
    step.bytes = 100;
    step.seconds = 0.5;
  }
  evidence.allocated_bytes = 7;
  RunReport report;
  add_evidence(evidence, report);
  EXPECT_EQ(report.copied_bytes, 200U);
  EXPECT_DOUBLE_EQ(report.copy_seconds, 1);
  EXPECT_EQ(report.unfreed_bytes, 7U);
}

TEST(RunReport, ARefusedLaunchIsAWarningToAProgramThatWasTold) {
  Evidence evidence;
  evidence.findings = {finding(FindingKind::launch_refused, Severity::error)};
  RunReport report;
  add_evidence(evidence, report);
  EXPECT_FALSE(has_errors(report));
  evidence.findings = {finding(FindingKind::out_of_bounds, Severity::error)};
  add_evidence(evidence, report);
  EXPECT_TRUE(has_errors(report));
  EXPECT_EQ(report.findings.front().kind, FindingKind::out_of_bounds) << "errors come first";
}

TEST(RunReport, WhatAKernelReadsUnsetIsAnErrorAndACopyIsNone) {
  Evidence evidence;
  evidence.findings.assign(2, finding(FindingKind::unset_global_read, Severity::warning));
  evidence.findings[1].where.line = 7;
  RunReport report;
  add_evidence(evidence, report);
  ASSERT_EQ(report.findings.size(), 2U);
  EXPECT_EQ(report.findings[0].severity, Severity::error);
  EXPECT_EQ(report.findings[0].where.line, 7);
  EXPECT_EQ(report.findings[1].severity, Severity::warning);
}

}  // namespace
}  // namespace warpgrade
