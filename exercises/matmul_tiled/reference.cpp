// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>

/// The product of `a` (rows x inner) and `b` (inner x cols) in `out`, all row-major. Row by row of
/// `b`, so that the innermost loop runs along memory.
extern "C" void reference(const float* a, const float* b, float* out, std::size_t rows,
                          std::size_t cols, std::size_t inner) {
  std::fill_n(out, rows * cols, 0.0F);
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t k = 0; k < inner; ++k) {
      const float factor = a[row * inner + k];
      for (std::size_t col = 0; col < cols; ++col) {
        out[row * cols + col] += factor * b[k * cols + col];
      }
    }
  }
}
