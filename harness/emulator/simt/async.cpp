// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/simt/async.hpp"

#include "harness/emulator/simt/cta.hpp"
#include "harness/emulator/simt/warp.hpp"
#include "harness/emulator/simt/worker.hpp"

#include <bit>
#include <cstring>

namespace warpgrade::simt {
namespace {

/// For observers: the values of a store of at most 4 bytes.
std::array<std::uint32_t, kWarpSize> values_of(const AsyncCopies::Copy& copy) {
  std::array<std::uint32_t, kWarpSize> values{};
  for (unsigned i = 0; i < kWarpSize; ++i) {
    std::memcpy(&values[i], copy.data[i].data(), sizeof values[i]);
  }
  return values;
}

}  // namespace

void AsyncCopies::add(const Copy& copy) {
  Copy& kept = copies_.emplace_back(copy);
  kept.group = commits_;
  kept.data = staged;
}

void AsyncCopies::commit(Mask lanes) {
  for (Mask left = lanes; left != 0; left &= left - 1) {
    ++commits_[static_cast<unsigned>(std::countr_zero(left))];
  }
}

void AsyncCopies::arrive(Warp& warp, Copy& copy, Mask lanes) {
  for (Mask left = lanes; left != 0; left &= left - 1) {
    const auto i = static_cast<unsigned>(std::countr_zero(left));
    std::memcpy(warp.cta().shared() + copy.to[i], copy.data[i].data(), copy.bytes);
  }
  copy.lanes &= ~lanes;
  const auto values = values_of(copy);
  const MemoryAccess event{.place = copy.place,
                           .kind = AccessKind::store,
                           .space = ptx::StateSpace::shared,
                           .bytes = copy.bytes,
                           .active = lanes,
                           .address = &copy.to,
                           .value = copy.bytes == sizeof values[0] ? &values : nullptr};
  for (Observer* observer : warp.worker().listeners.shared) observer->shared_access(event);
}

void AsyncCopies::arrive_where(Warp& warp, Mask lanes, const auto& due) {
  for (Copy& copy : copies_) {
    Mask now = 0;
    for (Mask left = copy.lanes & lanes; left != 0; left &= left - 1) {
      const auto i = static_cast<unsigned>(std::countr_zero(left));
      now |= Mask{due(copy.group[i], commits_[i])} << i;
    }
    if (now != 0) arrive(warp, copy, now);
  }
  std::erase_if(copies_, [](const Copy& copy) { return copy.lanes == 0; });
}

void AsyncCopies::wait_group(Warp& warp, Mask lanes, std::uint32_t pending) {
  arrive_where(warp, lanes, [pending](std::uint32_t group, std::uint32_t commits) {
    return group < commits && commits - group > pending;
  });
}

void AsyncCopies::wait_all(Warp& warp, Mask lanes) {
  arrive_where(warp, lanes, [](std::uint32_t, std::uint32_t) { return true; });
}

void AsyncCopies::clear() {
  copies_.clear();
  commits_.fill(0);
}

}  // namespace warpgrade::simt
