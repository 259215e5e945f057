// SPDX-License-Identifier: Apache-2.0
// Teaches breadth-first search: one launch a level until a device flag stays unset.

#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                         \
  do {                                                                      \
    const cudaError_t status = (call);                                      \
    if (status != cudaSuccess) {                                            \
      std::printf("line %d: %s\n", __LINE__, cudaGetErrorString(status));   \
      std::exit(1);                                                         \
    }                                                                       \
  } while (false)

template <typename T>
T* ToDevice(const std::vector<T>& host) {
  T* device = nullptr;
  CHECK(cudaMalloc(&device, host.size() * sizeof(T)));
  CHECK(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
  return device;
}

template <typename T>
std::vector<T> ToHost(const T* device, size_t count) {
  std::vector<T> host(count);
  CHECK(cudaMemcpy(host.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost));
  return host;
}

template <typename T>
int Compare(const std::vector<T>& got, const std::vector<T>& want) {
  for (size_t i = 0; i < want.size(); ++i) {
    if (got[i] != want[i]) {
      std::printf("differs at %zu: got %g, want %g\n", i, double(got[i]), double(want[i]));
      return 1;
    }
  }
  std::printf("ok\n");
  return 0;
}

__global__ void Expand(int nodes, const int* starts, const int* edges, int level, int* levels,
                       int* changed) {
  const int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node >= nodes || levels[node] != level) {
    return;
  }
  for (int i = starts[node]; i < starts[node + 1]; ++i) {
    if (atomicCAS(&levels[edges[i]], -1, level + 1) == -1) {
      atomicExch(changed, 1);
    }
  }
}

int main() {
  const int nodes = 1000;
  std::vector<int> starts = {0};
  std::vector<int> edges;
  for (int node = 0; node < nodes; ++node) {
    for (int k = 1; k <= 1 + node % 3; ++k) {
      edges.push_back((node * (k + 1) + k * 7) % nodes);
    }
    starts.push_back(int(edges.size()));
  }
  std::vector<int> want(nodes, -1);
  std::vector<int> queue = {0};
  want[0] = 0;
  for (size_t head = 0; head < queue.size(); ++head) {
    const int node = queue[head];
    for (int i = starts[node]; i < starts[node + 1]; ++i) {
      if (want[edges[i]] == -1) {
        want[edges[i]] = want[node] + 1;
        queue.push_back(edges[i]);
      }
    }
  }
  std::vector<int> levels(nodes, -1);
  levels[0] = 0;
  int* device_starts = ToDevice(starts);
  int* device_edges = ToDevice(edges);
  int* device_levels = ToDevice(levels);
  int* device_changed = ToDevice(std::vector<int>{1});
  int level = 0;
  for (int changed = 1; changed == 1; ++level) {
    CHECK(cudaMemset(device_changed, 0, sizeof(int)));
    Expand<<<(nodes + 127) / 128, 128>>>(nodes, device_starts, device_edges, level, device_levels,
                                         device_changed);
    CHECK(cudaGetLastError());
    changed = ToHost(device_changed, 1)[0];
  }
  std::printf("%zu of %d nodes reached, %d launches\n", queue.size(), nodes, level);
  return Compare(ToHost(device_levels, nodes), want);
}
