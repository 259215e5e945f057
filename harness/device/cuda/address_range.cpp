// SPDX-License-Identifier: Apache-2.0
#include "harness/device/cuda/address_range.hpp"

#include "harness/device/cuda/errors.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace warpgrade::device::cuda {
namespace {

/// Memory is taken in pieces of at least this size: taking it costs far more than using it.
constexpr std::uint64_t kPiece = std::uint64_t{256} << 20;
constexpr std::uint64_t kWholeSpan = kDeviceSpan - kVariableSpan;

constexpr std::uint64_t round_up(std::uint64_t bytes, std::uint64_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

}  // namespace

AddressRange::AddressRange(const Gpu& gpu) : gpu_(gpu) {
  const auto& driver = gpu.driver();
  properties_.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties_.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  properties_.location.id = gpu.device();
  std::size_t granularity = 0;
  require(driver,
          driver.cuMemGetAllocationGranularity(&granularity, &properties_,
                                               CU_MEM_ALLOC_GRANULARITY_MINIMUM),
          "ask for the granularity of memory");
  granularity_ = granularity;
  // All of it, or a part of it big enough for the card's memory, from anywhere in it.
  const auto least = round_up(gpu.info().total_memory_bytes, granularity_);
  for (auto bytes = kWholeSpan; bytes >= least; bytes = round_up(bytes / 2, granularity_)) {
    for (std::uint64_t offset = 0; offset + bytes <= kWholeSpan; offset += bytes) {
      if (reserve(kDeviceBase + offset, bytes)) return;
    }
  }
  throw NoGpu(fmt::format(
      "the CUDA driver does not give {} bytes of addresses from {:#x} on; use --device emulated",
      least, kDeviceBase));
}

bool AddressRange::reserve(std::uint64_t hint, std::uint64_t bytes) {
  const auto& driver = gpu_.driver();
  CUdeviceptr address = 0;
  const auto result = driver.cuMemAddressReserve(&address, bytes, granularity_, hint, 0);
  if (result != CUDA_SUCCESS) return false;
  if (address >= kDeviceBase && address + bytes <= kVariableBase) {
    base_ = address;
    reserved_ = bytes;
    return true;
  }
  driver.cuMemAddressFree(address, bytes);
  return false;
}

AddressRange::~AddressRange() {
  if (gpu_.abandoned()) return;
  const auto& driver = gpu_.driver();
  for (const auto& piece : pieces_) {
    driver.cuMemUnmap(piece.address, piece.bytes);
    driver.cuMemRelease(piece.handle);
  }
  driver.cuMemAddressFree(base_, reserved_);
}

bool AddressRange::grow(std::uint64_t bytes) {
  if (bytes > reserved_ - mapped_) return false;
  const auto least = round_up(bytes, granularity_);
  const auto wanted = std::max(least, round_up(kPiece, granularity_));
  return map(wanted) || map(least);
}

bool AddressRange::map(std::uint64_t bytes) {
  if (bytes > reserved_ - mapped_) return false;
  const auto& driver = gpu_.driver();
  Piece piece{end(), bytes, 0};
  if (driver.cuMemCreate(&piece.handle, bytes, &properties_, 0) != CUDA_SUCCESS) return false;
  CUmemAccessDesc access{};
  access.location = properties_.location;
  access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  require(driver, driver.cuMemMap(piece.address, bytes, 0, piece.handle, 0), "map memory");
  require(driver, driver.cuMemSetAccess(piece.address, bytes, &access, 1), "open memory");
  pieces_.push_back(piece);
  mapped_ += bytes;
  return true;
}

}  // namespace warpgrade::device::cuda
