// SPDX-License-Identifier: Apache-2.0
// Teaches wide shared loads: how many wavefronts 8 and 16 bytes a lane take, by who reads what.

#include "program.cuh"

constexpr int kWarp = 32;
constexpr int kCells = 1024;

__device__ float Sum(float2 v) { return v.x + v.y; }
__device__ float Sum(float4 v) { return v.x + v.y + v.z + v.w; }

// A kernel of one warp, in which lane l reads the cell `index` of an array of `type`, and stores what it found.
#define READS(name, type, index)                                                 \
  __host__ __device__ int name##Index(int l) { return index; }                   \
  __global__ void name(const float* in, float* out) {                            \
    __shared__ alignas(16) float tile[kCells];                                   \
    for (int i = threadIdx.x; i < kCells; i += kWarp) {                          \
      tile[i] = in[i];                                                           \
    }                                                                            \
    __syncthreads();                                                             \
    const type* cells = reinterpret_cast<const type*>(tile);                     \
    out[threadIdx.x] = Sum(cells[name##Index(threadIdx.x)]);                     \
  }

READS(PairsUnit, float2, l)
READS(PairsEqual, float2, 0)
READS(PairsHalfWarpsEqual, float2, l % 16)
READS(PairsQuartersEqual, float2, l % 8)
READS(PairsNeighboursEqual, float2, l / 2)
READS(PairsSecondEqual, float2, l / 4 * 2 + l % 2)
READS(PairsFoursEqual, float2, l / 4)
READS(PairsStrideTwo, float2, l * 2)
READS(PairsStrideSixteen, float2, l * 16)
READS(QuadsUnit, float4, l)
READS(QuadsEqual, float4, 0)
READS(QuadsHalfWarpsEqual, float4, l % 16)
READS(QuadsQuartersEqual, float4, l % 8)
READS(QuadsInQuartersEqual, float4, l % 4)
READS(QuadsNeighboursEqual, float4, l / 2)
READS(QuadsSecondEqual, float4, l / 4 * 2 + l % 2)
READS(QuadsFoursEqual, float4, l / 4)
READS(QuadsEightsEqual, float4, l / 8)
READS(QuadsSixteensEqual, float4, l / 16)
READS(QuadsReversed, float4, 31 - l)
READS(QuadsStrideTwo, float4, l * 2)
READS(QuadsStrideEight, float4, l * 8)
READS(QuadsFirstQuarterTwice, float4, l % 8 + (l / 16) * 8)

struct Pattern {
  void (*kernel)(const float*, float*);
  int (*index)(int);
  int width;  // Floats a lane.
};

int main() {
  const Pattern patterns[] = {
      {PairsUnit, PairsUnitIndex, 2},
      {PairsEqual, PairsEqualIndex, 2},
      {PairsHalfWarpsEqual, PairsHalfWarpsEqualIndex, 2},
      {PairsQuartersEqual, PairsQuartersEqualIndex, 2},
      {PairsNeighboursEqual, PairsNeighboursEqualIndex, 2},
      {PairsSecondEqual, PairsSecondEqualIndex, 2},
      {PairsFoursEqual, PairsFoursEqualIndex, 2},
      {PairsStrideTwo, PairsStrideTwoIndex, 2},
      {PairsStrideSixteen, PairsStrideSixteenIndex, 2},
      {QuadsUnit, QuadsUnitIndex, 4},
      {QuadsEqual, QuadsEqualIndex, 4},
      {QuadsHalfWarpsEqual, QuadsHalfWarpsEqualIndex, 4},
      {QuadsQuartersEqual, QuadsQuartersEqualIndex, 4},
      {QuadsInQuartersEqual, QuadsInQuartersEqualIndex, 4},
      {QuadsNeighboursEqual, QuadsNeighboursEqualIndex, 4},
      {QuadsSecondEqual, QuadsSecondEqualIndex, 4},
      {QuadsFoursEqual, QuadsFoursEqualIndex, 4},
      {QuadsEightsEqual, QuadsEightsEqualIndex, 4},
      {QuadsSixteensEqual, QuadsSixteensEqualIndex, 4},
      {QuadsReversed, QuadsReversedIndex, 4},
      {QuadsStrideTwo, QuadsStrideTwoIndex, 4},
      {QuadsStrideEight, QuadsStrideEightIndex, 4},
      {QuadsFirstQuarterTwice, QuadsFirstQuarterTwiceIndex, 4},
  };
  std::vector<float> in(kCells);
  for (int i = 0; i < kCells; ++i) {
    in[i] = float(i);
  }
  const float* device_in = ToDevice(in);
  float* device_out = ToDevice(std::vector<float>(kWarp, -1));
  int wrong = 0;
  for (const Pattern& pattern : patterns) {
    pattern.kernel<<<1, kWarp>>>(device_in, device_out);
    CHECK(cudaGetLastError());
    std::vector<float> want(kWarp, 0);
    for (int i = 0; i < kWarp * pattern.width; ++i) {
      want[i / pattern.width] += in[pattern.index(i / pattern.width) * pattern.width + i % pattern.width];
    }
    wrong += Compare(ToHost(device_out, kWarp), want);
  }
  return wrong != 0;
}
