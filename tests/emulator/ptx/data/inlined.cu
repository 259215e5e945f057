__device__ float twice(float x) {
  return x + x;
}
__device__ float plus_one(float x) {
  return twice(x) + 1.0f;
}
__global__ void inlined(float* data) {
  data[threadIdx.x] = plus_one(
      __shfl_xor_sync(0xffffffffu, data[threadIdx.x], 1));
}
