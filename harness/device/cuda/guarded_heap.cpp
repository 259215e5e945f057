// SPDX-License-Identifier: Apache-2.0
#include "harness/device/cuda/guarded_heap.hpp"

#include <algorithm>
#include <cassert>
#include <iterator>

namespace warpgrade::device::cuda {
namespace {

// Wide enough that a row or two too far still lands in it; a submission may allocate very often.
constexpr std::uint64_t kHarnessGuard = std::uint64_t{64} << 10;
constexpr std::uint64_t kSubmissionGuard = std::uint64_t{4} << 10;

constexpr std::uint64_t guard_of(Owner owner) {
  return owner == Owner::harness ? kHarnessGuard : kSubmissionGuard;
}

}  // namespace

std::uint64_t GuardedHeap::footprint(Owner owner, std::uint64_t bytes) {
  constexpr auto most = ~std::uint64_t{0} >> 1;
  if (bytes > most) return most;  // More than there ever is; the sum below must not wrap.
  const auto data = (bytes + kAlignment - 1) / kAlignment * kAlignment;
  return guard_of(owner) + data + guard_of(owner);
}

void GuardedHeap::add_memory(std::uint64_t begin, std::uint64_t bytes) {
  give_back(begin, begin + bytes);
}

const Block* GuardedHeap::allocate(Owner owner, std::uint64_t bytes) {
  assert(bytes > 0);
  const auto needed = footprint(owner, bytes);
  const auto place = std::ranges::find_if(
      free_, [&](const auto& piece) { return piece.second - piece.first >= needed; });
  if (place == free_.end()) return nullptr;
  const auto [begin, end] = *place;
  free_.erase(place);
  if (begin + needed < end) free_.emplace(begin + needed, end);
  const Block block{owner, begin + guard_of(owner), bytes, begin, begin + needed};
  used_bytes_ += needed;
  if (owner == Owner::submission) {
    submission_bytes_ += bytes;
    ++submission_allocations_;
  }
  return &blocks_.emplace(block.address, block).first->second;
}

GuardedHeap::Blocks::iterator GuardedHeap::remove(Blocks::iterator block, bool keep) {
  const auto gone = block->second;
  if (gone.owner == Owner::submission) {
    submission_bytes_ -= gone.bytes;
    --submission_allocations_;
  }
  used_bytes_ -= gone.end - gone.begin;
  if (keep) {
    kept_.push_back(gone);
  } else {
    give_back(gone.begin, gone.end);
  }
  return blocks_.erase(block);
}

GuardedHeap::Released GuardedHeap::release(Owner owner, std::uint64_t address, bool keep) {
  const auto block = blocks_.find(address);
  if (block == blocks_.end()) return Released::not_an_allocation;
  if (owner == Owner::submission && block->second.owner == Owner::harness) {
    return Released::not_yours;
  }
  remove(block, keep);
  return Released::yes;
}

void GuardedHeap::release_submission(bool keep) {
  for (auto block = blocks_.begin(); block != blocks_.end();) {
    const bool theirs = block->second.owner == Owner::submission;
    block = theirs ? remove(block, keep) : std::next(block);
  }
}

void GuardedHeap::give_back_kept() {
  for (const auto& block : kept_) give_back(block.begin, block.end);
  kept_.clear();
}

void GuardedHeap::give_back(std::uint64_t begin, std::uint64_t end) {
  auto next = free_.lower_bound(begin);
  if (next != free_.end() && next->first == end) {
    end = next->second;
    next = free_.erase(next);
  }
  if (next != free_.begin() && std::prev(next)->second == begin) {
    std::prev(next)->second = end;
  } else {
    free_.emplace(begin, end);
  }
}

const Block* GuardedHeap::find(std::uint64_t address) const {
  auto block = blocks_.upper_bound(address);
  if (block == blocks_.begin()) return nullptr;
  --block;
  return address - block->first < block->second.bytes ? &block->second : nullptr;
}

bool GuardedHeap::holds(std::uint64_t address, std::uint64_t bytes) const {
  const auto* block = find(address);
  return block != nullptr && bytes <= block->bytes - (address - block->address);
}

}  // namespace warpgrade::device::cuda
