// SPDX-License-Identifier: Apache-2.0
#include "harness/core/run_report.hpp"

#include <algorithm>
#include <utility>

namespace warpgrade {
namespace {

void add_launch(const Step& step, std::vector<KernelRun>& kernels) {
  const auto known = std::ranges::find_if(
      kernels, [&](const KernelRun& run) { return is_same_launch(run.counters, step.counters); });
  if (known == kernels.end()) {
    kernels.push_back({step.counters, step.seconds, step.occupancy});
  } else {
    add_counters(known->counters, step.counters);
    known->seconds += step.seconds;
  }
}

}  // namespace

void add_evidence(const Evidence& evidence, RunReport& report) {
  for (const auto& step : evidence.steps) {
    if (step.error != 0) continue;
    switch (step.kind) {
      case Step::Kind::launch:
        add_launch(step, report.kernels);
        break;
      case Step::Kind::memory_copy:
      case Step::Kind::memory_set:
        report.copy_seconds += step.seconds;
        report.copied_bytes += step.bytes;
        break;
      case Step::Kind::other:
        break;
    }
  }
  for (auto finding : evidence.findings) {
    // The program was told and may have meant to try: the lesson's own one does.
    if (finding.kind == FindingKind::launch_refused) finding.severity = Severity::warning;
    // What a kernel reads without a value, it computes with. A copy may take along what nobody
    // uses.
    if (finding.kind == FindingKind::unset_global_read && finding.where.line > 0) {
      finding.severity = Severity::error;
    }
    report.findings.push_back(std::move(finding));
  }
  std::ranges::stable_sort(report.findings, {}, &Finding::severity);
  report.unfreed_bytes = evidence.allocated_bytes;
}

bool has_errors(const RunReport& report) {
  return std::ranges::count(report.findings, Severity::error, &Finding::severity) > 0;
}

}  // namespace warpgrade
