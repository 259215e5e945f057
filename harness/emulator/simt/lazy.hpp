// SPDX-License-Identifier: Apache-2.0
// Zeroed arrays of which only the touched pages take memory, however big they are.
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>

namespace warpgrade::simt {

/// Gives an array of lazy_array() back.
struct LazyFree {
  std::uint64_t bytes = 0;
  void operator()(void* memory) const noexcept;
};

template <class T>
using LazyArray = std::unique_ptr<T[], LazyFree>;  // NOLINT(modernize-avoid-c-arrays)

/// @throws std::bad_alloc
void* lazy_memory(std::uint64_t bytes);

/// `count` zeros. @throws std::bad_alloc
template <class T>
LazyArray<T> lazy_array(std::uint64_t count) {
  static_assert(std::is_trivially_copyable_v<T>);
  const std::uint64_t bytes = count * sizeof(T);
  return {static_cast<T*>(lazy_memory(bytes)), LazyFree{bytes}};
}

}  // namespace warpgrade::simt
