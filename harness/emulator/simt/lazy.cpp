// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/simt/lazy.hpp"

#include <sys/mman.h>

#include <cstdlib>
#include <new>

namespace warpgrade::simt {
namespace {

/// From here on pages come from the system: calloc would clear them, or refuse what may never be
/// touched.
constexpr std::uint64_t kMapFrom = std::uint64_t{256} << 10;

}  // namespace

void LazyFree::operator()(void* memory) const noexcept {
  if (bytes >= kMapFrom) {
    munmap(memory, bytes);
  } else {
    std::free(memory);
  }
}

void* lazy_memory(std::uint64_t bytes) {
  if (bytes < kMapFrom) {
    if (void* const memory = std::calloc(bytes + 1, 1)) return memory;
    throw std::bad_alloc();
  }
  void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  return memory;
}

}  // namespace warpgrade::simt
