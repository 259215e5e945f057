// SPDX-License-Identifier: Apache-2.0
// Collects evidence in bounded memory, whatever the submission does.
#pragma once

#include "harness/core/evidence.hpp"
#include "harness/device/limits.hpp"
#include "harness/device/status.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace warpgrade::device {

class Recorder {
 public:
  /// Steps beyond this become one, "further steps", with their summed time and their first error.
  static constexpr std::size_t kMaxSteps = 4096;
  /// Different findings of each severity that are kept.
  static constexpr std::size_t kMaxFindings = 256;
  static constexpr std::size_t kMaxTextBytes = std::size_t{64} << 10;
  static constexpr std::size_t kMaxMessageBytes = 500;

  void step(Step step);
  /// A finding like an earlier one (same kind, kernel and places) is counted on that one.
  void finding(Finding finding);
  void text(std::string_view printed);
  /// A call that was refused: `step` gets the error, and a finding says why.
  /// @returns refusal.status
  Status refuse(FindingKind kind, Severity severity, Step step, const Refusal& refusal,
                std::string kernel = {});
  /// A runtime call that fails for its arguments. A warning: programs may go on after an error that
  /// they read; what counts is what they compute.
  Status api_error(Status status, Step::Kind kind, std::string call, std::string message);
  /// A runtime call that the shim lacks; `call` is untrusted.
  void unsupported(std::string_view call);
  void device_reset() { evidence_.device_reset = true; }

  /// The text since the last call; it is left out of take().
  std::string take_text() { return std::exchange(evidence_.device_text, {}); }
  /// Everything since the last call.
  Evidence take();

 private:
  Evidence evidence_;
};

/// The step of a launch, without what came of it. @param name  The kernel's, demangled.
Step launch_step(const LaunchRequest& request, std::string name);

/// The refusal of a launch whose packed arguments are not those of the kernel.
std::optional<Refusal> refuse_parameters(const LaunchRequest& request,
                                         std::uint32_t parameter_bytes);

/// `text` on one line: control characters replaced, cut at `bytes`.
std::string one_line(std::string_view text, std::size_t bytes = Recorder::kMaxMessageBytes);

}  // namespace warpgrade::device
