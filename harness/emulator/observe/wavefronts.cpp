// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/observe/wavefronts.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <numeric>

namespace warpgrade::observe {
namespace {

constexpr std::uint32_t kWord = 4;

// Distinct words by bank: a chain for each bank, so that a word is compared only with those of its
// bank.
class Banks {
 public:
  void add(std::uint32_t word) {
    const std::uint32_t bank = word % kBanks;
    std::uint32_t at = first_[bank];
    while (at != 0) {
      if (word_[at] == word) return;
      at = next_[at];
    }
    word_[++used_] = word;
    next_[used_] = first_[bank];
    first_[bank] = used_;
    most_ = std::max(most_, ++depth_[bank]);
  }
  [[nodiscard]] std::uint32_t most() const { return most_; }

 private:
  static constexpr std::uint32_t kMost = simt::kWarpSize * 4 + 1;  // 16 bytes a lane; 0 is "none"
  std::array<std::uint32_t, kMost> word_;
  std::array<std::uint32_t, kMost> next_;
  std::array<std::uint32_t, kBanks> first_{};
  std::array<std::uint32_t, kBanks> depth_{};
  std::uint32_t used_ = 0;
  std::uint32_t most_ = 0;
};

std::uint32_t phase_wavefronts(simt::Mask active, const simt::LaneAddresses& address,
                               std::uint32_t bytes) {
  Banks banks;
  for (simt::Mask left = active; left != 0; left &= left - 1) {
    const std::uint64_t at = address[static_cast<std::size_t>(std::countr_zero(left))];
    const auto first = static_cast<std::uint32_t>(at / kWord);
    const auto last = static_cast<std::uint32_t>((at + bytes - 1) / kWord);
    for (std::uint32_t word = first; word <= last; ++word) banks.add(word);
  }
  return banks.most();
}

// True if each active lane's partner (lane ^ distance) is inactive or reads the same address.
bool partners_agree(simt::Mask active, const simt::LaneAddresses& address, std::uint32_t distance) {
  bool agree = true;
  for (std::uint32_t lane = 0; lane < simt::kWarpSize; ++lane) {
    const std::uint32_t partner = lane ^ distance;
    const bool both = ((active >> lane) & (active >> partner) & 1u) != 0;
    agree &= !both || address[lane] == address[partner];
  }
  return agree;
}

simt::Mask phase_mask(std::uint32_t first_lane, std::uint32_t lanes) {
  return (~simt::Mask{0} >> (simt::kWarpSize - lanes)) << first_lane;
}

WavefrontCount count_wide(simt::Mask active, const simt::LaneAddresses& address,
                          std::uint32_t bytes, bool is_load) {
  std::uint32_t lanes_a_phase = simt::kWarpSize * kWord / bytes;
  if (is_load && (partners_agree(active, address, 1) || partners_agree(active, address, 2))) {
    lanes_a_phase *= 2;
  }
  WavefrontCount count;
  for (std::uint32_t lane = 0; lane < simt::kWarpSize; lane += lanes_a_phase) {
    const simt::Mask phase = active & phase_mask(lane, lanes_a_phase);
    if (phase == 0) continue;
    count.wavefronts += phase_wavefronts(phase, address, bytes);
    ++count.ideal;
  }
  return count;
}

// Lanes whole words apart visit kBanks / gcd banks before they return to the first.
std::uint32_t affine_wavefronts(const Lanes& lanes) {
  const auto words = static_cast<std::uint32_t>(std::abs(lanes.stride()) / kWord);
  if (words == 0) return 1;
  const std::uint32_t banks = kBanks / std::gcd(words, kBanks);
  return (lanes.count() + banks - 1) / banks;
}

// True if lanes that are all different cannot be equal in pairs: partners of either distance are
// active.
bool has_partners(simt::Mask active) {
  return (active & (active >> 1) & 0x55555555u) != 0 && (active & (active >> 2) & 0x33333333u) != 0;
}

// Lanes that need each bank at most once a phase: consecutive ones, or all at one address.
WavefrontCount count_without_conflicts(simt::Mask active, std::uint32_t lanes_a_phase) {
  std::uint32_t phases = 0;
  for (std::uint32_t lane = 0; lane < simt::kWarpSize; lane += lanes_a_phase) {
    phases += (active & phase_mask(lane, lanes_a_phase)) != 0 ? 1 : 0;
  }
  return {phases, phases};
}

}  // namespace

WavefrontCount count_wavefronts(const Lanes& lanes, simt::Mask active,
                                const simt::LaneAddresses& address, std::uint32_t bytes,
                                bool is_load) {
  assert(std::has_single_bit(bytes) && bytes <= 16);
  if (bytes <= kWord) {
    if (lanes.affine() && lanes.stride() % kWord == 0) return {affine_wavefronts(lanes), 1};
    return {phase_wavefronts(active, address, bytes), 1};
  }
  const std::uint32_t lanes_a_phase = simt::kWarpSize * kWord / bytes;
  if (lanes.affine() && lanes.stride() == 0) {
    return count_without_conflicts(active, is_load ? 2 * lanes_a_phase : lanes_a_phase);
  }
  if (lanes.affine() && lanes.stride() == bytes && (!is_load || has_partners(active))) {
    return count_without_conflicts(active, lanes_a_phase);
  }
  return count_wide(active, address, bytes, is_load);
}

WavefrontCount count_atomic_wavefronts(const Lanes& lanes, simt::Mask active,
                                       const simt::LaneAddresses& address, std::uint32_t bytes,
                                       bool combines) {
  auto count = count_wavefronts(lanes, active, address, bytes, false);
  if (combines) return count;
  std::array<std::uint32_t, kBanks> lanes_of_bank{};
  std::uint32_t most = 0;
  for (simt::Mask left = active; left != 0; left &= left - 1) {
    const std::uint64_t at = address[static_cast<std::size_t>(std::countr_zero(left))];
    most = std::max(most, ++lanes_of_bank[at / kWord % kBanks]);
  }
  count.wavefronts = std::max(count.wavefronts, most);
  return count;
}

}  // namespace warpgrade::observe
