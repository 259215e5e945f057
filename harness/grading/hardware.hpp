// SPDX-License-Identifier: Apache-2.0
// A GPU beside the emulated device: the emulator explains, the GPU decides values and times
// (design 7). What both saw must fit together, else neither is believed.
#pragma once

#include "harness/core/timing.hpp"
#include "harness/grading/ladder.hpp"
#include "harness/grading/statistics/summary.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace warpgrade::grading {

/// What a stopwatch on hardware found of one case.
struct Clocked {
  std::string problem;  ///< Why it cannot be timed, in one line; empty: it was timed.
  Timing timing;
  std::uint64_t wrong_cells = 0;  ///< Of all timed outputs of solve().
  bool failed = false;            ///< A timed run of solve() did not come to its end.
};

/// What grading needs of a GPU.
struct Hardware {
  std::string name;  ///< "NVIDIA H200"
  run::Runner* submission = nullptr;
  std::uint64_t l2_bytes = 0;
  /// Called before the GPU is used, each time; waits until it is ours. May be empty.
  std::function<void()> claim;
  /// Times copy, naive and solve on `input` until the questions are answered; none: for the table
  /// alone, quickly.
  std::function<Clocked(const Shape& input, std::span<const statistics::Question> questions)> time;
};

/// Why the two devices' results for one case cannot both be true, in one line; empty if they can.
/// Whatever the emulated device explains by a finding leaves the GPU free: after a race or a read
/// out of bounds it may show anything, right values too.
std::string disagreement(const CaseResult& emulated, const CaseResult& gpu, std::string_view name);

/// The cases that the GPU should run too: all of them if all came out right on the emulated device,
/// else the most telling of those that failed, since a broken kernel can cost a GPU seconds a case.
std::vector<Case> cases_for_gpu(const Ladder& emulated, std::int64_t tile);

/// How the case that went wrong came out on the GPU, in one line, e.g. "on the NVIDIA H200 31 x 33
/// comes out right: such a fault need not show"; empty if there is nothing to tell.
std::string told_of_gpu(const CaseResult& emulated, const CaseResult& gpu, std::string_view name);

}  // namespace warpgrade::grading
