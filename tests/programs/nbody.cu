// SPDX-License-Identifier: Apache-2.0
// Teaches n-body forces: tiles of bodies pass through shared memory, compared in double precision.

#include <cmath>

#include "program.cuh"

constexpr int kBlock = 64;

__global__ void Forces(int n, const float4* bodies, float4* forces) {
  __shared__ float4 tile[kBlock];
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const float4 own = bodies[i];
  float4 force = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  for (int base = 0; base < n; base += kBlock) {
    tile[threadIdx.x] = bodies[base + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < kBlock; ++k) {
      const float dx = tile[k].x - own.x;
      const float dy = tile[k].y - own.y;
      const float dz = tile[k].z - own.z;
      const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 0.25f);
      const float pull = tile[k].w * inverse * inverse * inverse;
      force.x += pull * dx;
      force.y += pull * dy;
      force.z += pull * dz;
    }
    __syncthreads();
  }
  forces[i] = force;
}

int main() {
  const int n = 192;
  std::vector<float4> bodies(n);
  for (int i = 0; i < n; ++i) {
    bodies[i].x = float(i % 7) - 3.0f;
    bodies[i].y = float(i % 11) - 5.0f;
    bodies[i].z = float(i % 13) - 6.0f;
    bodies[i].w = 1.0f + float(i % 3);
  }
  float4* device_bodies = ToDevice(bodies);
  float4* device_forces = ToDevice(bodies);
  Forces<<<n / kBlock, kBlock>>>(n, device_bodies, device_forces);
  CHECK(cudaGetLastError());
  const std::vector<float4> got = ToHost(device_forces, n);
  for (int i = 0; i < n; ++i) {
    double want[3] = {};
    for (const float4& other : bodies) {
      const double d[3] = {double(other.x) - bodies[i].x, double(other.y) - bodies[i].y,
                           double(other.z) - bodies[i].z};
      const double square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + 0.25;
      for (int k = 0; k < 3; ++k) {
        want[k] += other.w * d[k] / (square * std::sqrt(square));
      }
    }
    if (std::fabs(got[i].x - want[0]) + std::fabs(got[i].y - want[1]) +
            std::fabs(got[i].z - want[2]) > 1e-3) {
      std::printf("differs at %d: got %g, want %g\n", i, got[i].x, want[0]);
      return 1;
    }
  }
  std::printf("force on body 0: %.2f %.2f %.2f\nok\n", got[0].x, got[0].y, got[0].z);
  CHECK(cudaFree(device_bodies));
  CHECK(cudaFree(device_forces));
  return 0;
}
