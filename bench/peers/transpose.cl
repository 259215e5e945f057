// SPDX-License-Identifier: Apache-2.0
// tests/reference/lesson_kernels.cu in OpenCL C: the same shapes and the same accesses.
#define TILE 32
#define BLOCK_ROWS 8

kernel void copy(global const float *restrict in, global float *restrict out, ulong rows, ulong cols) {
  const ulong col = get_group_id(0) * TILE + get_local_id(0);
  for (int j = 0; j < TILE; j += BLOCK_ROWS) {
    const ulong row = get_group_id(1) * TILE + get_local_id(1) + j;
    if (row < rows && col < cols) out[row * cols + col] = in[row * cols + col];
  }
}

kernel void naive_strided_store(global const float *restrict in, global float *restrict out, ulong rows,
                                ulong cols) {
  const ulong col = get_group_id(0) * TILE + get_local_id(0);
  for (int j = 0; j < TILE; j += BLOCK_ROWS) {
    const ulong row = get_group_id(1) * TILE + get_local_id(1) + j;
    if (row < rows && col < cols) out[col * rows + row] = in[row * cols + col];
  }
}

kernel void tiled_static(global const float *restrict in, global float *restrict out, ulong rows, ulong cols) {
  local float tile[TILE][TILE];
  const int x = get_local_id(0);
  const int y = get_local_id(1);
  const ulong from_col = get_group_id(0) * TILE + x;
  for (int j = 0; j < TILE; j += BLOCK_ROWS) {
    const ulong row = get_group_id(1) * TILE + y + j;
    if (row < rows && from_col < cols) tile[y + j][x] = in[row * cols + from_col];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const ulong to_col = get_group_id(1) * TILE + x;
  for (int j = 0; j < TILE; j += BLOCK_ROWS) {
    const ulong row = get_group_id(0) * TILE + y + j;
    if (row < cols && to_col < rows) out[row * rows + to_col] = tile[x][y + j];
  }
}
