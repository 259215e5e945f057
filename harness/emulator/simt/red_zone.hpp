// SPDX-License-Identifier: Apache-2.0
// In a build with AddressSanitizer, host memory between allocations of the device that nothing may
// touch; nothing at all in others.
#pragma once

#include <cstddef>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WARPGRADE_ADDRESS_SANITIZER
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(WARPGRADE_ADDRESS_SANITIZER)
#include <sanitizer/asan_interface.h>
#endif

namespace warpgrade::simt {

/// From here on an access of the host to [begin, begin + bytes) is an error.
inline void forbid([[maybe_unused]] std::byte* begin, [[maybe_unused]] std::size_t bytes) {
#ifdef ASAN_POISON_MEMORY_REGION
  ASAN_POISON_MEMORY_REGION(begin, bytes);
#endif
}

/// Takes forbid() back.
inline void allow([[maybe_unused]] std::byte* begin, [[maybe_unused]] std::size_t bytes) {
#ifdef ASAN_UNPOISON_MEMORY_REGION
  ASAN_UNPOISON_MEMORY_REGION(begin, bytes);
#endif
}

}  // namespace warpgrade::simt
