// SPDX-License-Identifier: Apache-2.0
// What a sector costs that two blocks write in parts. Nothing is read: blocks store the 32 x 32
// tiles of a matrix of 16384 x 16384 floats, all of them moved by some floats, in such an order
// that the tile to the right of a block's is written so many blocks later. Every run writes the
// same bytes.
#include "measure.cuh"

namespace bench {
namespace {

constexpr unsigned kSide = 16384;
constexpr unsigned kTile = 32;
constexpr unsigned kTiles = kSide / kTile;
constexpr unsigned kBlockRows = 8;
constexpr int kRounds = 51;
constexpr int kShifts[] = {0, 8, 4, 1};
constexpr unsigned kDistances[] = {1, 8, 64, 512};

__global__ void store_tiles(float* out, unsigned distance) {
  const unsigned a_band = distance * kTiles;
  const unsigned in_band = blockIdx.x % a_band;
  const unsigned row = (blockIdx.x / a_band * distance + in_band % distance) * kTile + threadIdx.y;
  const unsigned col = in_band / distance * kTile + threadIdx.x;
  for (unsigned j = 0; j < kTile; j += kBlockRows) {
    out[std::size_t{row + j} * kSide + col] = static_cast<float>(blockIdx.x);
  }
}

Contender shifted(int shift, unsigned distance) {
  return {"", [=](const float*, float* out, Shape) {
            store_tiles<<<kTiles * kTiles, dim3{kTile, kBlockRows}>>>(out + shift, distance);
            CUDA_CHECK(cudaGetLastError());
            return out;
          }};
}

void print_table(const std::vector<float>& times) {
  std::printf("us of a store of %u x %u floats; the tile to the right comes N blocks later\n%-28s",
              kSide, kSide, "tiles moved by");
  for (const auto d : kDistances) std::printf("    N = %3u", d);
  std::size_t i = 0;
  for (const auto shift : kShifts) {
    std::printf("\n%d floats, %-18s", shift, shift % 8 == 0 ? "whole sectors" : "sectors in parts");
    for (std::size_t d = 0; d < std::size(kDistances); ++d) std::printf(" %10.1f", times[i++]);
  }
  std::printf("\n");
}

}  // namespace
}  // namespace bench

int main() {
  using namespace bench;
  const auto buffers = allocate(std::size_t{kSide} * kSide);
  std::vector<Contender> contenders;
  for (const auto shift : kShifts) {
    for (const auto distance : kDistances) contenders.push_back(shifted(shift, distance));
  }
  std::mt19937 random{7};
  medians(contenders, buffers, {kSide, kSide}, 3, random);  // Warms up.
  print_table(medians(contenders, buffers, {kSide, kSide}, kRounds, random));
  return EXIT_SUCCESS;
}
