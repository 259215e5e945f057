// SPDX-License-Identifier: Apache-2.0
// Inputs and outputs by formula, recordings and their replays on the emulated device.
#include "harness/device/emulated/emulated_device.hpp"
#include "harness/device/formula.hpp"
#include "harness/emulator/model/time.hpp"

#include <algorithm>
#include <cstring>
#include <variant>

namespace warpgrade::device::emulated {

std::span<std::byte> EmulatedDevice::room_for(std::uint64_t address, const Formula& formula) {
  const auto bytes = bytes_of(formula);
  return bytes ? heap_.memory().view(address, *bytes) : std::span<std::byte>{};
}

Status EmulatedDevice::fill_index(std::uint64_t address, const Formula& formula) {
  if (sticky_ != Status::success) return sticky_;
  const auto room = room_for(address, formula);
  if (room.empty()) return Status::invalid_value;
  const auto fill = index_fill_of(formula);
  for (std::int64_t i = 0; i < fill.cells(); ++i) {
    const auto bits = fill.bits(i);
    std::memcpy(room.data() + static_cast<std::size_t>(i) * sizeof bits, &bits, sizeof bits);
  }
  set_.set(address, room.size());
  return Status::success;
}

Status EmulatedDevice::count_wrong(std::uint64_t address, const Formula& formula, Movement movement,
                                   std::uint64_t& wrong) {
  if (sticky_ != Status::success) return sticky_;
  const auto room = room_for(address, formula);
  if (room.empty()) return Status::invalid_value;
  const auto fill = index_fill_of(formula);
  const auto [rows, cols] = formula.input;
  wrong = 0;
  for (std::int64_t i = 0; i < fill.cells(); ++i) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, room.data() + static_cast<std::size_t>(i) * sizeof bits, sizeof bits);
    const auto from = movement == Movement::transposed ? i % rows * cols + i / rows : i;
    wrong += bits != fill.bits(from) ? 1 : 0;
  }
  return Status::success;
}

void EmulatedDevice::begin_recording() {
  recording_.begin();
  heap_.give_back_kept();
}

Status EmulatedDevice::end_recording(std::string& problem) {
  problem = recording_.end();
  return sticky_;
}

double EmulatedDevice::again(const LaunchRequest& request) {
  const auto found = find_kernel(request.module, request.kernel);
  if (found.status != Status::success) {
    sticky_ = found.status;
    return 0;
  }
  auto options = options_;
  options.count = true;  // The counters are what time is modelled from.
  options.check_shared = false;
  options.check_global = false;
  auto launched = execute(found, request, options);
  for (auto& finding : launched.findings) recorder_.finding(std::move(finding));
  sticky_ = launched.left_behind;
  return model::launch_seconds(launched.counters, card_);
}

double EmulatedDevice::again(const CopyAction& copy) {
  do_copy(copy);
  return model::copy_seconds(copy.bytes, card_);
}

double EmulatedDevice::again(const FillAction& fill) {
  do_fill(fill);
  return model::fill_seconds(fill.count * fill.element_bytes, card_);
}

double EmulatedDevice::again(const UploadAction& upload) {
  std::ranges::copy(upload.data, heap_.memory().host(upload.address));
  set_.set(upload.address, upload.data.size());
  return 0;
}

Status EmulatedDevice::replay(bool /*cold: the model knows no other*/, Replay& result) {
  if (sticky_ != Status::success) return sticky_;
  if (recording_.actions().empty()) return Status::not_supported;
  result = {0, card_.time.clock_hz, card_.time.clock_hz};
  for (const auto& action : recording_.actions()) {
    if (sticky_ != Status::success) break;
    result.seconds += std::visit([&](const auto& what) { return again(what); }, action);
  }
  return sticky_;
}

}  // namespace warpgrade::device::emulated
