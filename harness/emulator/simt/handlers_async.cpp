// SPDX-License-Identifier: Apache-2.0
// cp.async (PTX ISA 9.7.9.25): the load, the copy under way, groups.
#include "harness/emulator/simt/access.hpp"
#include "harness/emulator/simt/async.hpp"
#include "harness/emulator/simt/handlers.hpp"

#include "harness/core/poison.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace warpgrade::simt {
namespace {

/// Loads `bytes` (a power of two) at `from` + `offset` into what is staged, for the running lanes.
void stage(Warp& warp, const Op& op, const LaneAddresses& from, std::uint32_t offset,
           std::uint32_t bytes) {
  constexpr std::array<std::uint32_t, 4> refused{kRefusedLoad, kRefusedLoad, kRefusedLoad,
                                                 kRefusedLoad};
  Access access;
  for (unsigned i = 0; i < kWarpSize; ++i) access.address[i] = from[i] + offset;
  access.bytes = bytes;
  access.kind = AccessKind::load;
  access.space = ptx::StateSpace::global;
  admit(warp, op, access);
  auto& staged = warp.copies().staged;
  for (Mask left = access.mask | access.refused; left != 0; left &= left - 1) {
    const auto i = static_cast<unsigned>(std::countr_zero(left));
    const bool good = (access.mask >> i & 1U) != 0;
    const auto* const source =
        good ? data_of(warp, access, i) : reinterpret_cast<const std::byte*>(refused.data());
    std::memcpy(staged[i].data() + offset, source, bytes);
  }
  announce(warp, op, access);
}

/// Lanes whose source has exactly `bytes` bytes.
Mask lanes_with(const Warp& warp, const std::uint32_t* sizes, std::uint32_t most,
                std::uint32_t bytes) {
  Mask lanes = 0;
  for (unsigned i = 0; i < kWarpSize; ++i) lanes |= Mask{std::min(sizes[i], most) == bytes} << i;
  return lanes & warp.mask();
}

}  // namespace

// Bytes beyond the source's size are zero; a size that is no power of two is read in parts.
const Op* async_load_handler(Warp& warp, const Op& op) {
  LaneAddresses from;
  read_addresses(warp, op, from);
  const auto* const sizes = warp.lanes<std::uint32_t>(op.e);
  auto& staged = warp.copies().staged;
  for (unsigned i = 0; i < kWarpSize; ++i) {
    if (warp.active(i)) staged[i].fill(std::byte{0});
  }
  for (std::uint32_t size = 1; size <= op.x; ++size) {
    const Mask lanes = lanes_with(warp, sizes, op.x, size);
    if (lanes == 0) continue;
    warp.with_lanes(lanes, [&] {
      for (std::uint32_t at = 0; at < size;) {
        const std::uint32_t part = std::bit_floor(size - at);
        stage(warp, op, from, at, part);
        at += part;
      }
    });
  }
  return &op + 1;
}

const Op* async_copy_handler(Warp& warp, const Op& op) {
  LaneAddresses to;
  read_addresses(warp, op, to);
  Access access;
  access.address = to;
  access.bytes = op.x;
  access.kind = AccessKind::store;
  access.space = ptx::StateSpace::shared;
  admit(warp, op, access);
  if (access.mask == 0) return &op + 1;
  warp.copies().add({.place = warp.place(op),
                     .lanes = access.mask,
                     .bytes = op.x,
                     .to = access.address,
                     .group = {},
                     .data = {}});
  return &op + 1;
}

const Op* async_commit_handler(Warp& warp, const Op& op) {
  warp.copies().commit(warp.mask());
  return &op + 1;
}

const Op* async_wait_group_handler(Warp& warp, const Op& op) {
  warp.copies().wait_group(warp, warp.mask(), op.x);
  return &op + 1;
}

const Op* async_wait_all_handler(Warp& warp, const Op& op) {
  warp.copies().wait_all(warp, warp.mask());
  return &op + 1;
}

}  // namespace warpgrade::simt
