// SPDX-License-Identifier: Apache-2.0
// Allocation, copies and fills on the GPU.
#include "harness/device/cuda/cuda_device.hpp"
#include "harness/device/cuda/errors.hpp"
#include "harness/device/memory_errors.hpp"

#include <string>
#include <utility>

namespace warpgrade::device::cuda {
namespace {

constexpr auto kCopy = Step::Kind::memory_copy;
constexpr auto kOther = Step::Kind::other;

/// @param to, from  Device addresses as the submission has them; 0: the host.
Step copy_step(std::string what, std::uint64_t bytes, std::uint64_t to, std::uint64_t from) {
  return {kCopy, std::move(what), 0, 0, bytes, to, from, {}, {}};
}

}  // namespace

const Block* CudaDevice::make_block(Owner owner, std::uint64_t bytes) {
  if (const auto* block = heap_.allocate(owner, bytes)) return block;
  const auto end = range_.end();
  if (!range_.grow(GuardedHeap::footprint(owner, bytes))) return nullptr;
  heap_.add_memory(end, range_.end() - end);
  return heap_.allocate(owner, bytes);
}

Status CudaDevice::allocate(Owner owner, std::uint64_t bytes, std::uint64_t& address) {
  if (sticky_ != Status::success) return sticky_;
  address = 0;
  if (bytes == 0) return Status::success;
  const auto limit = options_.submission_memory_bytes;
  const auto held = heap_.submission_bytes();
  const bool refused = owner == Owner::submission &&
                       ((limit > 0 && (held > limit || bytes > limit - held)) ||
                        heap_.submission_allocations() >= GuardedHeap::kMaxSubmissionAllocations);
  const auto* block = refused ? nullptr : make_block(owner, bytes);
  if (block == nullptr) {
    return recorder_.api_error(Status::memory_allocation, kOther, "cudaMalloc",
                               no_room(bytes, heap_.used_bytes(), info_.total_memory_bytes, limit));
  }
  guards_.poison(*block);
  gpu_.finish();
  address = block->address;
  return Status::success;
}

Status CudaDevice::release(Owner owner, std::uint64_t address) {
  if (sticky_ != Status::success) return sticky_;
  if (address == 0) return Status::success;
  const auto* block = heap_.find(address);
  // Its guards are looked at now: later nobody knows whose they were.
  if (block != nullptr && block->address == address && block->owner == Owner::submission) {
    report(guards_.check({*block}));
  }
  switch (heap_.release(owner, address, recording_.alive())) {
    case GuardedHeap::Released::yes:
      return Status::success;
    case GuardedHeap::Released::not_yours:
      return recorder_.api_error(Status::invalid_value, kOther, "cudaFree", std::string(kNotYours));
    case GuardedHeap::Released::not_an_allocation:
      break;
  }
  return recorder_.api_error(Status::invalid_value, kOther, "cudaFree", not_an_allocation(address));
}

std::optional<std::uint64_t> CudaDevice::real_address(std::uint64_t address,
                                                      std::uint64_t bytes) const {
  if (heap_.holds(address, bytes)) return address;
  const auto* place = variables_.find(address);
  if (place == nullptr || bytes > place->bytes - (address - place->base)) return std::nullopt;
  return place->real + (address - place->base);
}

Status CudaDevice::transfer(Step step, const Queue& queue) {
  const auto ran = timed(queue);
  const auto status = settle(ran, {}, {});
  step.seconds = ran.seconds;
  step.error = static_cast<int>(status);
  record(std::move(step));
  return status;
}

Status CudaDevice::upload(std::uint64_t address, std::span<const std::byte> data) {
  if (sticky_ != Status::success) return sticky_;
  if (data.empty()) return Status::success;
  const auto to = real_address(address, data.size());
  if (!to) {
    return recorder_.api_error(Status::invalid_value, kCopy, "cudaMemcpy",
                               no_range("a copy to the device", address, data.size()));
  }
  const auto status =
      transfer(copy_step("cudaMemcpy host to device", data.size(), address, 0), [&] {
        return gpu_.driver().cuMemcpyHtoDAsync(*to, data.data(), data.size(), gpu_.stream());
      });
  if (status == Status::success && recording_.running()) {
    recording_.add(UploadAction{*to, {data.begin(), data.end()}});
  }
  return status;
}

Status CudaDevice::download(std::uint64_t address, std::span<std::byte> data) {
  if (sticky_ != Status::success) return sticky_;
  if (data.empty()) return Status::success;
  const auto from = real_address(address, data.size());
  if (!from) {
    return recorder_.api_error(Status::invalid_value, kCopy, "cudaMemcpy",
                               no_range("a copy from the device", address, data.size()));
  }
  recording_.read_back();
  return transfer(copy_step("cudaMemcpy device to host", data.size(), 0, address), [&] {
    return gpu_.driver().cuMemcpyDtoHAsync(data.data(), *from, data.size(), gpu_.stream());
  });
}

CUresult CudaDevice::queue_copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes) const {
  return gpu_.driver().cuMemcpyDtoDAsync(to, from, bytes, gpu_.stream());
}

Status CudaDevice::copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes) {
  if (sticky_ != Status::success) return sticky_;
  if (bytes == 0) return Status::success;
  for (const auto address : {to, from}) {
    if (real_address(address, bytes)) continue;
    return recorder_.api_error(Status::invalid_value, kCopy, "cudaMemcpy",
                               no_range("a copy on the device", address, bytes));
  }
  const CopyAction action{*real_address(to, bytes), *real_address(from, bytes), bytes};
  const auto status = transfer(copy_step("cudaMemcpy device to device", bytes, to, from),
                               [&] { return queue_copy(action.to, action.from, bytes); });
  if (status == Status::success) recording_.add(action);
  return status;
}

CUresult CudaDevice::queue_fill(const FillAction& fill) const {
  const auto& driver = gpu_.driver();
  const auto stream = gpu_.stream();
  if (fill.element_bytes == 1) {
    return driver.cuMemsetD8Async(fill.address, static_cast<unsigned char>(fill.value), fill.count,
                                  stream);
  }
  if (fill.element_bytes == 2) {
    return driver.cuMemsetD16Async(fill.address, static_cast<unsigned short>(fill.value),
                                   fill.count, stream);
  }
  return driver.cuMemsetD32Async(fill.address, fill.value, fill.count, stream);
}

Status CudaDevice::fill(std::uint64_t address, std::uint32_t value, std::uint32_t element_bytes,
                        std::uint64_t count) {
  if (sticky_ != Status::success) return sticky_;
  const bool known_size = element_bytes == 1 || element_bytes == 2 || element_bytes == 4;
  if (!known_size || address % element_bytes != 0) return Status::invalid_value;
  if (count == 0) return Status::success;
  const bool fits = count <= info_.total_memory_bytes / element_bytes;
  const auto bytes = fits ? count * element_bytes : ~std::uint64_t{0};
  const auto real = real_address(address, bytes);
  if (!real) {
    return recorder_.api_error(Status::invalid_value, Step::Kind::memory_set, "cudaMemset",
                               no_range("a fill", address, bytes));
  }
  const FillAction action{*real, value, element_bytes, count};
  const auto status =
      transfer({Step::Kind::memory_set, "cudaMemset", 0, 0, bytes, address, 0, {}, {}},
               [&] { return queue_fill(action); });
  if (status == Status::success) recording_.add(action);
  return status;
}

Status CudaDevice::find(std::uint64_t address, std::uint64_t& base, std::uint64_t& bytes) {
  if (sticky_ != Status::success) return sticky_;
  if (const auto* block = heap_.find(address)) {
    base = block->address;
    bytes = block->bytes;
    return Status::success;
  }
  const auto* place = variables_.find(address);
  if (place == nullptr) return Status::invalid_value;
  base = place->base;
  bytes = place->bytes;
  return Status::success;
}

Status CudaDevice::memory(std::uint64_t& free_bytes, std::uint64_t& total_bytes) {
  if (sticky_ != Status::success) return sticky_;
  std::size_t free_now = 0;
  std::size_t total = 0;
  require(gpu_.driver(), gpu_.driver().cuMemGetInfo(&free_now, &total), "ask for free memory");
  free_bytes = free_now + (range_.end() - range_.begin() - heap_.used_bytes());
  total_bytes = total;
  return Status::success;
}

}  // namespace warpgrade::device::cuda
