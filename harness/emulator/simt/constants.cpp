// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/simt/constants.hpp"

#include "harness/emulator/simt/program.hpp"

#include <cstring>

namespace warpgrade::simt {
namespace {

/// What vector instructions like; every place is a multiple of it.
constexpr std::size_t kAlignment = 64;

}  // namespace

Constants::Constants(std::vector<std::byte>& area) : area_(area) {
  area_.resize(static_cast<std::size_t>(UniformSlot::count) * kNarrowBytes);
}

Slot Constants::reserve(std::uint32_t bytes) {
  const std::size_t offset = area_.size();
  area_.resize(offset + (bytes + kAlignment - 1) / kAlignment * kAlignment);
  return Slot::at(Area::uniform, static_cast<std::uint32_t>(offset));
}

Slot Constants::place(std::uint64_t value, std::uint32_t bytes) {
  const auto [known, fresh] = known_.try_emplace({value, bytes});
  if (!fresh) return known->second;
  const Slot slot = reserve(bytes);
  const std::uint32_t lane = bytes == kWideBytes ? 8 : 4;
  for (std::uint32_t at = 0; at < bytes; at += lane) {
    std::memcpy(area_.data() + slot.offset() + at, &value, lane);
  }
  known->second = slot;
  return slot;
}

}  // namespace warpgrade::simt
