// SPDX-License-Identifier: Apache-2.0
// Global memory that is only there where it is touched: an allocation far larger than the host's
// memory, whose contents are made up block by block.
#pragma once

#include "harness/emulator/simt/lazy.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace warpgrade::simt {

class Sparse {
 public:
  /// Writes what `room`, `offset` bytes into the allocation, holds before anybody writes there.
  using Content = std::function<void(std::uint64_t offset, std::span<std::byte> room)>;

  static constexpr std::uint64_t kBlockBytes = 256;
  /// Of one allocation. Each may cost a page of its own: a quarter of a gigabyte.
  static constexpr std::size_t kMostBlocks = std::size_t{1} << 16;

  /// @param host  `bytes` bytes of address space, unbacked until they are touched.
  Sparse(std::byte* host, std::uint64_t bytes, Content content);

  /// Makes sure that block `block` is there. To be called before its first byte is read or written.
  void touch(std::uint64_t block) {
    if ((made_[block / 64] >> (block % 64) & 1U) == 0) make(block);
  }
  /// Blocks that are there, in the order in which they were first touched.
  [[nodiscard]] const std::vector<std::uint64_t>& blocks() const { return blocks_; }
  /// The bytes of one block that is there; the last block may be a short one.
  [[nodiscard]] std::span<const std::byte> block(std::uint64_t block) const;
  /// More was touched than there may be: what touches it has to stop soon.
  [[nodiscard]] bool full() const { return blocks_.size() >= kMostBlocks; }

 private:
  [[nodiscard]] std::span<std::byte> room(std::uint64_t block) const;
  void make(std::uint64_t block);

  std::byte* host_;
  std::uint64_t bytes_;
  Content content_;
  LazyArray<std::uint64_t> made_;  ///< One bit a block.
  std::vector<std::uint64_t> blocks_;
};

}  // namespace warpgrade::simt
