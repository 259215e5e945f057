// SPDX-License-Identifier: Apache-2.0
// Teaches linear systems: elimination in one block, exact modulo a prime.

#include "program.cuh"

constexpr int kN = 24;
constexpr int kPrime = 10007;

__host__ __device__ int Power(int base, int exponent) {
  int result = 1;
  for (; exponent > 0; exponent /= 2, base = base * base % kPrime) {
    if (exponent % 2 == 1) {
      result = result * base % kPrime;
    }
  }
  return result;
}

// The matrix has a column more: the right side, which becomes the solution.
__global__ void Solve(int* matrix) {
  __shared__ int m[kN][kN + 1];
  const int row = threadIdx.y;
  const int column = threadIdx.x;
  m[row][column] = matrix[row * (kN + 1) + column];
  __syncthreads();
  for (int k = 0; k < kN; ++k) {
    const int scale = Power(m[k][k], kPrime - 2);  // one over the pivot
    const int pivot = m[k][column] * scale % kPrime;
    const int factor = m[row][k];
    __syncthreads();
    m[row][column] =
        row == k ? pivot : (m[row][column] + (kPrime - factor) * pivot) % kPrime;
    __syncthreads();
  }
  matrix[row * (kN + 1) + column] = m[row][column];
}

int main() {
  std::vector<int> matrix(kN * (kN + 1));
  std::vector<int> want(kN);
  for (int i = 0; i < kN; ++i) {
    want[i] = (i * 97 + 5) % kPrime;
  }
  for (int row = 0; row < kN; ++row) {
    int sum = 0;
    for (int column = 0; column < kN; ++column) {
      const int value = (row * 31 + column * column * 17 + row * column * 3 + 1) % 5003 +
                        (row == column ? 2000 : 0);
      matrix[row * (kN + 1) + column] = value;
      sum = (sum + value * want[column]) % kPrime;
    }
    matrix[row * (kN + 1) + kN] = sum;
  }
  int* device_matrix = ToDevice(matrix);
  Solve<<<1, dim3(kN + 1, kN)>>>(device_matrix);
  CHECK(cudaGetLastError());
  matrix = ToHost(device_matrix, matrix.size());
  std::vector<int> got(kN);
  for (int row = 0; row < kN; ++row) {
    got[row] = matrix[row * (kN + 1) + kN];
  }
  std::printf("x[0] = %d, x[23] = %d\n", got[0], got[23]);
  CHECK(cudaFree(device_matrix));
  return Compare(got, want);
}
