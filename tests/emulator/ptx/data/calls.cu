#include <cstdio>
typedef int (*Function)(int);
struct Pair {
  int first;
  double second;
};
namespace {
template <int N>
__device__ __noinline__ int times(int value) { return value * N; }
}
__device__ Function table[2] = {times<2>, times<3>};
__device__ int counter = 7;
__device__ int* pointer = &counter;
__constant__ float weights[3] = {1.0f, -2.5f, 0.0f};
__device__ __noinline__ Pair swapped(Pair pair) { return {static_cast<int>(pair.second), static_cast<double>(pair.first)}; }
__global__ void __launch_bounds__(64, 2) calls(int* out, Pair pair, char which) {
  out[0] = table[which & 1](out[1]) + *pointer;
  Pair other = swapped(pair);
  if (other.first == 3) printf("%d %f\n", other.first, weights[which]);
  out[2] = other.second;
}
