// SPDX-License-Identifier: Apache-2.0
// Device memory that the program never frees.
#include "fault.cuh"

#include <memory>

CASE(faulty_forgotten) {
  int* data = nullptr;
  cudaMalloc(&data, 400);
}
CASE(fine_freed) {
  int* data = nullptr;
  cudaMalloc(&data, 400);
  cudaFree(data);
}

// One of two.
CASE(faulty_one_of_two) {
  int* in = nullptr;
  int* out = nullptr;
  cudaMalloc(&in, 400);
  cudaMalloc(&out, 400);
  cudaFree(in);
}
CASE(fine_both) {
  int* in = nullptr;
  int* out = nullptr;
  cudaMalloc(&in, 400);
  cudaMalloc(&out, 400);
  cudaFree(in);
  cudaFree(out);
}

// The pointer is overwritten by the next allocation.
CASE(faulty_overwritten) {
  int* data = nullptr;
  cudaMalloc(&data, 400);
  cudaMalloc(&data, 800);
  cudaFree(data);
}
CASE(fine_freed_first) {
  int* data = nullptr;
  cudaMalloc(&data, 400);
  cudaFree(data);
  cudaMalloc(&data, 800);
  cudaFree(data);
}

// An early return.
static void Work(bool early) {
  float* scratch = nullptr;
  cudaMalloc(&scratch, 1024);
  if (early) return;
  cudaFree(scratch);
}
CASE(faulty_early_return) { Work(true); }
CASE(fine_no_early_return) { Work(false); }

// Once every turn.
CASE(faulty_in_loop) {
  for (int i = 0; i < 3; ++i) {
    char* data = nullptr;
    cudaMalloc(&data, 100);
    cudaMemset(data, 0, 100);
  }
}
CASE(fine_smart_pointer) {
  for (int i = 0; i < 3; ++i) {
    char* data = nullptr;
    cudaMalloc(&data, 100);
    const std::unique_ptr<char, cudaError_t (*)(char*)> owner(data, [](char* p) { return cudaFree(p); });
    cudaMemset(data, 0, 100);
  }
}

// The context goes, and what it still held was leaked.
CASE(faulty_reset) {
  int* data = nullptr;
  cudaMalloc(&data, 400);
  cudaDeviceReset();
}
CASE(fine_reset) {
  int* data = nullptr;
  cudaMalloc(&data, 400);
  cudaFree(data);
  cudaDeviceReset();
}
