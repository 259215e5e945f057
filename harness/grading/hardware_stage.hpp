// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/grading/hardware.hpp"
#include "harness/grading/speed.hpp"

#include <cstddef>
#include <vector>

namespace warpgrade::grading {

/// What a GPU adds to one grading.
class HardwareStage {
 public:
  /// @param request  With hardware; outlives this object.
  explicit HardwareStage(const GradeRequest& request);

  /// Runs on the GPU what the emulated device ran, from result `from` of `ladder` on. A case that
  /// the GPU alone finds wrong, and one on which the devices disagree, takes the place of the
  /// emulated result; how failing cases came out goes to the ladder's notes.
  void witness(Ladder& ladder, std::size_t from);

  /// Measured times in the place of the modelled ones, with the goals they decide. What went wrong
  /// while it was timed becomes a result of `ladder`.
  /// @returns the lesson's case beside the timing case, if that is another one.
  std::vector<Timing> time(Speed& speed, Ladder& ladder);

 private:
  void weigh(CaseResult& emulated, CaseResult gpu, Ladder& ladder) const;

  const GradeRequest& request_;
  const Hardware& hardware_;
  CaseRunner runner_;
};

}  // namespace warpgrade::grading
