// SPDX-License-Identifier: Apache-2.0
// Collects evidence in bounded memory, whatever the submission does.
#pragma once

#include "harness/core/evidence.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace warpgrade::device::emulated {

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
  void device_reset() { evidence_.device_reset = true; }

  /// Everything since the last call.
  Evidence take();

 private:
  Evidence evidence_;
};

/// `text` on one line: control characters replaced, cut at `bytes`.
std::string one_line(std::string_view text, std::size_t bytes = Recorder::kMaxMessageBytes);

}  // namespace warpgrade::device::emulated
