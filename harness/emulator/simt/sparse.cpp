// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/simt/sparse.hpp"

#include <algorithm>
#include <utility>

namespace warpgrade::simt {

Sparse::Sparse(std::byte* host, std::uint64_t bytes, Content content)
    : host_(host),
      bytes_(bytes),
      content_(std::move(content)),
      made_(lazy_array<std::uint64_t>(bytes / kBlockBytes / 64 + 1)) {}

std::span<std::byte> Sparse::room(std::uint64_t block) const {
  const auto offset = block * kBlockBytes;
  return {host_ + offset, std::min(kBlockBytes, bytes_ - offset)};
}

std::span<const std::byte> Sparse::block(std::uint64_t block) const { return room(block); }

void Sparse::make(std::uint64_t block) {
  made_[block / 64] |= std::uint64_t{1} << (block % 64);
  content_(block * kBlockBytes, room(block));
  blocks_.push_back(block);
}

}  // namespace warpgrade::simt
