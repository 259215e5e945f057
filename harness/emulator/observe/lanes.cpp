// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/observe/lanes.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>

namespace warpgrade::observe {
namespace {

using Four = std::uint64_t __attribute__((vector_size(32)));

void load_four(const std::uint64_t* from, Four& to) { std::memcpy(&to, from, sizeof to); }

// All 31 differences of a full warp at once; the last group overlaps the one before it.
bool all_apart(const std::uint64_t* address, std::uint64_t stride) {
  Four wrong = {};
  for (const int start : {0, 4, 8, 12, 16, 20, 24, 27}) {
    Four here;
    Four next;
    load_four(address + start, here);
    load_four(address + start + 1, next);
    wrong |= (next - here) ^ stride;
  }
  return (wrong[0] | wrong[1] | wrong[2] | wrong[3]) == 0;
}

bool few_apart(const std::uint64_t* address, std::uint32_t count, std::uint64_t stride) {
  std::uint64_t wrong = 0;
  for (std::uint32_t i = 1; i < count; ++i) wrong |= (address[i] - address[i - 1]) ^ stride;
  return wrong == 0;
}

}  // namespace

Lanes::Lanes(simt::Mask active, const simt::LaneAddresses& address)
    : address_(address.data()), count_(static_cast<std::uint32_t>(std::popcount(active))) {
  assert(active != 0);
  const bool full = count_ == simt::kWarpSize;
  if (!full) {
    std::uint32_t n = 0;
    for (simt::Mask left = active; left != 0; left &= left - 1) {
      packed_[n++] = address[static_cast<std::size_t>(std::countr_zero(left))];
    }
    address_ = packed_.data();
  }
  const std::uint64_t stride = count_ > 1 ? address_[1] - address_[0] : 0;
  stride_ = static_cast<std::int64_t>(stride);
  affine_ = full ? all_apart(address_, stride) : few_apart(address_, count_, stride);
}

std::uint64_t Lanes::lowest() const { return std::min(address_[0], address_[count_ - 1]); }

std::uint64_t Lanes::highest() const { return std::max(address_[0], address_[count_ - 1]); }

}  // namespace warpgrade::observe
