// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>

/// Six rows of `cols` elements. Row 0 of `out` holds the first element of `in` everywhere, rows 1
/// to 5 are those of `in`.
extern "C" void reference(const float* in, float* out, std::size_t cols) {
  constexpr std::size_t kRows = 6;
  std::fill_n(out, cols, in[0]);
  std::copy(in + cols, in + kRows * cols, out + cols);
}
