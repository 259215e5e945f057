// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/device/client.hpp"
#include "harness/device/process.hpp"
#include "harness/grading/run/session_runner.hpp"
#include "harness/grading/timing/contestant.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace warpgrade::timing {

/// A compiled program on a device server of its own, recorded from one call of its solve(). The
/// learner's process is gone when the recording is done: nothing of it runs while it is timed.
class Program {
 public:
  /// @throws std::runtime_error if the harness itself fails (no worker, no device server).
  Program(const run::SessionOptions& options, std::unique_ptr<Data> data);

  /// Calls solve() once. @param seconds  Its wall clock.
  /// @returns why it cannot be timed, in one line; empty: it can.
  std::string record(std::uint64_t seed, double seconds);
  /// Records the device's own copy of a matrix instead; for the data of one that is copied.
  std::string record_copy(std::uint64_t seed);

  Sample sample(std::uint64_t seed, bool cold) { return contestant_.sample(seed, cold); }
  [[nodiscard]] device::Client& device() { return control_; }

 private:
  run::SessionOptions options_;
  Shape shape_;
  device::ServerProcess server_;
  device::Client control_;
  Contestant contestant_;
};

}  // namespace warpgrade::timing
