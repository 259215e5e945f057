// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/timing/contestant.hpp"

#include "harness/core/poison.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

namespace warpgrade::timing {

using device::Owner;
using device::Status;

Contestant::Contestant(device::Device& device, std::unique_ptr<Data> data)
    : device_(device), data_(std::move(data)) {
  const auto& shape = data_->shape();
  for (const auto& parameter : data_->signature().parameters) {
    if (parameter.kind == Parameter::Kind::size) {
      arguments_.push_back(static_cast<std::uint64_t>(shape[parameter.size]));
      continue;
    }
    std::uint64_t address = 0;
    const auto bytes = parameter.words(shape) * sizeof(std::uint32_t);
    if (device_.allocate(Owner::harness, bytes, address) != Status::success) {
      release();
      throw std::runtime_error(fmt::format("the device has no room to time {}", shape_text(shape)));
    }
    buffers_.push_back(address);
    arguments_.push_back(address);
    if (parameter.kind == Parameter::Kind::out) out_ = address;
  }
}

Contestant::~Contestant() { release(); }

void Contestant::release() {
  for (const auto address : buffers_) device_.release(Owner::harness, address);
}

bool Contestant::prepare(std::uint64_t seed) {
  const auto words = data_->signature().output().words(data_->shape());
  return data_->fill(device_, buffers_, seed) &&
         device_.fill(out_, kOutputPoison, sizeof kOutputPoison, words) == Status::success;
}

std::string Contestant::record(const Work& work, std::uint64_t seed) {
  if (!prepare(seed)) return "the device could not prepare the data";
  device_.begin_recording();
  auto wrong = work(arguments_);
  std::string problem;
  const auto status = device_.end_recording(problem);
  if (!wrong.empty()) return wrong;
  if (status != Status::success) return "the device failed while solve() was recorded";
  if (!problem.empty()) return problem;
  std::uint64_t cells = 0;
  if (!data_->count_wrong(device_, out_, seed, cells)) {
    return "the device could not check the output";
  }
  return cells == 0 ? ""
                    : fmt::format("{} cells of {} are wrong", cells, shape_text(data_->shape()));
}

Sample Contestant::sample(std::uint64_t seed, bool cold) {
  Sample sample;
  device::Replay replay;
  sample.failed = !prepare(seed) || device_.replay(cold, replay) != Status::success ||
                  !data_->count_wrong(device_, out_, seed, sample.wrong_cells);
  sample.seconds = replay.seconds;
  sample.clock_low = replay.clock_low;
  sample.clock_high = replay.clock_high;
  return sample;
}

Contestant::Work copy_by_device(device::Device& device, Extent input) {
  const auto bytes = static_cast<std::uint64_t>(input.rows * input.cols) * sizeof(float);
  return [&device, bytes](std::span<const std::uint64_t> arguments) -> std::string {
    const auto status = device.copy(arguments[1], arguments[0], bytes);
    return status == Status::success ? "" : "the device could not copy";
  };
}

}  // namespace warpgrade::timing
