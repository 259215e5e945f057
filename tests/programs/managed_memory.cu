// SPDX-License-Identifier: Apache-2.0
// Teaches managed memory: one pointer for kernels and host code, no copies, cudaDeviceSynchronize before
// the host looks. A list of linked nodes goes through the kernel as it is, and a __managed__ variable counts.

#include "program.cuh"

#include <cstdio>
#include <vector>

__managed__ int visited = 0;
__managed__ float weights[4] = {1.0F, 2.0F, 3.0F, 4.0F};

struct Node {
  int value;
  float weighted;
  Node* next;
};

__global__ void Walk(Node* first) {
  for (Node* node = first; node != nullptr; node = node->next) {
    node->weighted = node->value * weights[node->value % 4];
    ++visited;
  }
}

__global__ void Double(int n, int* data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= 2;
}

// What the two calls below take has changed with CUDA 13.
#if CUDART_VERSION >= 13000
cudaMemLocation Gpu() { return {cudaMemLocationTypeDevice, 0}; }
cudaError_t Prefetch(const void* data, size_t bytes) { return cudaMemPrefetchAsync(data, bytes, Gpu(), 0, 0); }
#else
int Gpu() { return 0; }
cudaError_t Prefetch(const void* data, size_t bytes) { return cudaMemPrefetchAsync(data, bytes, 0); }
#endif

int main() {
  constexpr int nodes = 10;
  Node* list = nullptr;
  CHECK(cudaMallocManaged(&list, nodes * sizeof(Node)));
  for (int i = 0; i < nodes; ++i) list[i] = {i, 0, i + 1 < nodes ? &list[i + 1] : nullptr};
  Walk<<<1, 1>>>(list);
  CHECK(cudaDeviceSynchronize());
  std::printf("visited %d nodes\n", visited);
  float sum = 0;
  for (int i = 0; i < nodes; ++i) sum += list[i].weighted;
  std::printf("weighted sum %.1f\n", sum);
  weights[1] = 10.0F;
  visited = 0;
  Walk<<<1, 1>>>(list + 5);
  CHECK(cudaDeviceSynchronize());
  std::printf("visited %d nodes, the sixth weighs %.1f\n", visited, list[5].weighted);

  constexpr int n = 3000;
  int* data = nullptr;
  CHECK(cudaMallocManaged(&data, n * sizeof(int)));
  for (int i = 0; i < n; ++i) data[i] = i;
  CHECK(cudaMemAdvise(data, n * sizeof(int), cudaMemAdviseSetPreferredLocation, Gpu()));
  CHECK(Prefetch(data, n * sizeof(int)));
  Double<<<(n + 255) / 256, 256>>>(n, data);
  CHECK(cudaDeviceSynchronize());
  std::vector<int> want(n);
  for (int i = 0; i < n; ++i) want[i] = 2 * i;

  cudaPointerAttributes attributes;
  CHECK(cudaPointerGetAttributes(&attributes, data + 7));
  std::printf("it is %s memory\n", attributes.type == cudaMemoryTypeManaged ? "managed" : "other");
  const int result = Compare(std::vector<int>(data, data + n), want) |
                     Compare(ToHost(data, n), want);
  CHECK(cudaFree(list));
  CHECK(cudaFree(data));
  return result;
}
