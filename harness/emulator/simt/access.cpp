// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/simt/access.hpp"

#include "harness/emulator/simt/cta.hpp"

#include <bit>

namespace warpgrade::simt {
namespace {

using ptx::StateSpace;

constexpr Mask kAllLanes = ~Mask{0};

/// What a range check of all lanes at once finds.
struct Scan {
  bool inside;  ///< All lie in [base, base + bytes - access bytes].
  bool aligned;
  bool unit;
};

Scan scan(const LaneAddresses& address, std::uint64_t base, std::uint64_t limit,
          std::uint32_t bytes) {
  std::uint64_t outside = 0;
  std::uint64_t low_bits = 0;
  std::uint64_t apart = 0;
  const std::uint64_t first = address[0];
  for (unsigned i = 0; i < kWarpSize; ++i) {
    const std::uint64_t offset = address[i] - base;
    // The top bit is set where offset > limit: limits are below 2^63.
    outside |= offset | (limit - offset);
    low_bits |= address[i];
    apart |= address[i] - first - std::uint64_t{i} * bytes;
  }
  return {outside >> 63 == 0, (low_bits & (bytes - 1)) == 0, apart == 0};
}

/// Gives lanes outside `mask` the address of one inside.
void fill_inactive(LaneAddresses& address, Mask mask) {
  const std::uint64_t fill = address[static_cast<unsigned>(std::countr_zero(mask))];
  for (unsigned i = 0; i < kWarpSize; ++i) address[i] = (mask >> i & 1U) != 0 ? address[i] : fill;
}

const std::vector<Observer*>& listeners_of(const Warp& warp, StateSpace space) {
  const Listeners& listeners = warp.worker().listeners;
  if (space == StateSpace::shared) return listeners.shared;
  return space == StateSpace::local ? listeners.local : listeners.global;
}

MemoryAccess event_of(const Warp& warp, const Op& op, const Access& access, Mask lanes) {
  return {.place = warp.place(op),
          .kind = access.kind,
          .space = access.space,
          .bytes = access.bytes,
          .active = lanes,
          .address = &access.address};
}

void report(const Warp& warp, const Op& op, const Access& access, Mask lanes,
            BadAccess::Reason reason) {
  if (lanes == 0) return;
  for (Observer* observer : warp.worker().listeners.bad) {
    observer->bad_access({event_of(warp, op, access, lanes), reason});
  }
}

/// Refuses the lanes in `misaligned` and `outside`.
void refuse(Warp& warp, const Op& op, Access& access, Mask misaligned, Mask outside) {
  report(warp, op, access, misaligned, BadAccess::Reason::misaligned);
  report(warp, op, access, outside & ~misaligned, BadAccess::Reason::out_of_bounds);
  access.refused = misaligned | outside;
  if (access.refused != 0) warp.note_fault();
  access.mask &= ~access.refused;
  access.unit = false;
  if (access.mask != 0) fill_inactive(access.address, access.mask);
}

Mask misaligned_lanes(const Access& access) {
  Mask lanes = 0;
  for (unsigned i = 0; i < kWarpSize; ++i) {
    lanes |= Mask{(access.address[i] & (access.bytes - 1)) != 0} << i;
  }
  return lanes & access.mask;
}

/// Shared and local memory: one range from 0.
void admit_window(Warp& warp, const Op& op, Access& access, std::uint64_t size) {
  const std::uint64_t limit = size - access.bytes;
  if (size >= access.bytes) {
    const Scan found = scan(access.address, 0, limit, access.bytes);
    access.unit = found.unit && access.mask == kAllLanes;
    if (found.inside && found.aligned) return;
  }
  Mask outside = 0;
  for (unsigned i = 0; i < kWarpSize; ++i) {
    outside |= Mask{size < access.bytes || access.address[i] > limit} << i;
  }
  refuse(warp, op, access, misaligned_lanes(access), outside & access.mask);
}

Touch touch_of(AccessKind kind) {
  if (kind == AccessKind::atomic) return Touch::atomic;
  return kind == AccessKind::load ? Touch::read : Touch::write;
}

/// `bytes` bytes at `address` of the region.
void mark_bytes(TouchMap& touched, Region& region, Touch touch, std::uint64_t address,
                std::uint64_t bytes) {
  std::uint64_t word = (address - region.base) / 4;
  const std::uint64_t end = (address - region.base + bytes - 1) / 4 + 1;
  while (word < end) {
    const std::uint64_t count = std::min<std::uint64_t>(end - word, 64);
    touched.mark(region, touch, word,
                 count == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1);
    word += count;
  }
}

void mark_lanes(TouchMap& touched, Region& region, const Access& access) {
  const Touch touch = touch_of(access.kind);
  if (access.unit) {
    return mark_bytes(touched, region, touch, access.address[0],
                      std::uint64_t{access.bytes} * kWarpSize);
  }
  const std::uint64_t bits = access.bytes <= 4 ? 1 : (std::uint64_t{1} << access.bytes / 4) - 1;
  for (Mask left = access.mask; left != 0; left &= left - 1) {
    const std::uint64_t at = access.address[static_cast<unsigned>(std::countr_zero(left))];
    touched.mark(region, touch, (at - region.base) / 4, bits);
  }
}

/// Lanes in several allocations, or in none.
void admit_apart(Warp& warp, const Op& op, Access& access) {
  TouchMap& touched = warp.worker().touched;
  const Mask misaligned = misaligned_lanes(access);
  Mask outside = 0;
  std::array<Region*, kWarpSize> regions{};
  for (Mask left = access.mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    const std::uint64_t at = access.address[lane];
    Region* const region = touched.find(at);
    const bool inside = region != nullptr && access.bytes <= region->bytes - (at - region->base);
    regions[lane] = region;
    if (!inside) outside |= Mask{1} << lane;
  }
  refuse(warp, op, access, misaligned, outside);
  if (access.space == StateSpace::constant) return;
  for (Mask left = access.mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    mark_bytes(touched, *regions[lane], touch_of(access.kind), access.address[lane], access.bytes);
  }
}

void admit_global(Warp& warp, const Op& op, Access& access) {
  Worker& worker = warp.worker();
  const std::uint64_t first = access.address[static_cast<unsigned>(std::countr_zero(access.mask))];
  Region*& cached = worker.caches[op.c.bits];
  if (cached == nullptr || first - cached->base >= cached->bytes) {
    Region* const found = worker.touched.find(first);
    if (found != nullptr) cached = found;
  }
  if (cached == nullptr || cached->bytes < access.bytes) return admit_apart(warp, op, access);
  const Scan found = scan(access.address, cached->base, cached->bytes - access.bytes, access.bytes);
  if (!found.inside || !found.aligned) return admit_apart(warp, op, access);
  access.unit = found.unit && access.mask == kAllLanes;
  if (access.space != StateSpace::constant) mark_lanes(worker.touched, *cached, access);
}

}  // namespace

void read_addresses(const Warp& warp, const Op& op, LaneAddresses& address) {
  if (op.b.bits != 0) {
    const auto* const base = warp.lanes<std::uint64_t>(op.a);
    const auto offset = static_cast<std::uint64_t>(op.offset);
    for (unsigned i = 0; i < kWarpSize; ++i) address[i] = base[i] + offset;
  } else {
    const auto* const base = warp.lanes<std::uint32_t>(op.a);
    const auto offset = static_cast<std::uint32_t>(op.offset);
    for (unsigned i = 0; i < kWarpSize; ++i) address[i] = base[i] + offset;
  }
}

void admit(Warp& warp, const Op& op, Access& access) {
  access.mask = warp.mask();
  access.refused = 0;
  access.unit = false;
  if (access.mask != kAllLanes) fill_inactive(access.address, access.mask);
  switch (access.space) {
    case StateSpace::shared:
      return admit_window(warp, op, access, warp.cta().shared_bytes());
    case StateSpace::local:
      return admit_window(warp, op, access, warp.local_bytes());
    default:
      return admit_global(warp, op, access);
  }
}

void announce(const Warp& warp, const Op& op, const Access& access,
              const std::array<std::uint32_t, kWarpSize>* value, Mask changed) {
  if (access.mask == 0 || access.space == StateSpace::constant) return;
  const auto& listeners = listeners_of(warp, access.space);
  if (listeners.empty()) return;
  MemoryAccess event = event_of(warp, op, access, access.mask);
  event.value = value;
  event.changed = changed;
  for (Observer* observer : listeners) {
    if (access.space == StateSpace::shared) {
      observer->shared_access(event);
    } else if (access.space == StateSpace::local) {
      observer->local_access(event);
    } else {
      observer->global_access(event);
    }
  }
}

std::byte* data_of(const Warp& warp, const Access& access, unsigned lane) {
  const std::uint64_t at = access.address[lane];
  switch (access.space) {
    case StateSpace::shared:
      return warp.cta().shared() + at;
    case StateSpace::local:
      return warp.local(lane) + at;
    default:
      return warp.worker().memory.host(at);
  }
}

}  // namespace warpgrade::simt
