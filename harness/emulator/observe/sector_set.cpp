// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/observe/sector_set.hpp"

#include <bit>
#include <utility>

#include "harness/emulator/observe/sectors.hpp"

namespace warpgrade::observe {
namespace {

constexpr std::uint64_t kChunk = 64;  // sectors a slot
constexpr std::size_t kFirstSlots = 256;

}  // namespace

SectorSet::SectorSet() : slots_(kFirstSlots) {}

void SectorSet::clear() {
  ++age_;
  used_ = 0;
  size_ = 0;
}

void SectorSet::insert(const Lanes& lanes, std::uint32_t bytes) {
  const std::int64_t apart = lanes.stride();
  if (lanes.affine() && apart <= std::int64_t{kSectorBytes} &&
      apart >= -std::int64_t{kSectorBytes}) {
    insert_range(lanes.lowest() / kSectorBytes, (lanes.highest() + bytes - 1) / kSectorBytes);
    return;
  }
  std::uint64_t before = lanes[0] / kSectorBytes + 1;  // no sector of the first lane
  for (std::uint32_t i = 0; i < lanes.count(); ++i) {
    const std::uint64_t sector = lanes[i] / kSectorBytes;
    if (sector != before) insert_chunk(sector / kChunk, std::uint64_t{1} << (sector % kChunk));
    before = sector;
  }
}

void SectorSet::insert_range(std::uint64_t first, std::uint64_t last) {
  for (std::uint64_t chunk = first / kChunk; chunk <= last / kChunk; ++chunk) {
    std::uint64_t sectors = ~std::uint64_t{0};
    if (chunk == first / kChunk) sectors &= ~std::uint64_t{0} << (first % kChunk);
    if (chunk == last / kChunk) sectors &= ~std::uint64_t{0} >> (kChunk - 1 - last % kChunk);
    insert_chunk(chunk, sectors);
  }
}

void SectorSet::insert_chunk(std::uint64_t chunk, std::uint64_t sectors) {
  Slot& slot = slot_of(chunk);
  const std::uint64_t fresh = sectors & ~slot.sectors;
  if (fresh == 0) return;
  size_ += static_cast<std::uint64_t>(std::popcount(fresh));
  slot.sectors |= fresh;
  if (2 * used_ > slots_.size()) grow();
}

SectorSet::Slot& SectorSet::slot_of(std::uint64_t chunk) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = static_cast<std::size_t>((chunk * 0x9e3779b97f4a7c15) >> 32) & mask;
  while (slots_[at].age == age_ && slots_[at].chunk != chunk) at = (at + 1) & mask;
  if (slots_[at].age != age_) {
    slots_[at] = {chunk, 0, age_};
    ++used_;
  }
  return slots_[at];
}

void SectorSet::grow() {
  std::vector<Slot> old(2 * slots_.size());
  std::swap(old, slots_);
  used_ = 0;
  for (const Slot& slot : old) {
    if (slot.age == age_) slot_of(slot.chunk).sectors = slot.sectors;
  }
}

}  // namespace warpgrade::observe
