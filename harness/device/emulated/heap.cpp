// SPDX-License-Identifier: Apache-2.0
#include "harness/device/emulated/heap.hpp"

#include <iterator>
#include <utility>

namespace warpgrade::device::emulated {

Status Heap::allocate(Owner owner, std::uint64_t bytes, std::uint64_t submission_limit,
                      std::uint64_t& address, Place place) {
  const bool own = owner == Owner::submission;
  if (own && submission_limit > 0 &&
      (submission_bytes_ >= submission_limit || bytes > submission_limit - submission_bytes_)) {
    return Status::memory_allocation;
  }
  if (own && submission_allocations_ >= kMaxSubmissionAllocations) return Status::memory_allocation;
  const auto base =
      place == Place::mapped ? memory_.allocate_mapped(bytes) : memory_.allocate(bytes);
  if (!base) return Status::memory_allocation;
  blocks_.emplace(*base, Block{owner, bytes});
  if (own) {
    submission_bytes_ += bytes;
    ++submission_allocations_;
  }
  address = *base;
  return Status::success;
}

Status Heap::allocate_sparse(std::uint64_t bytes, simt::Sparse::Content content,
                             std::uint64_t& address) {
  const auto base = memory_.allocate_sparse(bytes, std::move(content));
  if (!base) return Status::memory_allocation;
  blocks_.emplace(*base, Block{Owner::harness, bytes});
  address = *base;
  return Status::success;
}

Heap::Released Heap::release(Owner owner, std::uint64_t address, bool keep) {
  const auto block = blocks_.find(address);
  if (block == blocks_.end()) return Released::not_an_allocation;
  if (block->second.owner != owner) return Released::not_yours;
  if (owner == Owner::submission) {
    submission_bytes_ -= block->second.bytes;
    --submission_allocations_;
  }
  if (keep) {
    kept_.push_back(address);
  } else {
    memory_.release(address);
  }
  blocks_.erase(block);
  return Released::yes;
}

void Heap::give_back_kept() {
  for (const auto address : kept_) memory_.release(address);
  kept_.clear();
}

void Heap::release_submission(bool keep) {
  for (auto block = blocks_.begin(); block != blocks_.end();) {
    const auto next = std::next(block);
    if (block->second.owner == Owner::submission) release(Owner::submission, block->first, keep);
    block = next;
  }
  memory_.release_kernel_heap();
}

std::vector<simt::Allocation> Heap::submission_allocations() const {
  std::vector<simt::Allocation> result;
  for (const auto& [base, block] : blocks_) {
    if (block.owner == Owner::submission) result.push_back({base, block.bytes});
  }
  return result;
}

}  // namespace warpgrade::device::emulated
