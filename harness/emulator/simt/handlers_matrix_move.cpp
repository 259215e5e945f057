// SPDX-License-Identifier: Apache-2.0
// wmma.load, wmma.store and ldmatrix (PTX ISA 9.7.14). The whole warp comes together for each.
#include "harness/core/poison.hpp"
#include "harness/emulator/simt/access.hpp"
#include "harness/emulator/simt/fragment_registers.hpp"
#include "harness/emulator/simt/handlers.hpp"

#include <array>
#include <bit>
#include <cstring>

namespace warpgrade::simt {
namespace {

using ptx::StateSpace;

constexpr std::uint64_t kRefusedMatrix = std::uint64_t{kRefusedLoad} << 32 | kRefusedLoad;

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

/// Where element (row, col) lies for each lane; `base` holds the matrix's address.
std::uint64_t address_of(const MatrixMove& move, std::uint64_t base, std::uint32_t stride,
                         MatrixCell cell) {
  const std::uint64_t far = move.row_major ? cell.row : cell.col;
  const std::uint64_t near = move.row_major ? cell.col : cell.row;
  return base + (far * stride + near) * ptx::size_of(move.fragment.element);
}

/// What each lane moves at once: `bytes` from bit `shift` of register `first` on.
struct Piece {
  std::uint32_t first = 0;
  std::uint32_t shift = 0;
  std::uint32_t bytes = 0;

  [[nodiscard]] std::uint32_t registers() const { return bytes > 4 ? 2 : 1; }
};

/// Elements of a lane that lie side by side in memory: those of a register, and pairs of an
/// accumulator's (measured on an H200: STG.64).
std::uint32_t side_by_side(const MatrixMove& move) {
  const Fragment& fragment = move.fragment;
  if (move.row_major != (fragment.matrix != Matrix::b)) return 1;
  return fragment.matrix == Matrix::c ? 2 : fragment.packed();
}

/// Calls `act(piece, addresses)` for each access that moves a fragment.
void each_piece(const Warp& warp, const Op& op, const MatrixMove& move, const auto& act) {
  const Fragment& fragment = move.fragment;
  const std::uint32_t size = ptx::size_of(fragment.element);
  const std::uint32_t step = side_by_side(move);
  const auto* const stride = warp.lanes<std::uint32_t>(move.stride);
  LaneAddresses base;
  read_addresses(warp, op, base);
  for (std::uint32_t index = 0; index < fragment.elements(); index += step) {
    LaneAddresses at{};
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
      at[lane] = address_of(move, base[lane], stride[lane], fragment.cell(lane, index));
    }
    act(Piece{index / fragment.packed(), index % fragment.packed() * size * 8, size * step}, at);
  }
}

/// Puts the piece's bytes into the lane's registers.
void put(const Warp& warp, const Fragment& fragment, const Piece& piece, unsigned lane,
         std::uint64_t value) {
  const std::uint32_t mask = piece.bytes >= 4 ? ~0U : (1U << piece.bytes * 8) - 1;
  for (std::uint32_t i = 0; i < piece.registers(); ++i) {
    auto& to = register_of(warp, fragment, piece.first + i)[lane];
    const auto word = static_cast<std::uint32_t>(i == 0 ? value : value >> 32) & mask;
    to = piece.shift == 0 ? word : (to & ~(mask << piece.shift)) | word << piece.shift;
  }
}

std::uint64_t taken(const Warp& warp, const Fragment& fragment, const Piece& piece, unsigned lane) {
  std::uint64_t value = 0;
  for (std::uint32_t i = 0; i < piece.registers(); ++i) {
    const std::uint64_t word = register_of(warp, fragment, piece.first + i)[lane] >> piece.shift;
    value |= i == 0 ? word : word << 32;
  }
  return value;
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

const MatrixMove& move_of(const Warp& warp, const Op& op) {
  return warp.worker().program.matrix_moves[op.d.bits];
}

constexpr std::uint32_t kBlock = 8;  // Rows and columns of what a register holds of a matrix.

/// Halves whose pairs in a register do not lie side by side in memory.
bool is_turned(const MatrixMove& move) {
  return move.fragment.matrix != Matrix::c && move.fragment.packed() == 2 &&
         side_by_side(move) == 1;
}

/// Loads pairs as they lie in memory, 8 x 8 cells a register, and then transposes those between the
/// lanes, as machine code does (LDG.32 and MOVM.16.MT88, read on an H200).
void load_turned(Warp& warp, const Op& op, const MatrixMove& move) {
  const Fragment& fragment = move.fragment;
  const auto* const stride = warp.lanes<std::uint32_t>(move.stride);
  LaneAddresses base;
  read_addresses(warp, op, base);
  for (std::uint32_t index = 0; index < fragment.elements(); index += 2) {
    const MatrixCell origin = fragment.cell(0, index);
    // The pair of a lane in the block as it lies in memory, from the block's origin.
    const auto turned = [&](unsigned lane) {
      const auto [row, col] = fragment.cell(lane, index);
      return MatrixCell{col - origin.col, row - origin.row};
    };
    LaneAddresses at{};
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      const auto [row, col] = turned(lane);
      at[lane] = address_of(move, base[lane], stride[lane], {origin.row + row, origin.col + col});
    }
    std::array<std::array<std::uint16_t, kBlock>, kBlock> block;
    for (auto& row : block) row.fill(static_cast<std::uint16_t>(kRefusedLoad));
    access(warp, op, move.space, AccessKind::load, 4, at,
           [&](unsigned lane, const std::byte* data) {
             const auto [row, col] = turned(lane);
             std::memcpy(&block[row][col], data, 2);
             std::memcpy(move.row_major ? &block[row][col + 1] : &block[row + 1][col], data + 2, 2);
           });
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      if (!warp.active(lane)) continue;
      const auto half = [&](std::uint32_t element) {
        const auto [row, col] = fragment.cell(lane, element);
        return std::uint32_t{block[row - origin.row][col - origin.col]};
      };
      register_of(warp, fragment, index / 2)[lane] = half(index) | half(index + 1) << 16;
    }
  }
}

}  // namespace

const Op* matrix_load_handler(Warp& warp, const Op& op) {
  if (!warp.gathered(op, Wait::warp_values)) return nullptr;
  const MatrixMove& move = move_of(warp, op);
  if (is_turned(move)) {
    load_turned(warp, op, move);
    repeat_registers(warp, move.fragment);
    return &op + 1;
  }
  each_piece(warp, op, move, [&](const Piece& piece, const LaneAddresses& at) {
    for (unsigned i = 0; i < kWarpSize; ++i) {
      if (warp.active(i)) put(warp, move.fragment, piece, i, kRefusedMatrix);
    }
    access(warp, op, move.space, AccessKind::load, piece.bytes, at,
           [&](unsigned lane, const std::byte* data) {
             std::uint64_t value = 0;
             std::memcpy(&value, data, piece.bytes);
             put(warp, move.fragment, piece, lane, value);
           });
  });
  repeat_registers(warp, move.fragment);
  return &op + 1;
}

const Op* matrix_store_handler(Warp& warp, const Op& op) {
  if (!warp.gathered(op, Wait::warp_values)) return nullptr;
  const MatrixMove& move = move_of(warp, op);
  each_piece(warp, op, move, [&](const Piece& piece, const LaneAddresses& at) {
    access(warp, op, move.space, AccessKind::store, piece.bytes, at,
           [&](unsigned lane, std::byte* data) {
             const std::uint64_t value = taken(warp, move.fragment, piece, lane);
             std::memcpy(data, &value, piece.bytes);
           });
  });
  return &op + 1;
}

// Lanes 0 to 7 have the addresses of the first matrix's rows, the next eight those of the second.
// A lane gets two neighbours of a row, or, transposed, of a column.
const Op* matrix_rows_handler(Warp& warp, const Op& op) {
  if (!warp.gathered(op, Wait::warp_values)) return nullptr;
  constexpr std::uint32_t row_bytes = 16;
  const MatrixMove& move = move_of(warp, op);
  const std::uint32_t rows = kBlock * move.fragment.registers;
  LaneAddresses at;
  read_addresses(warp, op, at);
  std::array<std::array<std::uint16_t, kBlock>, kWarpSize> cells{};
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
        return std::uint32_t{cells[r * kBlock + row][col]};
      };
      to[lane] = move.row_major ? cell(far, near) | cell(far, near + 1) << 16
                                : cell(near, far) | cell(near + 1, far) << 16;
    }
  }
  return &op + 1;
}

}  // namespace warpgrade::simt
