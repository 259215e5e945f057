// SPDX-License-Identifier: Apache-2.0
// Teaches integer intrinsics: counting, reversing, permuting bits, high products, a PTX statement.

#include "program.cuh"

__global__ void Bits(const unsigned* in, unsigned* out) {
  const unsigned x = in[threadIdx.x];
  unsigned lane = 0;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  unsigned* const own = out + threadIdx.x * 8;
  own[0] = __popc(x);
  own[1] = __clz(x);
  own[2] = __ffs(x);
  own[3] = __brev(x);
  own[4] = __umulhi(x, 0x12345679u);
  own[5] = __byte_perm(x, 0xaabbccddu, 0x7214);
  own[6] = __funnelshift_l(x, x, 7);
  own[7] = __sad(int(x), -5, lane) + __popcll(x * 0x100000001ull) + __clzll(x);
}

int main() {
  const int n = 64;
  std::vector<unsigned> in(n);
  std::vector<unsigned> want;
  for (int i = 0; i < n; ++i) {
    in[i] = i == 0 ? 0u : i * 2654435761u >> (i % 32);
    const unsigned x = in[i];
    unsigned count = 0;
    unsigned zeros = 32;
    unsigned first = 0;
    unsigned reversed = 0;
    for (int bit = 31; bit >= 0; --bit) {
      if ((x >> bit & 1u) == 1u) {
        ++count;
        zeros = zeros == 32 ? 31 - bit : zeros;
        first = bit + 1;
        reversed |= 1u << (31 - bit);
      }
    }
    want.push_back(count);
    want.push_back(zeros);
    want.push_back(first);
    want.push_back(reversed);
    want.push_back(unsigned((x * 0x12345679ull) >> 32));
    want.push_back(0xaa000000u | (x & 0xff0000u) | (x & 0xff00u) | 0xddu);
    want.push_back(x << 7 | x >> 25);
    const long long difference = static_cast<long long>(int(x)) + 5;
    want.push_back(unsigned(difference < 0 ? -difference : difference) + i % 32 + 2 * count + 32 +
                   zeros);
  }
  unsigned* device_in = ToDevice(in);
  unsigned* device_out = ToDevice(std::vector<unsigned>(want.size(), 0));
  Bits<<<1, n>>>(device_in, device_out);
  CHECK(cudaGetLastError());
  const std::vector<unsigned> got = ToHost(device_out, want.size());
  for (int k = 0; k < 8; ++k) {
    std::printf("%08x ", got[8 + k]);
  }
  std::printf("\n");
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  return Compare(got, want);
}
