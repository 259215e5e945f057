// SPDX-License-Identifier: Apache-2.0
// Teaches classes on the device: objects made by placement new in a kernel, then virtual calls.

#include <new>

#include "program.cuh"

struct Shape {
  __device__ virtual int Area() const = 0;
};

struct Square : Shape {
  int side;
  __device__ explicit Square(int s) : side(s) {}
  __device__ int Area() const override { return side * side; }
};

struct Rectangle : Shape {
  int width;
  int height;
  __device__ Rectangle(int w, int h) : width(w), height(h) {}
  __device__ int Area() const override { return width * height; }
};

struct alignas(16) Slot {
  char bytes[32];
};

__global__ void Make(int n, Slot* slots, Shape** shapes) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    if (i % 3 == 0) {
      shapes[i] = new (&slots[i]) Square(i);
    } else {
      shapes[i] = new (&slots[i]) Rectangle(i, i % 7);
    }
  }
}

__global__ void Measure(int n, Shape** shapes, int* areas) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    areas[i] = shapes[n - 1 - i]->Area();
  }
}

int main() {
  const int n = 500;
  static_assert(sizeof(Square) <= sizeof(Slot) && sizeof(Rectangle) <= sizeof(Slot));
  std::vector<int> want(n);
  for (int i = 0; i < n; ++i) {
    want[n - 1 - i] = i % 3 == 0 ? i * i : i * (i % 7);
  }
  Slot* slots = nullptr;
  Shape** shapes = nullptr;
  CHECK(cudaMalloc(&slots, n * sizeof(Slot)));
  CHECK(cudaMalloc(&shapes, n * sizeof(Shape*)));
  int* device_areas = ToDevice(std::vector<int>(n, -1));
  Make<<<4, 128>>>(n, slots, shapes);
  CHECK(cudaGetLastError());
  Measure<<<4, 128>>>(n, shapes, device_areas);
  CHECK(cudaGetLastError());
  const std::vector<int> got = ToHost(device_areas, n);
  std::printf("areas[0] = %d, areas[498] = %d\n", got[0], got[498]);
  return Compare(got, want);
}
