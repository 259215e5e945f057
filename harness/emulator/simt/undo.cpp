// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/simt/undo.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <thread>

namespace warpgrade::simt {
namespace {

constexpr std::uint64_t kBlock = 256;
constexpr std::uint8_t kUntouched = 0;
constexpr std::uint8_t kSaving = 1;
constexpr std::uint8_t kSaved = 2;

}  // namespace

Undo::Undo(const GlobalMemory& memory) {
  for (const auto& [base, allocation] : memory.allocations()) {
    Region region;
    region.host = memory.host(base);
    region.bytes = allocation.bytes;
    region.state = lazy_array<std::uint8_t>(allocation.bytes / kBlock + 1);
    region.saved = lazy_array<std::byte>(allocation.bytes);
    regions_.push_back(std::move(region));
  }
}

void Undo::save(std::uint64_t region, std::uint64_t block) {
  Region& home = regions_[region];
  const std::atomic_ref<std::uint8_t> state(home.state[block]);
  std::uint8_t seen = kUntouched;
  if (!state.compare_exchange_strong(seen, kSaving, std::memory_order_acq_rel)) {
    while (state.load(std::memory_order_acquire) != kSaved) std::this_thread::yield();
    return;
  }
  const std::uint64_t at = block * kBlock;
  std::memcpy(&home.saved[at], home.host + at, std::min(kBlock, home.bytes - at));
  state.store(kSaved, std::memory_order_release);
}

void Undo::restore() {
  for (Region& region : regions_) {
    for (std::uint64_t at = 0; at < region.bytes; at += kBlock) {
      if (region.state[at / kBlock] != kSaved) continue;
      std::memcpy(region.host + at, &region.saved[at], std::min(kBlock, region.bytes - at));
    }
  }
}

}  // namespace warpgrade::simt
