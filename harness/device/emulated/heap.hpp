// SPDX-License-Identifier: Apache-2.0
// Who owns which allocation of device memory, and how much the submission may have.
#pragma once

#include "harness/device/device.hpp"
#include "harness/emulator/simt/memory.hpp"

#include <cstdint>
#include <map>
#include <vector>

namespace warpgrade::device::emulated {

class Heap {
 public:
  /// Allocations that the submission may hold at a time: the book-keeping is real memory.
  static constexpr std::uint64_t kMaxSubmissionAllocations = 100'000;

  explicit Heap(std::uint64_t capacity_bytes) : memory_(capacity_bytes) {}

  enum class Place { card, mapped };
  /// memory_allocation beyond the card's memory or the submission's share (`submission_limit`, 0:
  /// all of it).
  Status allocate(Owner owner, std::uint64_t bytes, std::uint64_t submission_limit,
                  std::uint64_t& address, Place place = Place::card);

  /// Sparse memory, the harness's own.
  Status allocate_sparse(std::uint64_t bytes, simt::Sparse::Content content,
                         std::uint64_t& address);

  enum class Released { yes, not_an_allocation, not_yours };
  /// @param keep  True: the memory stays what it is until give_back_kept().
  Released release(Owner owner, std::uint64_t address, bool keep);
  void release_submission(bool keep);
  void give_back_kept();

  /// By address.
  [[nodiscard]] std::vector<simt::Allocation> submission_allocations() const;
  [[nodiscard]] std::uint64_t submission_bytes() const { return submission_bytes_; }
  [[nodiscard]] simt::GlobalMemory& memory() { return memory_; }
  [[nodiscard]] const simt::GlobalMemory& memory() const { return memory_; }

 private:
  struct Block {
    Owner owner = Owner::harness;
    std::uint64_t bytes = 0;
  };
  simt::GlobalMemory memory_;
  std::map<std::uint64_t, Block> blocks_;  ///< By address; a module's variables are not among them.
  std::vector<std::uint64_t> kept_;
  std::uint64_t submission_bytes_ = 0;
  std::uint64_t submission_allocations_ = 0;
};

}  // namespace warpgrade::device::emulated
