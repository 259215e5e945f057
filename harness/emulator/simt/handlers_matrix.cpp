// SPDX-License-Identifier: Apache-2.0
// wmma, mma, ldmatrix (PTX ISA 9.7.14). The whole warp comes together for each.
#include "harness/emulator/simt/access.hpp"
#include "harness/emulator/simt/handlers.hpp"
#include "harness/emulator/simt/matrix.hpp"
#include "harness/emulator/simt/worker.hpp"

#include "harness/core/poison.hpp"

#include <bit>
#include <cstring>

namespace warpgrade::simt {
namespace {

using ptx::StateSpace;

std::uint32_t* register_of(const Warp& warp, const Fragment& fragment, std::uint32_t index) {
  return warp.lanes<std::uint32_t>(warp.worker().program.pool[fragment.pool + index]);
}

/// One access of `bytes` bytes a lane; `act(lane, data)` for each admitted one.
void access_in(Warp& warp, const Op& op, Access& access, const auto& act) {
  admit(warp, op, access);
  for (Mask left = access.mask; left != 0; left &= left - 1) {
    const auto i = static_cast<unsigned>(std::countr_zero(left));
    act(i, data_of(warp, access, i));
  }
  announce(warp, op, access);
}

void access(Warp& warp, const Op& op, StateSpace space, AccessKind kind, std::uint32_t bytes,
            const LaneAddresses& at, const auto& act) {
  Access access;
  access.address = at;
  access.bytes = bytes;
  access.kind = kind;
  access.space = space;
  if (space != StateSpace::generic) return access_in(warp, op, access, act);
  resolve_generic(warp, at, [&](StateSpace found, std::uint64_t window) {
    Access part = access;
    for (std::uint64_t& address : part.address) address -= window;
    part.space = found;
    access_in(warp, op, part, act);
  });
}

/// Calls `act(register, first bit, bytes, addresses)` for each access that moves a fragment: a
/// register at once where its elements lie side by side.
void each_piece(const Warp& warp, const Op& op, const MatrixMove& move, const auto& act) {
  const Fragment& fragment = move.fragment;
  const std::uint32_t size = ptx::size_of(fragment.element);
  const bool together = move.row_major == (fragment.matrix != Matrix::b);
  const std::uint32_t step = together ? fragment.packed() : 1;
  const auto* const stride = warp.lanes<std::uint32_t>(move.stride);
  LaneAddresses base;
  read_addresses(warp, op, base);
  for (std::uint32_t index = 0; index < fragment.elements(); index += step) {
    LaneAddresses at{};
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
      const auto [row, col] = fragment.cell(lane, index);
      const std::uint64_t far = move.row_major ? row : col;
      const std::uint64_t near = move.row_major ? col : row;
      at[lane] = base[lane] + (far * stride[lane] + near) * size;
    }
    act(index / fragment.packed(), index % fragment.packed() * size * 8, size * step, at);
  }
}

/// Registers beyond the elements hold them again.
void repeat_registers(const Warp& warp, const Fragment& fragment) {
  const std::uint32_t distinct = fragment.elements() / fragment.packed();
  for (std::uint32_t r = distinct; r < fragment.registers; ++r) {
    const auto* const from = register_of(warp, fragment, r % distinct);
    auto* const to = register_of(warp, fragment, r);
    for (unsigned i = 0; i < kWarpSize; ++i) to[i] = warp.active(i) ? from[i] : to[i];
  }
}

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

const MatrixMove& move_of(const Warp& warp, const Op& op) {
  return warp.worker().program.matrix_moves[op.d.bits];
}

}  // namespace

const Op* matrix_load_handler(Warp& warp, const Op& op) {
  if (!warp.gathered(op, Wait::warp_values)) return nullptr;
  const MatrixMove& move = move_of(warp, op);
  each_piece(warp, op, move,
             [&](std::uint32_t r, std::uint32_t shift, std::uint32_t bytes, const auto& at) {
               auto* const to = register_of(warp, move.fragment, r);
               const std::uint32_t mask = bytes == 4 ? ~0U : (1U << bytes * 8) - 1;
               for (unsigned i = 0; i < kWarpSize; ++i) {
                 const std::uint32_t kept = shift == 0 ? 0 : to[i];
                 to[i] = warp.active(i) ? kept | (kRefusedLoad & mask) << shift : to[i];
               }
               access(warp, op, move.space, AccessKind::load, bytes, at,
                      [&](unsigned lane, const std::byte* data) {
                        std::uint32_t value = 0;
                        std::memcpy(&value, data, bytes);
                        to[lane] = (to[lane] & ~(mask << shift)) | value << shift;
                      });
             });
  repeat_registers(warp, move.fragment);
  return &op + 1;
}

const Op* matrix_store_handler(Warp& warp, const Op& op) {
  if (!warp.gathered(op, Wait::warp_values)) return nullptr;
  const MatrixMove& move = move_of(warp, op);
  each_piece(warp, op, move,
             [&](std::uint32_t r, std::uint32_t shift, std::uint32_t bytes, const auto& at) {
               const auto* const from = register_of(warp, move.fragment, r);
               access(warp, op, move.space, AccessKind::store, bytes, at,
                      [&](unsigned lane, std::byte* data) {
                        const std::uint32_t value = from[lane] >> shift;
                        std::memcpy(data, &value, bytes);
                      });
             });
  return &op + 1;
}

const Op* matrix_multiply_handler(Warp& warp, const Op& op) {
  if (!warp.gathered(op, Wait::warp_values)) return nullptr;
  const MatrixProduct& product = warp.worker().program.matrix_products[op.d.bits];
  const auto sum = multiply(product.d.shape, gather(warp, product.a), gather(warp, product.b),
                            gather(warp, product.c));
  scatter(warp, product.d, sum, product.saturate);
  return &op + 1;
}

// Lanes 0 to 7 have the addresses of the first matrix's rows, the next eight those of the second.
// A lane gets two neighbours of a row, or, transposed, of a column.
const Op* matrix_rows_handler(Warp& warp, const Op& op) {
  if (!warp.gathered(op, Wait::warp_values)) return nullptr;
  constexpr std::uint32_t edge = 8;
  constexpr std::uint32_t row_bytes = 16;
  const MatrixMove& move = move_of(warp, op);
  const std::uint32_t rows = edge * move.fragment.registers;
  LaneAddresses at;
  read_addresses(warp, op, at);
  std::array<std::array<std::uint16_t, edge>, kWarpSize> cells{};
  const Mask lanes = (rows == kWarpSize ? ~Mask{0} : (Mask{1} << rows) - 1) & warp.mask();
  warp.with_lanes(lanes, [&] {
    access(warp, op, move.space, AccessKind::load, row_bytes, at,
           [&](unsigned lane, const std::byte* data) {
             std::memcpy(cells[lane].data(), data, row_bytes);
           });
  });
  for (std::uint32_t r = 0; r < move.fragment.registers; ++r) {
    auto* const to = register_of(warp, move.fragment, r);
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      if (!warp.active(lane)) continue;
      const unsigned far = lane / 4;
      const unsigned near = lane % 4 * 2;
      const auto cell = [&](unsigned row, unsigned col) {
        return std::uint32_t{cells[r * edge + row][col]};
      };
      to[lane] = move.row_major ? cell(far, near) | cell(far, near + 1) << 16
                                : cell(near, far) | cell(near + 1, far) << 16;
    }
  }
  return &op + 1;
}

}  // namespace warpgrade::simt
