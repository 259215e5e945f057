// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/simt/memory.hpp"

#include "harness/emulator/simt/red_zone.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <new>

namespace warpgrade::simt {
namespace {

constexpr std::uint64_t kAlignment = 256;
constexpr std::uint64_t kGap = 256;

/// Address space for `capacity` bytes of allocations, with room so that freed addresses stay unused
/// a while.
constexpr std::uint64_t span_for(std::uint64_t capacity) {
  constexpr std::uint64_t spare = std::uint64_t{16} << 20;
  return capacity > (kDeviceSpan - spare) / 4 ? kDeviceSpan : capacity * 4 + spare;
}

constexpr std::uint64_t align_up(std::uint64_t value, std::uint64_t to) {
  return (value + to - 1) / to * to;
}

/// Gives the whole pages inside [begin, end) back to the system; they read as zero again.
void discard(std::byte* begin, std::byte* end) {
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto start = reinterpret_cast<std::uintptr_t>(begin);
  const auto first = align_up(start, page);
  const auto last = reinterpret_cast<std::uintptr_t>(end) / page * page;
  if (first < last) madvise(begin + (first - start), last - first, MADV_DONTNEED);
}

}  // namespace

GlobalMemory::GlobalMemory(std::uint64_t capacity_bytes)
    : reserved_(span_for(capacity_bytes)), capacity_(capacity_bytes) {
  void* const arena = mmap(nullptr, reserved_, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (arena == MAP_FAILED) throw std::bad_alloc();
  madvise(arena, reserved_, MADV_DONTDUMP);
  arena_ = static_cast<std::byte*>(arena);
}

GlobalMemory::~GlobalMemory() {
  allow(arena_, std::min(reserved_, next_ + kGap - kDeviceBase));
  munmap(arena_, reserved_);
}

/// Where `span` bytes and the gaps round them fit: behind everything handed out so far or, once the
/// reserved range is used up, in the first hole.
std::optional<std::uint64_t> GlobalMemory::place(std::uint64_t span) const {
  const std::uint64_t end = kDeviceBase + reserved_;
  if (end - next_ >= span + 2 * kGap) return next_ + kGap;
  std::uint64_t hole = kDeviceBase + kGap;
  for (const auto& [base, allocation] : allocations_) {
    if (base >= hole + span + kGap) return hole;
    hole = align_up(base + std::max<std::uint64_t>(allocation.bytes, 1), kAlignment) + kGap;
  }
  if (hole + span + kGap <= end) return hole;
  return std::nullopt;
}

std::optional<std::uint64_t> GlobalMemory::allocate(std::uint64_t bytes) {
  if (bytes > capacity_ - used_) return std::nullopt;
  const std::uint64_t span = align_up(std::max<std::uint64_t>(bytes, 1), kAlignment);
  const auto base = place(span);
  if (!base) return std::nullopt;
  next_ = std::max(next_, *base + span);
  used_ += bytes;
  allocations_[*base] = {*base, bytes};
  forbid(host(*base) - kGap, span + 2 * kGap);
  allow(host(*base), bytes);
  std::memset(host(*base), kFreshByte, std::min(bytes, kFillLimit));
  return base;
}

bool GlobalMemory::release(std::uint64_t base) {
  const auto found = allocations_.find(base);
  if (found == allocations_.end()) return false;
  const std::uint64_t bytes = found->second.bytes;
  discard(host(base), host(base) + bytes);
  forbid(host(base), bytes);
  used_ -= bytes;
  allocations_.erase(found);
  return true;
}

std::optional<std::uint64_t> GlobalMemory::allocate_in_kernel(std::uint64_t bytes) {
  if (bytes > kKernelHeapBytes - kernel_used_) return std::nullopt;
  const auto base = allocate(bytes);
  if (!base) return std::nullopt;
  kernel_used_ += bytes;
  kernel_heap_.emplace(*base, bytes);
  return base;
}

bool GlobalMemory::release_in_kernel(std::uint64_t base) {
  const auto found = kernel_heap_.find(base);
  if (found == kernel_heap_.end()) return false;
  kernel_used_ -= found->second;
  kernel_heap_.erase(found);
  return release(base);
}

void GlobalMemory::release_kernel_heap() {
  while (!kernel_heap_.empty()) release_in_kernel(kernel_heap_.begin()->first);
}

void GlobalMemory::release_all() {
  kernel_heap_.clear();
  kernel_used_ = 0;

  while (!allocations_.empty()) release(allocations_.begin()->first);
}

const Allocation* GlobalMemory::find(std::uint64_t address) const {
  const auto after = allocations_.upper_bound(address);
  if (after == allocations_.begin()) return nullptr;
  const Allocation& candidate = std::prev(after)->second;
  return address - candidate.base < candidate.bytes ? &candidate : nullptr;
}

const Allocation* GlobalMemory::nearest(std::uint64_t address) const {
  const auto after = allocations_.upper_bound(address);
  const Allocation* const above = after == allocations_.end() ? nullptr : &after->second;
  if (after == allocations_.begin()) return above;
  const Allocation& below = std::prev(after)->second;
  if (above == nullptr || address - below.base < below.bytes) return &below;
  const std::uint64_t past = address - (below.base + below.bytes);
  return past <= above->base - address ? &below : above;
}

std::span<std::byte> GlobalMemory::view(std::uint64_t address, std::uint64_t bytes) {
  const Allocation* const home = find(address);
  if (home == nullptr || bytes > home->bytes - (address - home->base)) return {};
  return {host(address), bytes};
}

}  // namespace warpgrade::simt
