// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/core/extent.hpp"

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace warpgrade {

/// The sizes of a case, in the order in which its exercise declares them: rows, cols, ...
class Shape {
 public:
  static constexpr std::size_t kMostSizes = 4;

  constexpr Shape() = default;
  constexpr Shape(std::initializer_list<std::int64_t> sizes) : Shape{std::span{sizes}} {}
  /// Rows and cols.
  constexpr Shape(const Extent& extent) : Shape{extent.rows, extent.cols} {}
  /// @param sizes  At most kMostSizes.
  constexpr explicit Shape(std::span<const std::int64_t> sizes) : count_{sizes.size()} {
    assert(sizes.size() <= kMostSizes);
    for (std::size_t i = 0; i < count_; ++i) sizes_.at(i) = sizes[i];
  }

  [[nodiscard]] constexpr std::size_t size() const { return count_; }
  constexpr std::int64_t operator[](std::size_t i) const { return sizes_.at(i); }
  constexpr std::int64_t& operator[](std::size_t i) { return sizes_.at(i); }
  [[nodiscard]] constexpr const std::int64_t* begin() const { return sizes_.data(); }
  [[nodiscard]] constexpr const std::int64_t* end() const { return begin() + count_; }

  /// The first two sizes as rows and cols; 1 for one that is not there.
  [[nodiscard]] constexpr Extent extent() const {
    return {count_ > 0 ? sizes_[0] : 1, count_ > 1 ? sizes_[1] : 1};
  }

  /// All sizes multiplied.
  [[nodiscard]] constexpr std::int64_t product() const {
    std::int64_t product = 1;
    for (const auto size : *this) product *= size;
    return product;
  }

  /// Whether product() is more than `most`, also where it does not fit into 64 bits;
  /// of sizes from 1 on.
  [[nodiscard]] constexpr bool exceeds(std::int64_t most) const {
    for (const auto size : *this) most /= size;
    return most == 0;
  }

  friend constexpr bool operator==(const Shape&, const Shape&) = default;

 private:
  std::array<std::int64_t, kMostSizes> sizes_{};
  std::size_t count_ = 0;
};

/// The sizes with `between` between them: "31 x 33".
std::string shape_text(const Shape& shape, std::string_view between = " x ");

}  // namespace warpgrade
