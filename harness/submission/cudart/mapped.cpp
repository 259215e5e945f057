// SPDX-License-Identifier: Apache-2.0
#include "harness/submission/cudart/mapped.hpp"

#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

#include <bit>
#include <cstring>
#include <vector>

namespace warpgrade::cudart {
namespace {

constexpr int kAccess = PROT_READ | PROT_WRITE;
constexpr int kNothing = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;

void* pointer_to(std::uint64_t address) { return std::bit_cast<void*>(address); }

}  // namespace

MappedMemory::~MappedMemory() {
  if (window_.fd >= 0) close(window_.fd);
}

bool MappedMemory::open(device::Device& device) {
  if (!asked_) window_ = device.mapped_window();
  asked_ = true;
  return window_.fd >= 0;
}

bool MappedMemory::holds(const void* pointer) const {
  return window_.fd >= 0 && reinterpret_cast<std::uint64_t>(pointer) - window_.base < window_.bytes;
}

bool MappedMemory::show(std::uint64_t address, std::size_t bytes) {
  const auto offset = static_cast<off_t>(address - window_.base);
  return mmap(pointer_to(address), bytes, kAccess, MAP_SHARED | MAP_FIXED, window_.fd, offset) !=
         MAP_FAILED;
}

void MappedMemory::hide(const void* pointer, std::size_t bytes) {
  // Where that fails, host code still sees memory that it has freed: no harm to the device.
  [[maybe_unused]] const void* const hidden =
      mmap(const_cast<void*>(pointer), bytes, PROT_NONE, kNothing, -1, 0);
}

bool MappedMemory::put_below(void* pointer, std::uint64_t address, std::size_t bytes) {
  if (!show(address, bytes)) return false;
  std::memcpy(pointer_to(address), pointer, bytes);
  hide(pointer_to(address), bytes);
  const auto offset = static_cast<off_t>(address - window_.base);
  return mmap(pointer, bytes, kAccess, MAP_SHARED | MAP_FIXED, window_.fd, offset) != MAP_FAILED;
}

bool MappedMemory::take_back(void* pointer, std::size_t bytes) {
  const auto* const data = static_cast<const std::byte*>(pointer);
  const std::vector<std::byte> contents(data, data + bytes);
  const bool ordinary =
      mmap(pointer, bytes, kAccess, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED;
  if (ordinary) std::memcpy(pointer, contents.data(), bytes);
  return ordinary;
}

}  // namespace warpgrade::cudart
