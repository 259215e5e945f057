// SPDX-License-Identifier: Apache-2.0
// Teaches tables in shared memory: each thread computes the CRC-32 of its own message.

#include "program.cuh"

constexpr int kLength = 40;

__host__ __device__ unsigned Entry(unsigned byte) {
  for (int bit = 0; bit < 8; ++bit) {
    byte = (byte & 1u) != 0 ? byte >> 1 ^ 0xedb88320u : byte >> 1;
  }
  return byte;
}

__global__ void Crc(const unsigned char* messages, unsigned* out) {
  __shared__ unsigned table[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) {
    table[i] = Entry(i);
  }
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned crc = ~0u;
  for (int k = 0; k < kLength; ++k) {
    crc = crc >> 8 ^ table[(crc ^ messages[i * kLength + k]) & 255u];
  }
  out[i] = ~crc;
}

int main() {
  const int n = 192;
  std::vector<unsigned char> messages(n * kLength);
  std::vector<unsigned> want(n);
  for (int i = 0; i < n * kLength; ++i) {
    messages[i] = static_cast<unsigned char>(i * i + 3 * i);
  }
  for (int i = 0; i < n; ++i) {
    unsigned crc = ~0u;
    for (int k = 0; k < kLength; ++k) {
      crc = crc >> 8 ^ Entry((crc ^ messages[i * kLength + k]) & 255u);
    }
    want[i] = ~crc;
  }
  unsigned char* device_messages = ToDevice(messages);
  unsigned* device_out = ToDevice(std::vector<unsigned>(n, 0));
  Crc<<<n / 64, 64>>>(device_messages, device_out);
  CHECK(cudaGetLastError());
  const std::vector<unsigned> got = ToHost(device_out, n);
  std::printf("%08x %08x ... %08x\n", got[0], got[1], got[n - 1]);
  return Compare(got, want);
}
