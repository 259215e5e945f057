// SPDX-License-Identifier: Apache-2.0
// One program on one case, recorded once and then replayed on fresh data as often as timing needs.
#pragma once

#include "harness/device/device.hpp"
#include "harness/grading/timing/data.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace warpgrade::timing {

/// One timed replay.
struct Sample {
  double seconds = 0;
  double clock_low = 0;  ///< Multiprocessor clock around it, in hertz; 0: unknown.
  double clock_high = 0;
  std::uint64_t wrong_cells = 0;  ///< Of its output.
  bool failed = false;            ///< The device could not do it: a fault, or a lost server.
};

class Contestant {
 public:
  /// Does the work, through the device, with the arguments of a solve(): device addresses and
  /// sizes in the order of its parameters. Returns what went wrong, in one line, or nothing.
  using Work = std::function<std::string(std::span<const std::uint64_t> arguments)>;

  /// Allocates the buffers. @param device  Outlives this object.
  /// @throws std::runtime_error if the device has no room.
  Contestant(device::Device& device, std::unique_ptr<Data> data);
  ~Contestant();
  Contestant(const Contestant&) = delete;
  Contestant& operator=(const Contestant&) = delete;

  /// Records `work` on the data of `seed` and checks its output.
  /// @returns why it cannot be timed, in one line; empty: it can.
  std::string record(const Work& work, std::uint64_t seed);

  /// Fresh input, poisoned output, one replay, the output checked.
  /// @param cold  No cache holds any of the data when the clock starts.
  Sample sample(std::uint64_t seed, bool cold);

 private:
  bool prepare(std::uint64_t seed);
  void release();

  device::Device& device_;
  std::unique_ptr<Data> data_;
  std::vector<std::uint64_t> buffers_;    ///< In the order of the signature's buffers.
  std::vector<std::uint64_t> arguments_;  ///< In the order of its parameters.
  std::uint64_t out_ = 0;
};

/// The device's own copy of the first buffer to the second, of the extent `input`: the ceiling.
Contestant::Work copy_by_device(device::Device& device, Extent input);

}  // namespace warpgrade::timing
