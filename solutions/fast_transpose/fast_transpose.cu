// SPDX-License-Identifier: Apache-2.0
// Transpose in (rows x cols, row-major) into out (cols x rows) at the speed of a copy, whatever the
// shape. No sector of the output is written in parts by two blocks: each output row's window moves
// left to the next sector boundary, and blocks read a few more input rows to fill it. Why that
// matters, and the figures: docs/fast_transpose.md.
//
// When it passes: how far is it from a plain copy, and what is the rest of the gap (one sentence)?

// ratio to copy: 1.05x
// gap: the tile's passes through shared memory are not all hidden behind the memory traffic

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

namespace {

constexpr int kWarp = 32;
constexpr int kWarps = 8;  // Of a block.
constexpr int kThreads = kWarp * kWarps;
constexpr int kTile = 64;            // A block writes kTile cells of each of kTile output rows.
constexpr int kSector = 8;           // Floats that memory writes at once: 32 bytes.
constexpr int kSlack = kSector - 1;  // Input rows read beyond the tile's, for the shifted windows.
constexpr int kThin = 16;  // Up to here a side is thin: blocks then work along the long one.
constexpr int kThinFloats = 4096;  // What such a block moves, about.
constexpr int kBatch = 8;          // Loads that a thread of such a block has under way.

using Index = std::ptrdiff_t;

__host__ __device__ constexpr Index ceil_div(Index a, Index b) { return (a + b - 1) / b; }

// How many cells output row `c` starts behind a sector boundary.
__device__ int shift_of(const float* out, std::size_t rows, std::size_t c) {
  const auto first = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(out) / sizeof(float));
  return static_cast<int>((first + static_cast<unsigned>(c) * static_cast<unsigned>(rows)) %
                          kSector);
}

// Fetches the whole 128-byte line into L2: input rows that start anywhere share lines with the next
// tile, which comes much later.
__device__ float load(const float* p) {
#if __CUDA_ARCH__ >= 800
  float value;
  asm volatile("ld.global.nc.L2::128B.f32 %0, [%1];" : "=f"(value) : "l"(p));
  return value;
#else
  return *p;
#endif
}

// One tile a block. Neighbours in launch order are neighbours along the output rows.
__global__ void __launch_bounds__(kThreads)
    transpose(const float* __restrict__ in, float* __restrict__ out, std::size_t rows,
              std::size_t cols, unsigned tiles_along_rows) {
  constexpr int kHeight = kTile + kSlack;
  constexpr int kParts = kTile / kWarp;
  constexpr int kLoads = (kHeight + kWarps - 1) / kWarps;
  __shared__ float tile[kHeight][kTile + 1];  // Odd pitch: neither rows nor columns meet in a bank.

  const int lane = threadIdx.x % kWarp;
  const int warp = threadIdx.x / kWarp;
  const Index row0 = Index{blockIdx.x % tiles_along_rows} * kTile - kSlack;  // Of tile[0].
  const Index col0 = Index{blockIdx.x / tiles_along_rows} * kTile;
  const int first = row0 < 0 ? static_cast<int>(-row0) : 0;  // Tile rows [first, last) exist.
  const int last = static_cast<int>(min(Index{kHeight}, static_cast<Index>(rows) - row0));

  // Column c's window is tile rows [kSlack - shift, kSlack - shift + kTile).
  int low[kParts];
  unsigned height[kParts];
  for (int part = 0; part < kParts; ++part) {
    const std::size_t col = col0 + lane + kWarp * part;
    const int top = kSlack - shift_of(out, rows, col);
    low[part] = max(top, first);
    height[part] = col < cols ? max(min(top + kTile, last) - low[part], 0) : 0;
  }

  const float* source = in + row0 * static_cast<Index>(cols) + col0 + lane;
  float held[kLoads][kParts];
#pragma unroll
  for (int i = 0; i < kLoads; ++i) {
    const int row = warp + i * kWarps;
#pragma unroll
    for (int part = 0; part < kParts; ++part) {
      held[i][part] = 0;
      if (static_cast<unsigned>(row - low[part]) < height[part]) {
        held[i][part] = load(source + row * static_cast<Index>(cols) + kWarp * part);
      }
    }
  }
  // Without the loads' guard: under it, the compiler would mix the two, and fewer loads at a time
  // would be under way.
#pragma unroll
  for (int i = 0; i < kLoads; ++i) {
    const int row = warp + i * kWarps;
#pragma unroll
    for (int part = 0; part < kParts; ++part) {
      if (row < kHeight) tile[row][lane + kWarp * part] = held[i][part];
    }
  }

  __syncthreads();

#pragma unroll
  for (int i = 0; i < kTile / kWarps; ++i) {
    const int c = warp + i * kWarps;
    const std::size_t col = col0 + c;
    if (col >= cols) break;
    const int top = kSlack - shift_of(out, rows, col);
    float* target = out + static_cast<Index>(col * rows) + row0;
#pragma unroll
    for (int part = 0; part < kParts; ++part) {
      const int row = top + lane + kWarp * part;
      if (row >= first && row < last) target[row] = tile[row][c];
    }
  }
}

// A cell's place in a matrix of `length` cells a row, kept as a thread steps by a whole block or by
// its warps: no division but at the start.
struct Walk {
  int row, cell, row_step, cell_step, length;

  __device__ Walk(int start, int step, int row_length)
      : row{start / row_length},
        cell{start % row_length},
        row_step{step / row_length},
        cell_step{step % row_length},
        length{row_length} {}

  __device__ void next() {
    row += row_step;
    cell += cell_step;
    if (cell >= length) {
      cell -= length;
      ++row;
    }
  }
};

// cols <= kThin: the input is read as one line, `height` rows of it a block.
__global__ void __launch_bounds__(kThreads)
    transpose_tall(const float* __restrict__ in, float* __restrict__ out, std::size_t rows,
                   int cols, int height) {
  __shared__ float tile[3 * (kThinFloats / 2 + kSector)];  // Two columns need the most.

  const int pitch = cols | 1;
  const Index row0 = Index{blockIdx.x} * height - kSlack;
  const Index begin = row0 * cols;
  const Index end = min(begin + Index{height + kSlack} * cols, static_cast<Index>(rows) * cols);
  const int count = static_cast<int>(end - begin);
  const int start = (begin < 0 ? static_cast<int>(-begin) : 0) + threadIdx.x;
  Walk to{start, kThreads, cols};
  for (int i = start; i < count;) {
    float held[kBatch];
#pragma unroll
    for (int k = 0; k < kBatch; ++k) held[k] = in[begin + min(i + k * kThreads, count - 1)];
#pragma unroll
    for (int k = 0; k < kBatch; ++k, i += kThreads, to.next()) {
      if (i < count) tile[to.row * pitch + to.cell] = held[k];
    }
  }

  __syncthreads();

  const int lane = threadIdx.x % kWarp;
  const int warp = threadIdx.x / kWarp;
  for (Walk at{warp, kWarps, height / kWarp}; at.row < cols; at.next()) {
    const int row = kSlack - shift_of(out, rows, at.row) + at.cell * kWarp + lane;
    if (row0 + row >= 0 && row0 + row < static_cast<Index>(rows)) {
      out[at.row * static_cast<Index>(rows) + row0 + row] = tile[row * pitch + at.row];
    }
  }
}

// rows <= kThin: the output is written as one line, `width` rows of it a block.
__global__ void __launch_bounds__(kThreads)
    transpose_wide(const float* __restrict__ in, float* __restrict__ out, int rows,
                   std::size_t cols, int width) {
  __shared__ float tile[kThinFloats + 2 * kWarp];

  const int pitch = width + (kWarp + rows - 1) / rows;  // The lanes of a store meet in no bank.
  const Index col0 = Index{blockIdx.x} * width;
  const int columns = static_cast<int>(min(Index{width}, static_cast<Index>(cols) - col0));
  Walk at{static_cast<int>(threadIdx.x), kThreads, width};
  Walk to = at;
  while (to.row < rows) {
    float held[kBatch];
#pragma unroll
    for (int k = 0; k < kBatch; ++k, at.next()) {
      const int row = min(at.row, rows - 1);
      held[k] = in[row * static_cast<Index>(cols) + col0 + min(at.cell, columns - 1)];
    }
#pragma unroll
    for (int k = 0; k < kBatch; ++k, to.next()) {
      if (to.row < rows && to.cell < columns) tile[to.row * pitch + to.cell] = held[k];
    }
  }

  __syncthreads();

  Walk from{static_cast<int>(threadIdx.x), kThreads, rows};
  for (int i = threadIdx.x; i < rows * columns; i += kThreads, from.next()) {
    out[col0 * rows + i] = tile[from.cell * pitch + from.row];
  }
}

// Cells along the long side for a block, so that it moves about kThinFloats: whole warps of them.
int along(std::size_t thin) { return kThinFloats / static_cast<int>(thin) / kWarp * kWarp; }

unsigned blocks(std::size_t cells, int a_block) {
  return static_cast<unsigned>(ceil_div(static_cast<Index>(cells), a_block));
}

}  // namespace

extern "C" void solve(const float* in, float* out, std::size_t rows, std::size_t cols) {
  if (rows == 0 || cols == 0) return;
  if (rows <= kThin) {
    const int width = along(rows);
    transpose_wide<<<blocks(cols, width), kThreads>>>(in, out, static_cast<int>(rows), cols, width);
  } else if (cols <= kThin) {
    const int height = along(cols);
    transpose_tall<<<blocks(rows + kSlack, height), kThreads>>>(in, out, rows,
                                                                static_cast<int>(cols), height);
  } else {
    const unsigned tiles = blocks(rows + kSlack, kTile);
    transpose<<<tiles * blocks(cols, kTile), kThreads>>>(in, out, rows, cols, tiles);
  }
}
