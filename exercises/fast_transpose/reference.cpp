// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>

/// The transpose of `in` (rows x cols) in `out` (cols x rows), both row-major. In square patches,
/// so that neither side runs out of the host's cache.
extern "C" void reference(const float* in, float* out, std::size_t rows, std::size_t cols) {
  constexpr std::size_t kPatch = 64;
  for (std::size_t row0 = 0; row0 < rows; row0 += kPatch) {
    const std::size_t row1 = std::min(rows, row0 + kPatch);
    for (std::size_t col0 = 0; col0 < cols; col0 += kPatch) {
      const std::size_t col1 = std::min(cols, col0 + kPatch);
      for (std::size_t col = col0; col < col1; ++col) {
        for (std::size_t row = row0; row < row1; ++row) {
          out[col * rows + row] = in[row * cols + col];
        }
      }
    }
  }
}
