// SPDX-License-Identifier: Apache-2.0
// Shared memory and tiling, measured on a transpose: a copy, a naive transpose and two tiled ones.
// All four run on the same grid and block and move the same bytes, so what differs is the order of
// their accesses.
//
//   nvcc -std=c++17 -O3 -arch=sm_75 -o lesson lesson.cu && ./lesson
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CUDA_CHECK(call) check((call), #call, __FILE__, __LINE__)

namespace {

constexpr std::size_t kRows = 2003;
constexpr std::size_t kCols = 3001;
constexpr std::size_t kElements = kRows * kCols;
constexpr std::size_t kBytes = kElements * sizeof(float);
constexpr int kTile = 32;
constexpr int kBlockRows = 8;  // 32 x 8 threads: four elements a thread.
constexpr int kWarmups = 3;
constexpr int kTimedLaunches = 10;
constexpr std::size_t kBeyondDefault = 4096;

static_assert(kRows % kTile != 0 && kCols % kTile != 0,
              "both sides must leave partial tiles, or the guards are not tested");

void check(cudaError_t status, const char* call, const char* file, int line) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, cudaGetErrorString(status));
  std::exit(EXIT_FAILURE);
}

__global__ void copy_row_major(const float* __restrict__ in, float* __restrict__ out,
                               std::size_t rows, std::size_t cols) {
  const std::size_t col = blockIdx.x * std::size_t{kTile} + threadIdx.x;
  const std::size_t first_row = blockIdx.y * std::size_t{kTile} + threadIdx.y;
  for (int j = 0; j < kTile; j += kBlockRows) {
    const std::size_t row = first_row + j;
    if (row < rows && col < cols) out[row * cols + col] = in[row * cols + col];
  }
}

// Reads along a row, writes down a column.
__global__ void transpose_naive(const float* __restrict__ in, float* __restrict__ out,
                                std::size_t rows, std::size_t cols) {
  const std::size_t col = blockIdx.x * std::size_t{kTile} + threadIdx.x;
  const std::size_t first_row = blockIdx.y * std::size_t{kTile} + threadIdx.y;
  for (int j = 0; j < kTile; j += kBlockRows) {
    const std::size_t row = first_row + j;
    if (row < rows && col < cols) out[col * rows + row] = in[row * cols + col];
  }
}

// Reads and writes along rows; the stride is in the read from the tile, whose size is fixed here.
__global__ void transpose_tiled_static(const float* __restrict__ in, float* __restrict__ out,
                                       std::size_t rows, std::size_t cols) {
  __shared__ float tile[kTile][kTile];

  std::size_t col = blockIdx.x * std::size_t{kTile} + threadIdx.x;
  std::size_t first_row = blockIdx.y * std::size_t{kTile} + threadIdx.y;
  for (int j = 0; j < kTile; j += kBlockRows) {
    const std::size_t row = first_row + j;
    if (row < rows && col < cols) tile[threadIdx.y + j][threadIdx.x] = in[row * cols + col];
  }

  __syncthreads();  // Outside every guard: all threads of the block get here.

  col = blockIdx.y * std::size_t{kTile} + threadIdx.x;
  first_row = blockIdx.x * std::size_t{kTile} + threadIdx.y;
  for (int j = 0; j < kTile; j += kBlockRows) {
    const std::size_t row = first_row + j;
    if (row < cols && col < rows) out[row * rows + col] = tile[threadIdx.x][threadIdx.y + j];
  }
}

// The same with a tile whose size the launch gives; its two indices are computed by hand.
__global__ void transpose_tiled_dynamic(const float* __restrict__ in, float* __restrict__ out,
                                        std::size_t rows, std::size_t cols) {
  extern __shared__ float dynamic_tile[];

  std::size_t col = blockIdx.x * std::size_t{kTile} + threadIdx.x;
  std::size_t first_row = blockIdx.y * std::size_t{kTile} + threadIdx.y;
  for (int j = 0; j < kTile; j += kBlockRows) {
    const std::size_t row = first_row + j;
    if (row < rows && col < cols) {
      dynamic_tile[(threadIdx.y + j) * kTile + threadIdx.x] = in[row * cols + col];
    }
  }

  __syncthreads();

  col = blockIdx.y * std::size_t{kTile} + threadIdx.x;
  first_row = blockIdx.x * std::size_t{kTile} + threadIdx.y;
  for (int j = 0; j < kTile; j += kBlockRows) {
    const std::size_t row = first_row + j;
    if (row < cols && col < rows) {
      out[row * rows + col] = dynamic_tile[threadIdx.x * kTile + threadIdx.y + j];
    }
  }
}

// Fills all of its dynamic shared memory, so that it really needs the bytes.
__global__ void touch_dynamic_shared(float* out, int floats) {
  extern __shared__ float dynamic_tile[];
  for (int i = threadIdx.x; i < floats; i += blockDim.x) dynamic_tile[i] = static_cast<float>(i);
  __syncthreads();
  if (threadIdx.x == 0) *out = dynamic_tile[floats - 1];
}

using Kernel = void (*)(const float*, float*, std::size_t, std::size_t);

struct Row {
  const char* name;
  Kernel kernel;
  std::size_t dynamic_bytes;
  bool transposes;
};

constexpr std::size_t kTileBytes = sizeof(float) * kTile * kTile;
constexpr Row kTable[] = {
    {"copy_row_major", copy_row_major, 0, false},
    {"transpose_naive", transpose_naive, 0, true},
    {"transpose_tiled_static", transpose_tiled_static, 0, true},
    {"transpose_tiled_dynamic", transpose_tiled_dynamic, kTileBytes, true},
};

constexpr unsigned tiles(std::size_t elements) {
  return static_cast<unsigned>((elements + kTile - 1) / kTile);
}

void launch(const Row& row, const float* in, float* out) {
  const dim3 grid{tiles(kCols), tiles(kRows)};
  const dim3 block{kTile, kBlockRows};
  row.kernel<<<grid, block, row.dynamic_bytes>>>(in, out, kRows, kCols);
  CUDA_CHECK(cudaGetLastError());
}

// Mean time of one launch in milliseconds, after warming up.
float time_kernel(const Row& row, const float* in, float* out) {
  cudaEvent_t start{};
  cudaEvent_t stop{};
  CUDA_CHECK(cudaEventCreate(&start));
  CUDA_CHECK(cudaEventCreate(&stop));
  for (int i = 0; i < kWarmups; ++i) launch(row, in, out);
  CUDA_CHECK(cudaEventRecord(start));
  for (int i = 0; i < kTimedLaunches; ++i) launch(row, in, out);
  float milliseconds = 0;
  CUDA_CHECK(cudaEventRecord(stop));
  CUDA_CHECK(cudaEventSynchronize(stop));
  CUDA_CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
  CUDA_CHECK(cudaEventDestroy(start));
  CUDA_CHECK(cudaEventDestroy(stop));
  return milliseconds / kTimedLaunches;
}

// Every cell against the CPU. Says where the first difference is.
bool matches_cpu(const Row& row, const std::vector<float>& in, const std::vector<float>& out) {
  for (std::size_t i = 0; i < kElements; ++i) {
    const std::size_t at = row.transposes ? i % kCols * kRows + i / kCols : i;
    if (out[at] == in[i]) continue;
    std::printf("%s is wrong: element %zu is %g, not %g\n", row.name, at, out[at], in[i]);
    return false;
  }
  return true;
}

double mebibytes(std::size_t bytes) { return static_cast<double>(bytes) / (1 << 20); }

cudaDeviceProp print_card() {
  cudaDeviceProp card{};
  CUDA_CHECK(cudaGetDeviceProperties(&card, 0));
  std::printf("GPU: %s (compute capability %d.%d)\n", card.name, card.major, card.minor);
  std::printf("Matrix: %zu x %zu floats, %.1f MiB per buffer\n", kRows, kCols, mebibytes(kBytes));
  std::printf("Shared memory per block: %zu bytes default, %zu bytes opt-in\n",
              card.sharedMemPerBlock, card.sharedMemPerBlockOptin);
  std::printf("Shared memory per SM:    %zu bytes\n", card.sharedMemPerMultiprocessor);
  std::printf("Tile: %d x %d floats, %zu bytes per block\n\n", kTile, kTile, kTileBytes);
  return card;
}

// Prints the table. Returns whether every kernel's output was right.
bool run_table(const std::vector<float>& in, float* d_in, float* d_out) {
  std::printf("kernel                     time (ms)        GB/s    vs copy\n");
  std::printf("------------------------  ----------  ----------  ---------\n");
  std::vector<float> out(kElements);
  float copy_milliseconds = 0;
  bool all_right = true;
  for (const Row& row : kTable) {
    CUDA_CHECK(cudaMemset(d_out, 0xff, kBytes));  // NaN: no kernel lives off the last.
    const float milliseconds = time_kernel(row, d_in, d_out);
    if (!row.transposes) copy_milliseconds = milliseconds;
    CUDA_CHECK(cudaMemcpy(out.data(), d_out, kBytes, cudaMemcpyDeviceToHost));
    all_right = matches_cpu(row, in, out) && all_right;
    std::printf("%-24s  %10.3f  %10.1f  %8.2fx\n", row.name, milliseconds,
                2.0 * kBytes / (milliseconds * 1e6), milliseconds / copy_milliseconds);
  }
  std::printf("\nEvery row above moved exactly %.1f MiB: same grid, same block, every element\n",
              mebibytes(2 * kBytes));
  std::printf("read once and written once. No row can win by doing less work.\n\n");
  return all_right;
}

cudaError_t try_dynamic(float* d_out, std::size_t bytes) {
  touch_dynamic_shared<<<1, kTile * kBlockRows, bytes>>>(d_out,
                                                         static_cast<int>(bytes / sizeof(float)));
  const cudaError_t launched = cudaGetLastError();
  return launched == cudaSuccess ? cudaDeviceSynchronize() : launched;
}

// Asks for 4 KiB more than the default, without and with the opt-in.
void probe_dynamic_limit(const cudaDeviceProp& card, float* d_out) {
  const std::size_t bytes = card.sharedMemPerBlock + kBeyondDefault;
  if (bytes > card.sharedMemPerBlockOptin) {
    std::printf("This card allows no block %zu bytes: %zu at most. Probe skipped.\n", bytes,
                card.sharedMemPerBlockOptin);
    return;
  }
  std::printf("%zu bytes of dynamic shared memory, no opt-in: %s\n", bytes,
              cudaGetErrorString(try_dynamic(d_out, bytes)));
  CUDA_CHECK(cudaFuncSetAttribute(touch_dynamic_shared, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  static_cast<int>(bytes)));
  std::printf("%zu bytes after cudaFuncSetAttribute:         %s\n", bytes,
              cudaGetErrorString(try_dynamic(d_out, bytes)));
}

}  // namespace

int main() {
  const cudaDeviceProp card = print_card();

  std::vector<float> in(kElements);
  for (std::size_t i = 0; i < kElements; ++i) in[i] = static_cast<float>(i);  // All exact: < 2^24.
  float* d_in = nullptr;
  float* d_out = nullptr;
  CUDA_CHECK(cudaMalloc(&d_in, kBytes));
  CUDA_CHECK(cudaMalloc(&d_out, kBytes));
  CUDA_CHECK(cudaMemcpy(d_in, in.data(), kBytes, cudaMemcpyHostToDevice));

  const bool all_right = run_table(in, d_in, d_out);
  probe_dynamic_limit(card, d_out);
  if (all_right) std::printf("all four kernels match the CPU at %zu elements\n", kElements);

  CUDA_CHECK(cudaFree(d_in));
  CUDA_CHECK(cudaFree(d_out));
  return all_right ? EXIT_SUCCESS : EXIT_FAILURE;
}
