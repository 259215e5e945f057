// SPDX-License-Identifier: Apache-2.0
// Teaches classes on the device: objects made by placement new in a kernel, then virtual calls.

#include <cstdio>
#include <cstdlib>
#include <new>
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
