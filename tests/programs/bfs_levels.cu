// SPDX-License-Identifier: Apache-2.0
// Teaches breadth-first search: one launch a level until a device flag stays unset.

#include "program.cuh"

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
