// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/simt/touched.hpp"

#include "harness/emulator/simt/undo.hpp"

#include <algorithm>
#include <bit>

namespace warpgrade::simt {
namespace {

// An element of a bitmap stands for one block of sparse memory.
static_assert(Sparse::kBlockBytes == std::uint64_t{64} * 4);

/// The bitmap's element, or none where the region was never found.
std::uint64_t element_of(const Region& region, Touch touch, std::uint64_t element) {
  const auto& bits = region.bits[static_cast<std::size_t>(touch)];
  return bits == nullptr ? 0 : bits[element];
}

/// Sectors of 8 words that have a bit set.
unsigned sectors_in(std::uint64_t bits) {
  bits |= bits >> 4;
  bits |= bits >> 2;
  bits |= bits >> 1;
  return static_cast<unsigned>(std::popcount(bits & 0x0101010101010101ULL));
}

LaunchResult::Touched total(const Region& region) {
  LaunchResult::Touched touched{region.base, 0, 0, 0, 0};
  const auto add = [&](std::uint64_t i) {
    const std::uint64_t atomic = element_of(region, Touch::atomic, i);
    const std::uint64_t read = element_of(region, Touch::read, i) | atomic;
    const std::uint64_t written = element_of(region, Touch::write, i) | atomic;
    touched.words_read += static_cast<unsigned>(std::popcount(read));
    touched.words_written += static_cast<unsigned>(std::popcount(written));
    touched.sectors_read += sectors_in(read);
    touched.sectors_written += sectors_in(written);
  };
  if (region.sparse != nullptr) {
    std::ranges::for_each(region.sparse->blocks(), add);
  } else {
    for (std::uint64_t i = 0; i < region.elements(); ++i) add(i);
  }
  return touched;
}

bool regions_conflict(const Region& one, const Region& other) {
  if (one.bits[0] == nullptr || other.bits[0] == nullptr) return false;
  std::uint64_t clash = 0;
  for (std::uint64_t i = 0; i < one.elements(); ++i) {
    const std::uint64_t plain_one = one.bits[0][i] | one.bits[1][i];
    const std::uint64_t plain_other = other.bits[0][i] | other.bits[1][i];
    clash |= one.bits[1][i] & (plain_other | other.bits[2][i]);
    clash |= other.bits[1][i] & (plain_one | one.bits[2][i]);
    clash |= (one.bits[2][i] & plain_other) | (other.bits[2][i] & plain_one);
  }
  return clash != 0;
}

void prepare(Region& region) {
  for (auto& bits : region.bits) bits = lazy_array<std::uint64_t>(region.elements());
}

}  // namespace

TouchMap::TouchMap(const GlobalMemory& memory, Undo* undo) : undo_(undo) {
  regions_.resize(memory.allocations().size());
  std::size_t i = 0;
  for (const auto& [base, allocation] : memory.allocations()) {
    regions_[i].base = base;
    regions_[i].bytes = allocation.bytes;
    regions_[i].index = i;
    regions_[i].sparse = memory.sparse(base);
    ++i;
  }
}

Region* TouchMap::find(std::uint64_t address) {
  const auto after = std::ranges::upper_bound(regions_, address, {}, &Region::base);
  if (after == regions_.begin()) return nullptr;
  Region& region = *std::prev(after);
  if (address - region.base >= region.bytes) return nullptr;
  if (region.bits[0] == nullptr) prepare(region);
  return &region;
}

void TouchMap::add(const Allocation& allocation) {
  const auto after = std::ranges::upper_bound(regions_, allocation.base, {}, &Region::base);
  Region region;
  region.base = allocation.base;
  region.bytes = allocation.bytes;
  regions_.insert(after, std::move(region));
}

void TouchMap::forget(std::uint64_t base) {
  std::erase_if(regions_, [base](const Region& region) { return region.base == base; });
}

void TouchMap::save(const Region& region, std::uint64_t element) {
  undo_->save(region.index, element);
}

bool TouchMap::conflicts_with(const TouchMap& other) const {
  for (std::size_t i = 0; i < regions_.size(); ++i) {
    if (regions_conflict(regions_[i], other.regions_[i])) return true;
  }
  return false;
}

void TouchMap::merge(const TouchMap& other) {
  for (std::size_t i = 0; i < regions_.size(); ++i) {
    if (other.regions_[i].bits[0] == nullptr) continue;
    if (regions_[i].bits[0] == nullptr) prepare(regions_[i]);
    for (std::size_t touch = 0; touch < kTouches; ++touch) {
      for (std::uint64_t k = 0; k < regions_[i].elements(); ++k) {
        regions_[i].bits[touch][k] |= other.regions_[i].bits[touch][k];
      }
    }
  }
}

std::vector<LaunchResult::Touched> TouchMap::totals() const {
  std::vector<LaunchResult::Touched> totals;
  for (const Region& region : regions_) {
    if (region.bits[0] != nullptr) totals.push_back(total(region));
  }
  return totals;
}

}  // namespace warpgrade::simt
