// SPDX-License-Identifier: Apache-2.0
// wmma.mma and mma (PTX ISA 9.7.14). The whole warp comes together for each.
#include "harness/emulator/simt/fragment_registers.hpp"
#include "harness/emulator/simt/handlers.hpp"

namespace warpgrade::simt {
namespace {

/// The matrix, row-major, out of the lanes' registers.
std::vector<double> gather(const Warp& warp, const Fragment& fragment) {
  std::vector<double> values(std::size_t{fragment.rows()} * fragment.cols());
  const std::uint32_t bits = 32 / fragment.packed();
  for (std::uint32_t index = 0; index < fragment.elements(); ++index) {
    const auto* const from = register_of(warp, fragment, index / fragment.packed());
    const std::uint32_t shift = index % fragment.packed() * bits;
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      const auto [row, col] = fragment.cell(lane, index);
      values[std::size_t{row} * fragment.cols() + col] =
          element_value(fragment.element, from[lane] >> shift);
    }
  }
  return values;
}

void scatter(const Warp& warp, const Fragment& fragment, const std::vector<double>& values,
             bool saturate) {
  const std::uint32_t bits = 32 / fragment.packed();
  for (std::uint32_t index = 0; index < fragment.elements(); ++index) {
    auto* const to = register_of(warp, fragment, index / fragment.packed());
    const std::uint32_t shift = index % fragment.packed() * bits;
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      if (!warp.active(lane)) continue;
      const auto [row, col] = fragment.cell(lane, index);
      const std::uint32_t element = element_bits(
          fragment.element, values[std::size_t{row} * fragment.cols() + col], saturate);
      to[lane] = (shift == 0 ? 0 : to[lane]) | element << shift;
    }
  }
}

}  // namespace

const Op* matrix_multiply_handler(Warp& warp, const Op& op) {
  if (!warp.gathered(op, Wait::warp_values)) return nullptr;
  const MatrixProduct& product = warp.worker().program.matrix_products[op.d.bits];
  const auto sum = multiply(product.d.shape, gather(warp, product.a), gather(warp, product.b),
                            gather(warp, product.c));
  scatter(warp, product.d, sum, product.saturate);
  return &op + 1;
}

}  // namespace warpgrade::simt
