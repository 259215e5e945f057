// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/timing/contestant.hpp"

#include "harness/core/poison.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace warpgrade::timing {

using device::Owner;
using device::Status;

Contestant::Contestant(device::Device& device, Extent input, device::Movement movement)
    : device_(device),
      input_(input),
      movement_(movement),
      cells_(static_cast<std::uint64_t>(input.rows * input.cols)) {
  const auto bytes = cells_ * sizeof(float);
  const bool fits = device.allocate(Owner::harness, bytes, in_) == Status::success &&
                    device.allocate(Owner::harness, bytes, out_) == Status::success;
  if (!fits) {
    throw std::runtime_error(
        fmt::format("the device has no room to time {} x {}", input.rows, input.cols));
  }
}

Contestant::~Contestant() {
  device_.release(Owner::harness, in_);
  device_.release(Owner::harness, out_);
}

bool Contestant::prepare(std::uint64_t seed) {
  return device_.fill_index(in_, {input_, seed}) == Status::success &&
         device_.fill(out_, kOutputPoison, sizeof kOutputPoison, cells_) == Status::success;
}

std::string Contestant::record(const Work& work, std::uint64_t seed) {
  if (!prepare(seed)) return "the device could not prepare the data";
  device_.begin_recording();
  auto wrong = work(in_, out_);
  std::string problem;
  const auto status = device_.end_recording(problem);
  if (!wrong.empty()) return wrong;
  if (status != Status::success) return "the device failed while solve() was recorded";
  if (!problem.empty()) return problem;
  std::uint64_t cells = 0;
  if (device_.count_wrong(out_, {input_, seed}, movement_, cells) != Status::success) {
    return "the device could not check the output";
  }
  return cells == 0 ? ""
                    : fmt::format("{} cells of {} x {} are wrong", cells, input_.rows, input_.cols);
}

Sample Contestant::sample(std::uint64_t seed, bool cold) {
  Sample sample;
  device::Replay replay;
  sample.failed =
      !prepare(seed) || device_.replay(cold, replay) != Status::success ||
      device_.count_wrong(out_, {input_, seed}, movement_, sample.wrong_cells) != Status::success;
  sample.seconds = replay.seconds;
  sample.clock_low = replay.clock_low;
  sample.clock_high = replay.clock_high;
  return sample;
}

Contestant::Work copy_by_device(device::Device& device, Extent input) {
  const auto bytes = static_cast<std::uint64_t>(input.rows * input.cols) * sizeof(float);
  return [&device, bytes](std::uint64_t in, std::uint64_t out) -> std::string {
    return device.copy(out, in, bytes) == Status::success ? "" : "the device could not copy";
  };
}

}  // namespace warpgrade::timing
