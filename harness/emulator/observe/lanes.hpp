// SPDX-License-Identifier: Apache-2.0
// The active lanes of a request, packed: what all counting rules start from.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "harness/emulator/simt/observer.hpp"

namespace warpgrade::observe {

/// Calls `visit(lane)` for each active lane, in order.
template <typename Visit>
void for_each_lane(simt::Mask active, const Visit& visit) {
  if (active == ~simt::Mask{0}) {  // The usual case has no bits to search.
    for (std::uint32_t lane = 0; lane < simt::kWarpSize; ++lane) visit(lane);
    return;
  }
  for (simt::Mask left = active; left != 0; left &= left - 1) {
    visit(static_cast<std::uint32_t>(std::countr_zero(left)));
  }
}

/// The addresses of a request's active lanes, in lane order, without the gaps of the inactive ones.
/// Looks at the caller's array where all lanes are active, so it must not outlive it.
class Lanes {
 public:
  /// @param active  At least one lane.
  Lanes(simt::Mask active, const simt::LaneAddresses& address);
  Lanes(const Lanes&) = delete;
  Lanes& operator=(const Lanes&) = delete;

  [[nodiscard]] std::uint32_t count() const { return count_; }
  /// Address of the i-th active lane.
  [[nodiscard]] std::uint64_t operator[](std::uint32_t i) const { return address_[i]; }
  /// True if neighbouring active lanes are all stride() bytes apart (one lane: 0 bytes).
  [[nodiscard]] bool affine() const { return affine_; }
  [[nodiscard]] std::int64_t stride() const { return affine_ ? stride_ : 0; }
  [[nodiscard]] std::uint64_t lowest() const;   ///< Only where affine().
  [[nodiscard]] std::uint64_t highest() const;  ///< Only where affine().

 private:
  const std::uint64_t* address_;
  std::uint32_t count_;
  bool affine_;
  std::int64_t stride_ = 0;
  std::array<std::uint64_t, simt::kWarpSize> packed_;
};

}  // namespace warpgrade::observe
