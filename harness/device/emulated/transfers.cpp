// SPDX-License-Identifier: Apache-2.0
// Allocation, copies and fills of the emulated device.
#include "harness/device/emulated/emulated_device.hpp"
#include "harness/device/memory_errors.hpp"
#include "harness/emulator/model/time.hpp"
#include "harness/emulator/observe/unset_global.hpp"

#include <fcntl.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace warpgrade::device::emulated {
namespace {

constexpr auto kCopy = Step::Kind::memory_copy;

/// Repeats the low `element_bytes` bytes of `value` over `data`.
void repeat(std::span<std::byte> data, std::uint32_t value, std::uint32_t element_bytes) {
  for (std::size_t i = 0; i < data.size(); i += element_bytes) {
    std::memcpy(data.data() + i, &value, element_bytes);
  }
}

}  // namespace

void EmulatedDevice::do_copy(const CopyAction& copy) {
  if (heap_.memory().is_sparse(copy.to) || heap_.memory().is_sparse(copy.from)) return;
  std::memmove(heap_.memory().host(copy.to), heap_.memory().host(copy.from), copy.bytes);
  set_.copy(copy.to, copy.from, copy.bytes);
}

void EmulatedDevice::do_fill(const FillAction& fill) {
  if (heap_.memory().is_sparse(fill.address)) return;
  repeat(heap_.memory().view(fill.address, fill.count * fill.element_bytes), fill.value,
         fill.element_bytes);
  set_.set(fill.address, fill.count * fill.element_bytes);
}

Status EmulatedDevice::allocate(Owner owner, std::uint64_t bytes, std::uint64_t& address) {
  if (sticky_ != Status::success) return sticky_;
  if (bytes == 0) {
    address = 0;
    return Status::success;
  }
  const auto status = heap_.allocate(owner, bytes, options_.submission_memory_bytes, address);
  if (status == Status::success) {
    if (options_.check_global) set_.watch(address, bytes);
    return status;
  }
  return recorder_.api_error(status, Step::Kind::other, "cudaMalloc",
                             no_room(bytes, heap_.memory().used_bytes(), card_.memory_bytes,
                                     options_.submission_memory_bytes));
}

Status EmulatedDevice::allocate_mapped(Owner owner, std::uint64_t bytes, std::uint64_t& address) {
  if (sticky_ != Status::success) return sticky_;
  if (bytes == 0) return Status::invalid_value;
  if (heap_.memory().mapped_window().fd < 0) return Status::not_supported;
  recording_.spoil("solve() has memory that the host writes, too");
  const auto status =
      heap_.allocate(owner, bytes, options_.submission_memory_bytes, address, Heap::Place::mapped);
  if (status == Status::success) return status;
  return recorder_.api_error(status, Step::Kind::other, "cudaMallocHost or cudaMallocManaged",
                             no_room(bytes, heap_.submission_bytes(), simt::kMappedBytes,
                                     options_.submission_memory_bytes));
}

MappedWindow EmulatedDevice::mapped_window() {
  const auto& window = heap_.memory().mapped_window();
  return {window.base, window.bytes, fcntl(window.fd, F_DUPFD_CLOEXEC, 0)};
}

Status EmulatedDevice::release(Owner owner, std::uint64_t address) {
  if (sticky_ != Status::success) return sticky_;
  if (address == 0) return Status::success;
  switch (heap_.release(owner, address, recording_.alive())) {
    case Heap::Released::yes:
      set_.forget(address);  // Where it is kept for replays: whatever those read counts as set.
      return Status::success;
    case Heap::Released::not_yours:
      return recorder_.api_error(Status::invalid_value, Step::Kind::other, "cudaFree",
                                 std::string(kNotYours));
    case Heap::Released::not_an_allocation:
      break;
  }
  return recorder_.api_error(Status::invalid_value, Step::Kind::other, "cudaFree",
                             not_an_allocation(address));
}

Status EmulatedDevice::upload(std::uint64_t address, std::span<const std::byte> data) {
  if (sticky_ != Status::success) return sticky_;
  if (data.empty()) return Status::success;
  const auto to = heap_.memory().view(address, data.size());
  if (to.empty()) {
    return recorder_.api_error(Status::invalid_value, kCopy, "cudaMemcpy",
                               no_range("a copy to the device", address, data.size()));
  }
  if (!heap_.memory().is_sparse(address)) std::ranges::copy(data, to.begin());
  set_.set(address, data.size());
  if (recording_.running()) recording_.add(UploadAction{address, {data.begin(), data.end()}});
  record({kCopy, "cudaMemcpy host to device", 0, 0, data.size(), address, 0, {}, {}});
  return Status::success;
}

Status EmulatedDevice::download(std::uint64_t address, std::span<std::byte> data) {
  if (sticky_ != Status::success) return sticky_;
  if (data.empty()) return Status::success;
  const auto from = heap_.memory().view(address, data.size());
  if (from.empty()) {
    return recorder_.api_error(Status::invalid_value, kCopy, "cudaMemcpy",
                               no_range("a copy from the device", address, data.size()));
  }
  if (!heap_.memory().is_sparse(address)) std::ranges::copy(from, data.begin());
  if (auto unset = observe::unset_copy_finding(set_, address, data.size())) {
    recorder_.finding(*std::move(unset));
  }
  recording_.read_back();
  record({kCopy, "cudaMemcpy device to host", 0, 0, data.size(), 0, address, {}, {}});
  return Status::success;
}

Status EmulatedDevice::copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes) {
  if (sticky_ != Status::success) return sticky_;
  if (bytes == 0) return Status::success;
  for (const auto address : {to, from}) {
    if (!heap_.memory().view(address, bytes).empty()) continue;
    return recorder_.api_error(Status::invalid_value, kCopy, "cudaMemcpy",
                               no_range("a copy on the device", address, bytes));
  }
  do_copy({to, from, bytes});
  recording_.add(CopyAction{to, from, bytes});
  record({kCopy,
          "cudaMemcpy device to device",
          0,
          model::copy_seconds(bytes, card_),
          bytes,
          to,
          from,
          {},
          {}});
  return Status::success;
}

Status EmulatedDevice::fill(std::uint64_t address, std::uint32_t value, std::uint32_t element_bytes,
                            std::uint64_t count) {
  if (sticky_ != Status::success) return sticky_;
  const bool known_size = element_bytes == 1 || element_bytes == 2 || element_bytes == 4;
  if (!known_size) return Status::invalid_value;
  if (count == 0) return Status::success;
  const bool fits = count <= card_.memory_bytes / element_bytes;
  const auto bytes = fits ? count * element_bytes : ~std::uint64_t{0};
  const auto data = fits ? heap_.memory().view(address, bytes) : std::span<std::byte>{};
  if (data.empty()) {
    return recorder_.api_error(Status::invalid_value, Step::Kind::memory_set, "cudaMemset",
                               no_range("a fill", address, bytes));
  }
  do_fill({address, value, element_bytes, count});
  recording_.add(FillAction{address, value, element_bytes, count});
  record({Step::Kind::memory_set,
          "cudaMemset",
          0,
          model::fill_seconds(bytes, card_),
          bytes,
          address,
          0,
          {},
          {}});
  return Status::success;
}

Status EmulatedDevice::find(std::uint64_t address, std::uint64_t& base, std::uint64_t& bytes) {
  if (sticky_ != Status::success) return sticky_;
  const auto* allocation = heap_.memory().find(address);
  if (allocation == nullptr) return Status::invalid_value;
  base = allocation->base;
  bytes = allocation->bytes;
  return Status::success;
}

Status EmulatedDevice::memory(std::uint64_t& free_bytes, std::uint64_t& total_bytes) {
  if (sticky_ != Status::success) return sticky_;
  const auto used = heap_.memory().used_bytes();
  total_bytes = card_.memory_bytes;
  free_bytes = used < total_bytes ? total_bytes - used : 0;
  return Status::success;
}

}  // namespace warpgrade::device::emulated
