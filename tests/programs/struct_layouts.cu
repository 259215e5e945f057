// SPDX-License-Identifier: Apache-2.0
// Teaches an array of structs against a struct of arrays: the same work, other memory traffic.

#include "program.cuh"

struct Particle {
  float x;
  float y;
  float z;
  int id;
  double mass;
};

struct Particles {
  float* __restrict__ x;
  float* __restrict__ y;
  float* __restrict__ z;
};

__global__ void MoveStructs(int n, Particle* particles) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    Particle& particle = particles[i];
    particle.x += particle.y;
    particle.z -= float(particle.mass) + float(particle.id % 2);
  }
}

__global__ void MoveArrays(int n, Particles particles) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    particles.x[i] += particles.y[i];
    particles.z[i] -= 2.0f + float(i % 2);
  }
}

int main() {
  const int n = 3000;
  std::vector<Particle> structs(n);
  std::vector<float> x(n);
  std::vector<float> y(n);
  std::vector<float> z(n);
  std::vector<float> want_x(n);
  std::vector<float> want_z(n);
  for (int i = 0; i < n; ++i) {
    x[i] = float(i);
    y[i] = 0.5f * float(i % 9);
    z[i] = float(i % 100);
    structs[i] = {x[i], y[i], z[i], i, 2.0};
    want_x[i] = x[i] + y[i];
    want_z[i] = z[i] - 2.0f - float(i % 2);
  }
  Particle* device_structs = ToDevice(structs);
  const Particles arrays = {ToDevice(x), ToDevice(y), ToDevice(z)};
  MoveStructs<<<(n + 127) / 128, 128>>>(n, device_structs);
  CHECK(cudaGetLastError());
  MoveArrays<<<(n + 127) / 128, 128>>>(n, arrays);
  CHECK(cudaGetLastError());
  structs = ToHost(device_structs, n);
  for (int i = 0; i < n; ++i) {
    x[i] = structs[i].x;
    z[i] = structs[i].z;
  }
  std::printf("x[2999] = %g, z[2999] = %g, %zu bytes\n", x[2999], z[2999], sizeof(Particle));
  return Compare(x, want_x) + Compare(z, want_z) + Compare(ToHost(arrays.x, n), want_x) +
         Compare(ToHost(arrays.z, n), want_z);
}
