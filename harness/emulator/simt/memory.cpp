// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/simt/memory.hpp"

#include "harness/emulator/simt/red_zone.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

namespace warpgrade::simt {
namespace {

constexpr std::uint64_t kAlignment = 256;
constexpr std::uint64_t kGap = 256;
constexpr std::uint64_t kPage = 4096;  ///< Or a multiple of the system's.

constexpr std::uint64_t align_up(std::uint64_t value, std::uint64_t to) {
  return (value + to - 1) / to * to;
}

/// Address space for `capacity` bytes of allocations, in whole pages, with room so that freed
/// addresses stay unused a while.
constexpr std::uint64_t span_for(std::uint64_t capacity) {
  constexpr std::uint64_t spare = std::uint64_t{16} << 20;
  constexpr std::uint64_t most = kDeviceSpan - kMappedBytes - kSparseBytes;
  return capacity > (most - spare) / 4 ? most : align_up(capacity * 4 + spare, kPage);
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
    : capacity_(capacity_bytes),
      own_{kDeviceBase, kDeviceBase + span_for(capacity_bytes), kAlignment, kGap, kDeviceBase},
      mapped_{own_.end, own_.end + kMappedBytes, kPage, kPage, own_.end},
      scattered_{mapped_.end, mapped_.end + kSparseBytes, kAlignment, kSparseGap, mapped_.end} {
  const auto reserved = scattered_.end - kDeviceBase;
  void* const arena = mmap(nullptr, reserved, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (arena == MAP_FAILED) throw std::bad_alloc();
  madvise(arena, reserved, MADV_DONTDUMP);
  arena_ = static_cast<std::byte*>(arena);
}

GlobalMemory::~GlobalMemory() {
  for (const auto& region : {own_, mapped_}) {
    allow(host(region.begin), std::min(region.end, region.next + region.gap) - region.begin);
  }
  munmap(arena_, scattered_.end - kDeviceBase);
  if (window_.fd >= 0) close(window_.fd);
}

/// Where `span` bytes and the gaps round them fit: behind everything handed out so far or, once the
/// region is used up, in the first hole.
std::optional<std::uint64_t> GlobalMemory::place(const Region& region, std::uint64_t span) const {
  if (region.end - region.next >= span + 2 * region.gap) return region.next + region.gap;
  std::uint64_t hole = region.begin + region.gap;
  const auto last = allocations_.lower_bound(region.end);
  for (auto at = allocations_.lower_bound(region.begin); at != last; ++at) {
    const auto& [base, allocation] = *at;
    if (base >= hole + span + region.gap) return hole;
    hole = align_up(base + std::max<std::uint64_t>(allocation.bytes, 1), region.unit) + region.gap;
  }
  if (hole + span + region.gap <= region.end) return hole;
  return std::nullopt;
}

std::optional<std::uint64_t> GlobalMemory::take(Region& region, std::uint64_t bytes) {
  const std::uint64_t span = align_up(std::max<std::uint64_t>(bytes, 1), region.unit);
  const auto base = place(region, span);
  if (!base) return std::nullopt;
  region.next = std::max(region.next, *base + span);
  allocations_[*base] = {*base, bytes};
  forbid(host(*base) - region.gap, span + 2 * region.gap);
  allow(host(*base), bytes);
  std::memset(host(*base), kFreshByte, std::min(bytes, kFillLimit));
  return base;
}

std::optional<std::uint64_t> GlobalMemory::allocate(std::uint64_t bytes) {
  if (bytes > capacity_ - used_) return std::nullopt;
  const auto base = take(own_, bytes);
  if (base) used_ += bytes;
  return base;
}

std::optional<std::uint64_t> GlobalMemory::allocate_mapped(std::uint64_t bytes) {
  if (mapped_window().fd < 0 || bytes > kMappedBytes) return std::nullopt;
  return take(mapped_, bytes);
}

std::optional<std::uint64_t> GlobalMemory::allocate_sparse(std::uint64_t bytes,
                                                           Sparse::Content content) {
  // Not take(): that fills, and an address sanitizer would have to mark gigabytes.
  const auto base = place(scattered_, align_up(bytes, scattered_.unit));
  if (!base) return std::nullopt;
  scattered_.next = std::max(scattered_.next, align_up(*base + bytes, scattered_.unit));
  sparse_[*base] = std::make_unique<Sparse>(host(*base), bytes, std::move(content));
  allocations_[*base] = {*base, bytes};
  return base;
}

Sparse* GlobalMemory::sparse(std::uint64_t base) const {
  const auto found = sparse_.find(base);
  return found == sparse_.end() ? nullptr : found->second.get();
}

bool GlobalMemory::sparse_is_full() const {
  return std::ranges::any_of(sparse_, [](const auto& entry) { return entry.second->full(); });
}

const MappedWindow& GlobalMemory::mapped_window() {
  if (!opened_) open_mapped();
  opened_ = true;
  return window_;
}

/// Puts a file in memory where mapped memory lies. Its size is sealed: who maps it, too, cannot
/// take pages away that this process uses.
void GlobalMemory::open_mapped() {
  const int fd = memfd_create("warpgrade-mapped", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (fd < 0) return;
  constexpr int seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;
  const bool whole = ftruncate(fd, static_cast<off_t>(kMappedBytes)) == 0 &&
                     fcntl(fd, F_ADD_SEALS, seals) == 0 &&
                     mmap(host(mapped_.begin), kMappedBytes, PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_FIXED, fd, 0) != MAP_FAILED;
  if (!whole) {
    close(fd);
    return;
  }
  madvise(host(mapped_.begin), kMappedBytes, MADV_DONTDUMP);
  window_ = {mapped_.begin, kMappedBytes, fd};
}

bool GlobalMemory::release(std::uint64_t base) {
  const auto found = allocations_.find(base);
  if (found == allocations_.end()) return false;
  const std::uint64_t bytes = found->second.bytes;
  if (sparse_.erase(base) > 0) {
    discard(host(base), host(base) + bytes);
    allocations_.erase(found);
    return true;
  }
  if (is_mapped(base)) {
    // Pages of a file are given back by a hole in it.
    madvise(host(base), align_up(bytes, kPage), MADV_REMOVE);
  } else {
    discard(host(base), host(base) + bytes);
    used_ -= bytes;
  }
  forbid(host(base), bytes);
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
