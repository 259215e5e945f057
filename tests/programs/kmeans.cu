// SPDX-License-Identifier: Apache-2.0
// Teaches an iterative method: k-means on integer points, with sums by shared atomics.

#include "program.cuh"

constexpr int kClusters = 4;

__host__ __device__ int Nearest(int2 point, const int* centers) {
  int best = 0;
  int best_distance = 1 << 30;
  for (int k = 0; k < kClusters; ++k) {
    const int dx = point.x - centers[2 * k];
    const int dy = point.y - centers[2 * k + 1];
    if (dx * dx + dy * dy < best_distance) {
      best_distance = dx * dx + dy * dy;
      best = k;
    }
  }
  return best;
}

__global__ void Assign(int n, const int2* points, const int* centers, int* sums) {
  __shared__ int own[kClusters * 3];
  if (threadIdx.x < kClusters * 3) {
    own[threadIdx.x] = 0;
  }
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const int k = Nearest(points[i], centers);
    atomicAdd(&own[3 * k], points[i].x);
    atomicAdd(&own[3 * k + 1], points[i].y);
    atomicAdd(&own[3 * k + 2], 1);
  }
  __syncthreads();
  if (threadIdx.x < kClusters * 3) {
    atomicAdd(&sums[threadIdx.x], own[threadIdx.x]);
  }
}

__global__ void Move(int* sums, int* centers) {
  const int k = threadIdx.x;
  if (sums[3 * k + 2] > 0) {
    centers[2 * k] = sums[3 * k] / sums[3 * k + 2];
    centers[2 * k + 1] = sums[3 * k + 1] / sums[3 * k + 2];
  }
  sums[3 * k] = sums[3 * k + 1] = sums[3 * k + 2] = 0;
}

int main() {
  const int n = 1000;
  std::vector<int2> points(n);
  for (int i = 0; i < n; ++i) {
    points[i] = make_int2(i % 2 * 500 + i * 37 % 211, i / 2 % 2 * 400 + i * 53 % 173);
  }
  std::vector<int> want = {0, 0, 10, 300, 300, 10, 90, 90};
  int2* device_points = ToDevice(points);
  int* device_centers = ToDevice(want);
  int* device_sums = ToDevice(std::vector<int>(kClusters * 3, 0));
  for (int step = 0; step < 8; ++step) {
    Assign<<<(n + 127) / 128, 128>>>(n, device_points, device_centers, device_sums);
    Move<<<1, kClusters>>>(device_sums, device_centers);
    CHECK(cudaGetLastError());
    int sums[kClusters][3] = {};
    for (const int2 point : points) {
      const int k = Nearest(point, want.data());
      sums[k][0] += point.x;
      sums[k][1] += point.y;
      ++sums[k][2];
    }
    for (int k = 0; k < kClusters; ++k) {
      for (int axis = 0; axis < 2 && sums[k][2] > 0; ++axis) {
        want[2 * k + axis] = sums[k][axis] / sums[k][2];
      }
    }
  }
  const std::vector<int> got = ToHost(device_centers, want.size());
  for (int k = 0; k < kClusters; ++k) {
    std::printf("center %d: (%d, %d)\n", k, got[2 * k], got[2 * k + 1]);
  }
  return Compare(got, want);
}
