// SPDX-License-Identifier: Apache-2.0
// Teaches sparse matrix times vector in CSR form: a thread a row, and a warp a row.

#include "program.cuh"

__global__ void ThreadPerRow(int rows, const int* starts, const int* columns,
                             const float* values, const float* x, float* y) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    float sum = 0.0f;
    for (int i = starts[row]; i < starts[row + 1]; ++i) {
      sum += values[i] * x[columns[i]];
    }
    y[row] = sum;
  }
}

__global__ void WarpPerRow(int rows, const int* starts, const int* columns, const float* values,
                           const float* x, float* y) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const int lane = threadIdx.x % 32;
  if (row < rows) {  // the same for the whole warp
    float sum = 0.0f;
    for (int i = starts[row] + lane; i < starts[row + 1]; i += 32) {
      sum += values[i] * x[columns[i]];
    }
    for (int offset = 16; offset > 0; offset /= 2) {
      sum += __shfl_down_sync(0xffffffffu, sum, offset);
    }
    if (lane == 0) {
      y[row] = sum;
    }
  }
}

int main() {
  const int rows = 150;
  std::vector<int> starts = {0};
  std::vector<int> columns;
  std::vector<float> values;
  std::vector<float> x(rows);
  std::vector<float> want(rows);
  for (int i = 0; i < rows; ++i) {
    x[i] = float(i % 8) - 3.0f;
  }
  for (int row = 0; row < rows; ++row) {
    for (int column = row % 5; column < rows; column += 1 + row % 37) {
      columns.push_back(column);
      values.push_back(float((row + column) % 9));
      want[row] += values.back() * x[column];
    }
    starts.push_back(int(columns.size()));
  }
  int* device_starts = ToDevice(starts);
  int* device_columns = ToDevice(columns);
  float* device_values = ToDevice(values);
  float* device_x = ToDevice(x);
  float* device_y = ToDevice(x);
  float* device_z = ToDevice(x);
  ThreadPerRow<<<3, 64>>>(rows, device_starts, device_columns, device_values, device_x, device_y);
  CHECK(cudaGetLastError());
  WarpPerRow<<<(rows * 32 + 127) / 128, 128>>>(rows, device_starts, device_columns, device_values,
                                               device_x, device_z);
  CHECK(cudaGetLastError());
  const std::vector<float> got = ToHost(device_y, rows);
  std::printf("%zu values, y[0] = %g, y[149] = %g\n", values.size(), got[0], got[149]);
  const int first = Compare(got, want);
  return first + Compare(ToHost(device_z, rows), want);
}
