__global__ void dynamic_tile(const float4* in, float* out) {
  extern __shared__ float tile[];
  reinterpret_cast<float4*>(tile)[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x * 4] + tile[3];
}
