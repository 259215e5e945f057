// SPDX-License-Identifier: Apache-2.0
// Teaches the device heap: each thread builds a linked list with new and deletes it again.

#include "program.cuh"

struct Node {
  int value;
  Node* next;
};

__global__ void Lists(int* sums) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  Node* head = nullptr;
  for (int k = 0; k < 1 + i % 5; ++k) {
    head = new Node{i + k, head};
  }
  int sum = 0;
  while (head != nullptr) {
    sum = 3 * sum + head->value;
    Node* const next = head->next;
    delete head;
    head = next;
  }
  sums[i] = sum;
}

int main() {
  const int n = 128;
  std::vector<int> want(n);
  for (int i = 0; i < n; ++i) {
    for (int k = i % 5; k >= 0; --k) {
      want[i] = 3 * want[i] + i + k;
    }
  }
  int* device_sums = ToDevice(std::vector<int>(n, -1));
  Lists<<<2, 64>>>(device_sums);
  CHECK(cudaGetLastError());
  const std::vector<int> got = ToHost(device_sums, n);
  std::printf("sums[4] = %d, sums[127] = %d\n", got[4], got[127]);
  CHECK(cudaFree(device_sums));
  return Compare(got, want);
}
