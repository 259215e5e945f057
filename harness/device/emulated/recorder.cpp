// SPDX-License-Identifier: Apache-2.0
#include "harness/device/emulated/recorder.hpp"

#include <algorithm>
#include <utility>

namespace warpgrade::device::emulated {
namespace {

/// The same defect again. Where no line is known, only the words tell defects apart.
bool same_defect(const Finding& a, const Finding& b) {
  return a.kind == b.kind && a.severity == b.severity && a.kernel == b.kernel &&
         a.where == b.where && a.other == b.other && (a.where.line > 0 || a.message == b.message);
}

}  // namespace

void Recorder::step(Step step) {
  auto& steps = evidence_.steps;
  if (steps.size() <= kMaxSteps) {
    if (steps.size() == kMaxSteps) {
      step = {
          Step::Kind::other, "further steps", step.error, step.seconds, step.bytes, 0, 0, {}, {}};
    }
    steps.push_back(std::move(step));
    return;
  }
  auto& rest = steps.back();
  if (rest.error == 0) rest.error = step.error;
  rest.seconds += step.seconds;
  rest.bytes += step.bytes;
}

void Recorder::finding(Finding finding) {
  finding.message = one_line(finding.message);
  auto& findings = evidence_.findings;
  const auto same = std::ranges::find_if(
      findings, [&](const Finding& earlier) { return same_defect(earlier, finding); });
  if (same != findings.end()) {
    same->count += finding.count;
    return;
  }
  const auto alike = std::ranges::count(findings, finding.severity, &Finding::severity);
  if (alike < static_cast<std::ptrdiff_t>(kMaxFindings)) findings.push_back(std::move(finding));
}

void Recorder::text(std::string_view printed) {
  auto& text = evidence_.device_text;
  text += printed.substr(0, kMaxTextBytes - std::min(kMaxTextBytes, text.size()));
}

Evidence Recorder::take() { return std::exchange(evidence_, {}); }

std::string one_line(std::string_view text, std::size_t bytes) {
  std::string line(text.substr(0, bytes));
  std::ranges::replace_if(
      line, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
  if (text.size() > bytes) line += "...";
  return line;
}

}  // namespace warpgrade::device::emulated
