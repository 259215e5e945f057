// SPDX-License-Identifier: Apache-2.0
#include "harness/device/recorder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace warpgrade::device {
namespace {

constexpr std::size_t kMaxCallName = 100;

bool is_identifier(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

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

Status Recorder::refuse(FindingKind kind, Severity severity, Step refused, const Refusal& refusal,
                        std::string kernel) {
  refused.error = static_cast<int>(refusal.status);
  step(std::move(refused));
  Finding why;
  why.kind = kind;
  why.severity = severity;
  why.message = refusal.message;
  why.kernel = std::move(kernel);
  finding(std::move(why));
  return refusal.status;
}

Status Recorder::api_error(Status status, Step::Kind kind, std::string call, std::string message) {
  return refuse(FindingKind::api_error, Severity::warning,
                {kind, std::move(call), 0, 0, 0, 0, 0, {}, {}}, {status, std::move(message)});
}

void Recorder::unsupported(std::string_view call) {
  std::string name(call.substr(0, kMaxCallName));
  std::erase_if(name, [](char c) { return !is_identifier(c); });
  Finding what;
  what.kind = FindingKind::unsupported_call;
  what.message = "the runtime call " + name + " is not supported";
  finding(std::move(what));
}

Evidence Recorder::take() { return std::exchange(evidence_, {}); }

Step launch_step(const LaunchRequest& request, std::string name) {
  Step step;
  step.kind = Step::Kind::launch;
  step.what = std::move(name);
  step.counters.kernel = step.what;
  step.counters.grid = request.grid;
  step.counters.block = request.block;
  step.counters.dynamic_shared_bytes = request.dynamic_shared_bytes;
  return step;
}

std::optional<Refusal> refuse_parameters(const LaunchRequest& request,
                                         std::uint32_t parameter_bytes) {
  if (request.parameters.size() == parameter_bytes) return std::nullopt;
  return Refusal{Status::invalid_value,
                 fmt::format("the launch passed {} bytes of arguments, the kernel takes {}",
                             request.parameters.size(), parameter_bytes)};
}

std::string one_line(std::string_view text, std::size_t bytes) {
  std::string line(text.substr(0, bytes));
  std::ranges::replace_if(
      line, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
  if (text.size() > bytes) line += "...";
  return line;
}

}  // namespace warpgrade::device
