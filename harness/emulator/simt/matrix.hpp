// SPDX-License-Identifier: Apache-2.0
// Matrices that a warp holds together (PTX ISA 9.7.14): which lane has which element, and products.
//
// The places are those of mma.sync, which the manual gives; wmma leaves its own open, and follows
// them here. Elements are numbered by lane: those of its first register, then of the next.
#pragma once

#include "harness/emulator/ptx/module.hpp"
#include "harness/emulator/simt/op.hpp"

#include <cstdint>
#include <vector>

namespace warpgrade::simt {

/// D = A B + C: A is m x k, B k x n, C and D m x n.
struct MatrixShape {
  std::uint32_t m = 0;
  std::uint32_t n = 0;
  std::uint32_t k = 0;
};

enum class Matrix : std::uint8_t { a, b, c };

struct MatrixCell {
  std::uint32_t row = 0;
  std::uint32_t col = 0;
};

/// One matrix in registers of 32 bits.
struct Fragment {
  Matrix matrix = Matrix::a;
  MatrixShape shape;
  ptx::Type element = ptx::Type::none;
  std::uint32_t pool = 0;       ///< Of its registers' slots, in Lowered::pool.
  std::uint32_t registers = 0;  ///< A lane; may hold the elements more than once.

  [[nodiscard]] std::uint32_t rows() const { return matrix == Matrix::b ? shape.k : shape.m; }
  [[nodiscard]] std::uint32_t cols() const { return matrix == Matrix::a ? shape.k : shape.n; }
  /// Elements of one register.
  [[nodiscard]] std::uint32_t packed() const { return 4 / ptx::size_of(element); }
  /// Elements of a lane, each once.
  [[nodiscard]] std::uint32_t elements() const;
  /// Where element `index` of `lane` stands.
  [[nodiscard]] MatrixCell cell(std::uint32_t lane, std::uint32_t index) const;
};

/// wmma.load, wmma.store.
struct MatrixMove {
  Fragment fragment;
  bool row_major = true;
  ptx::StateSpace space = ptx::StateSpace::generic;
  Slot stride;  ///< Elements from one row (or column) to the next.
};

/// wmma.mma, mma.
struct MatrixProduct {
  Fragment a, b, c, d;
  bool saturate = false;  ///< `.satfinite` of integers.
};

/// m, n and k of a modifier such as `.m16n16k16`.
MatrixShape shape_of(ptx::Shape shape);

/// The element's value; a binary64 holds every one of the types exactly.
double element_value(ptx::Type type, std::uint32_t bits);
/// The element nearest to `value`; integers wrap round or, saturated, clamp.
std::uint32_t element_bits(ptx::Type type, double value, bool saturate);

/// C + A B, row-major. Sums are exact but for binary64's own rounding, and rounded once more where
/// they are stored: tensor cores add with fewer bits, so last bits of floats may differ from
/// theirs.
std::vector<double> multiply(const MatrixShape& shape, const std::vector<double>& a,
                             const std::vector<double>& b, const std::vector<double>& c);

}  // namespace warpgrade::simt
