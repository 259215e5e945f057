// SPDX-License-Identifier: Apache-2.0
// Matrices that are only there where kernels touch them, for cases larger than any memory.
#include "harness/core/poison.hpp"
#include "harness/device/emulated/emulated_device.hpp"
#include "harness/device/formula.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace warpgrade::device::emulated {
namespace {

constexpr std::uint64_t kCellBytes = sizeof(std::uint32_t);

/// Fills `room` with cells, the first of them at linear index `index`.
template <class Cell>
void fill_cells(std::uint64_t index, std::span<std::byte> room, const Cell& cell) {
  for (std::size_t at = 0; at < room.size(); at += kCellBytes) {
    const std::uint32_t bits = cell(static_cast<std::int64_t>(index + at / kCellBytes));
    std::memcpy(room.data() + at, &bits, kCellBytes);
  }
}

simt::Sparse::Content content_of(const SparseBuffer& buffer) {
  if (buffer.poisoned) {
    return [](std::uint64_t offset, std::span<std::byte> room) {
      fill_cells(offset / kCellBytes, room, [](std::int64_t) { return kOutputPoison; });
    };
  }
  return [fill = index_fill_of(buffer.formula)](std::uint64_t offset, std::span<std::byte> room) {
    fill_cells(offset / kCellBytes, room, [&](std::int64_t index) { return fill.bits(index); });
  };
}

Patch patch_of(const simt::Sparse& sparse, std::uint64_t block) {
  const auto bytes = sparse.block(block);
  Patch patch{static_cast<std::int64_t>(block * (simt::Sparse::kBlockBytes / kCellBytes)), {}};
  patch.cells.resize(bytes.size() / kCellBytes);
  std::memcpy(patch.cells.data(), bytes.data(), bytes.size());
  return patch;
}

}  // namespace

Status EmulatedDevice::allocate_sparse(const SparseBuffer& buffer, std::uint64_t& address) {
  if (sticky_ != Status::success) return sticky_;
  const auto bytes = bytes_of(buffer.formula);
  if (!bytes) return Status::invalid_value;
  return heap_.allocate_sparse(*bytes, content_of(buffer), address);
}

/// After a sticky error too: what was written before it is what explains it.
Status EmulatedDevice::touched(std::uint64_t address, std::vector<Patch>& patches) {
  const auto* const sparse = heap_.memory().sparse(address);
  if (sparse == nullptr) return Status::invalid_value;
  auto blocks = sparse->blocks();
  std::ranges::sort(blocks);
  patches.reserve(blocks.size());
  for (const auto block : blocks) patches.push_back(patch_of(*sparse, block));
  return Status::success;
}

}  // namespace warpgrade::device::emulated
