// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/simt/matrix.hpp"

#include "harness/emulator/simt/number.hpp"
#include "harness/emulator/simt/observer.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace warpgrade::simt {
namespace {

using ptx::Type;

constexpr std::uint32_t kEdge = 8;    ///< Rows of a part of a matrix that a warp holds at once.
constexpr std::uint32_t kAcross = 4;  ///< Lanes side by side.

// In the order of ptx::Shape.
constexpr std::array kShapes{
    MatrixShape{0, 0, 0},   MatrixShape{16, 16, 16}, MatrixShape{32, 8, 16}, MatrixShape{8, 32, 16},
    MatrixShape{16, 16, 8}, MatrixShape{16, 8, 4},   MatrixShape{16, 8, 8},  MatrixShape{16, 8, 16},
    MatrixShape{16, 8, 32}, MatrixShape{8, 8, 0},
};
static_assert(kShapes.size() == static_cast<std::size_t>(ptx::Shape::m8n8) + 1);

std::uint32_t float_bits(double value) {
  return std::bit_cast<std::uint32_t>(canonical(static_cast<float>(value)));
}

std::uint32_t int_bits(double value, bool saturate) {
  using Limits = std::numeric_limits<std::int32_t>;
  const double kept =
      saturate ? std::clamp(value, double{Limits::min()}, double{Limits::max()}) : value;
  return static_cast<std::uint32_t>(static_cast<std::int64_t>(kept));
}

}  // namespace

std::uint32_t Fragment::elements() const { return rows() * cols() / kWarpSize; }

// Parts of 8 rows (of B: columns), as wide as 4 lanes' registers; those of A and C go down first,
// those of B along k.
MatrixCell Fragment::cell(std::uint32_t lane, std::uint32_t index) const {
  const std::uint32_t each = matrix == Matrix::c ? 2 : packed();
  const std::uint32_t part = index / each;
  const std::uint32_t along = lane % kAcross * each + index % each;
  const std::uint32_t down = lane / kAcross;
  const std::uint32_t width = kAcross * each;
  if (matrix == Matrix::b) {
    const std::uint32_t parts = shape.k / width;
    return {along + width * (part % parts), down + kEdge * (part / parts)};
  }
  const std::uint32_t parts = shape.m / kEdge;
  return {down + kEdge * (part % parts), along + width * (part / parts)};
}

MatrixShape shape_of(ptx::Shape shape) { return kShapes.at(static_cast<std::size_t>(shape)); }

double element_value(Type type, std::uint32_t bits) {
  constexpr std::uint32_t dropped = 0x1fff;  // tf32 has 13 bits less than binary32.
  switch (type) {
    case Type::f16:
      return from_half(static_cast<std::uint16_t>(bits));
    case Type::bf16:
      return from_bfloat(static_cast<std::uint16_t>(bits));
    case Type::tf32:
      return std::bit_cast<float>(bits & ~dropped);
    case Type::f32:
      return std::bit_cast<float>(bits);
    case Type::u8:
      return static_cast<std::uint8_t>(bits);
    case Type::s8:
      return static_cast<std::int8_t>(bits);
    default:
      return static_cast<std::int32_t>(bits);
  }
}

std::uint32_t element_bits(Type type, double value, bool saturate) {
  if (type == Type::f16) return to_half(value);
  return type == Type::f32 ? float_bits(value) : int_bits(value, saturate);
}

std::vector<double> multiply(const MatrixShape& shape, const std::vector<double>& a,
                             const std::vector<double>& b, const std::vector<double>& c) {
  std::vector<double> d = c;
  for (std::size_t i = 0; i < shape.m; ++i) {
    for (std::size_t l = 0; l < shape.k; ++l) {
      for (std::size_t j = 0; j < shape.n; ++j) {
        d[i * shape.n + j] += a[i * shape.k + l] * b[l * shape.n + j];
      }
    }
  }
  return d;
}

}  // namespace warpgrade::simt
