// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace warpgrade {

/// Row-major matrix extent, in elements.
struct Extent {
  std::int64_t rows = 0;
  std::int64_t cols = 0;

  friend bool operator==(const Extent&, const Extent&) = default;
};

/// Three sizes or indices in CUDA's order: x runs fastest.
struct Dim3 {
  std::uint32_t x = 1;
  std::uint32_t y = 1;
  std::uint32_t z = 1;

  friend bool operator==(const Dim3&, const Dim3&) = default;
};

/// Number of elements of `d`: the threads of a block or the blocks of a grid.
constexpr std::uint64_t volume(const Dim3& d) {
  return static_cast<std::uint64_t>(d.x) * d.y * d.z;
}

}  // namespace warpgrade
