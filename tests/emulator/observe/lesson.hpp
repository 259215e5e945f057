// SPDX-License-Identifier: Apache-2.0
// The lesson's kernels as plain loops: the addresses that each warp of each block asks for.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "harness/core/extent.hpp"
#include "harness/emulator/simt/memory.hpp"
#include "tests/emulator/observe/events.hpp"

namespace warpgrade::observe::test {

/// A launch of one of the lesson's kernels on a rows x cols input: `edge` x `edge` elements a
/// block, in steps of block.y rows, through shared rows of `pitch` floats.
struct Lesson {
  std::uint32_t rows = 0;
  std::uint32_t cols = 0;
  std::uint32_t edge = 32;
  Dim3 block{32, 8, 1};
  std::uint32_t pitch = 32;

  [[nodiscard]] std::uint64_t in(std::uint64_t r, std::uint64_t c) const {
    return simt::kDeviceBase + 4 * (r * cols + c);
  }
  [[nodiscard]] std::uint64_t out(std::uint64_t r, std::uint64_t c) const {
    const std::uint64_t bytes = std::uint64_t{4} * rows * cols;
    return simt::kDeviceBase + (bytes + 511) / 256 * 256 + 4 * (r * rows + c);
  }
  /// The grid whose x runs along `width` and y along `height`.
  [[nodiscard]] Dim3 grid(std::uint32_t width, std::uint32_t height) const {
    return {(width + edge - 1) / edge, (height + edge - 1) / edge, 1};
  }
};

/// Program counters of the events, so line 10 + pc.
enum LessonPc : std::uint32_t {
  load_pc,
  tile_store_pc,
  barrier_pc,
  tile_load_pc,
  store_pc,
  lesson_pcs
};

/// Sends one instruction of all warps of a block.
template <typename Address>
void all_warps(Feeder& feeder, const Lesson& lesson, LessonPc pc, simt::AccessKind kind,
               ptx::StateSpace space, const Address& address_of) {
  const auto threads = static_cast<std::uint32_t>(volume(lesson.block));
  for (std::uint32_t warp = 0; warp * 32 < threads; ++warp) {
    simt::LaneAddresses address{};
    simt::Mask active = 0;
    for (std::uint32_t lane = 0; lane < 32 && warp * 32 + lane < threads; ++lane) {
      const std::uint32_t thread = warp * 32 + lane;
      if (address_of(thread % lesson.block.x, thread / lesson.block.x, address[lane])) {
        active |= 1u << lane;
      }
    }
    if (active != 0) feeder.access(warp, pc, kind, space, 4, active, address);
  }
}

/// Runs `block(x, y)` for every block of `grid`, in order.
template <typename Block>
void all_blocks(Feeder& feeder, const Dim3& grid, const Block& block) {
  for (std::uint32_t y = 0; y < grid.y; ++y) {
    for (std::uint32_t x = 0; x < grid.x; ++x) {
      feeder.start(std::uint64_t{y} * grid.x + x, {x, y, 0});
      block(x, y);
      feeder.end();
    }
  }
}

/// out[y][x] = in[y][x], or transposed out[x][y] = in[y][x] (the naive kernel with strided stores).
inline Dim3 copy_or_naive(Feeder& feeder, const Lesson& k, bool transposed) {
  const Dim3 grid = k.grid(k.cols, k.rows);
  all_blocks(feeder, grid, [&](std::uint32_t bx, std::uint32_t by) {
    for (std::uint32_t j = 0; j < k.edge; j += k.block.y) {
      const auto cell = [&](std::uint32_t tx, std::uint32_t ty, bool store,
                            std::uint64_t& address) {
        const std::uint32_t c = bx * k.edge + tx;
        const std::uint32_t r = by * k.edge + ty + j;
        if (r >= k.rows || c >= k.cols) return false;
        address = !store       ? k.in(r, c)
                  : transposed ? k.out(c, r)
                               : k.out(0, 0) + (k.in(r, c) - k.in(0, 0));
        return true;
      };
      all_warps(feeder, k, load_pc, simt::AccessKind::load, ptx::StateSpace::global,
                [&](auto x, auto y, auto& a) { return cell(x, y, false, a); });
      all_warps(feeder, k, store_pc, simt::AccessKind::store, ptx::StateSpace::global,
                [&](auto x, auto y, auto& a) { return cell(x, y, true, a); });
    }
  });
  return grid;
}

inline Dim3 copy(Feeder& feeder, const Lesson& k) { return copy_or_naive(feeder, k, false); }
inline Dim3 naive_store(Feeder& feeder, const Lesson& k) { return copy_or_naive(feeder, k, true); }

/// out[y][x] = in[x][y]: lanes run down an input column and along an output row; x of the grid
/// along the output's columns.
inline Dim3 naive_load(Feeder& feeder, const Lesson& k) {
  const Dim3 grid = k.grid(k.rows, k.cols);
  all_blocks(feeder, grid, [&](std::uint32_t bx, std::uint32_t by) {
    for (std::uint32_t j = 0; j < k.edge; j += k.block.y) {
      const auto cell = [&](std::uint32_t tx, std::uint32_t ty, bool store,
                            std::uint64_t& address) {
        const std::uint32_t c = bx * k.edge + tx;
        const std::uint32_t r = by * k.edge + ty + j;
        if (c >= k.rows || r >= k.cols) return false;
        address = store ? k.out(r, c) : k.in(c, r);
        return true;
      };
      all_warps(feeder, k, load_pc, simt::AccessKind::load, ptx::StateSpace::global,
                [&](auto x, auto y, auto& a) { return cell(x, y, false, a); });
      all_warps(feeder, k, store_pc, simt::AccessKind::store, ptx::StateSpace::global,
                [&](auto x, auto y, auto& a) { return cell(x, y, true, a); });
    }
  });
  return grid;
}

/// Through a tile; `with_barrier` false leaves __syncthreads() out.
inline Dim3 tiled(Feeder& feeder, const Lesson& k, bool with_barrier = true) {
  const Dim3 grid = k.grid(k.cols, k.rows);
  all_blocks(feeder, grid, [&](std::uint32_t bx, std::uint32_t by) {
    for (std::uint32_t j = 0; j < k.edge; j += k.block.y) {
      const auto cell = [&](std::uint32_t tx, std::uint32_t ty, bool shared,
                            std::uint64_t& address) {
        const std::uint32_t c = bx * k.edge + tx;
        const std::uint32_t r = by * k.edge + ty + j;
        address = shared ? std::uint64_t{4} * ((ty + j) * k.pitch + tx) : k.in(r, c);
        return r < k.rows && c < k.cols;
      };
      all_warps(feeder, k, load_pc, simt::AccessKind::load, ptx::StateSpace::global,
                [&](auto x, auto y, auto& a) { return cell(x, y, false, a); });
      all_warps(feeder, k, tile_store_pc, simt::AccessKind::store, ptx::StateSpace::shared,
                [&](auto x, auto y, auto& a) { return cell(x, y, true, a); });
    }
    if (with_barrier) feeder.barrier(barrier_pc);
    for (std::uint32_t j = 0; j < k.edge; j += k.block.y) {
      const auto cell = [&](std::uint32_t tx, std::uint32_t ty, bool shared,
                            std::uint64_t& address) {
        const std::uint32_t c = by * k.edge + tx;
        const std::uint32_t r = bx * k.edge + ty + j;
        address = shared ? std::uint64_t{4} * (tx * k.pitch + ty + j) : k.out(r, c);
        return c < k.rows && r < k.cols;
      };
      all_warps(feeder, k, tile_load_pc, simt::AccessKind::load, ptx::StateSpace::shared,
                [&](auto x, auto y, auto& a) { return cell(x, y, true, a); });
      all_warps(feeder, k, store_pc, simt::AccessKind::store, ptx::StateSpace::global,
                [&](auto x, auto y, auto& a) { return cell(x, y, false, a); });
    }
  });
  return grid;
}

}  // namespace warpgrade::observe::test
