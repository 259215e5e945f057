// SPDX-License-Identifier: Apache-2.0
// Kept as PTX: only the driver's compiler refuses it.
extern "C" __global__ void too_much(int* out) {
  __shared__ int tile[128 * 128];
  tile[threadIdx.x] = static_cast<int>(threadIdx.x);
  __syncthreads();
  *out = tile[127 - threadIdx.x];
}
