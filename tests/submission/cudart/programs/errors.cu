// SPDX-License-Identifier: Apache-2.0
// Errors that leave the context usable.
#include "say.hpp"

__device__ float symbol[16];
__constant__ int constants[4];
int no_symbol;

__global__ void nothing() {}
__global__ void __launch_bounds__(64) bounded() {}
__global__ void shared_user(float* out) {
  extern __shared__ float tile[];
  tile[threadIdx.x] = 1;
  out[threadIdx.x] = tile[threadIdx.x];
}
__global__ void large_static(float* out) {
  __shared__ float tile[12288 / 2];
  tile[threadIdx.x] = 1;
  out[threadIdx.x] = tile[threadIdx.x];
}

static void launches(float* data) {
  nothing<<<1, 2048>>>();
  LAST();
  nothing<<<0, 32>>>();
  LAST();
  nothing<<<1, 0>>>();
  LAST();
  nothing<<<dim3(1, 65536, 1), 32>>>();
  LAST();
  nothing<<<1, dim3(1, 1, 65)>>>();
  LAST();
  bounded<<<1, 65>>>();
  LAST();
  shared_user<<<1, 32, 49 * 1024>>>(data);
  LAST();
  large_static<<<1, 32, 30 * 1024>>>(data);
  LAST();
  SAY(cudaFuncSetAttribute(shared_user, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20));
  LAST();
  SAY(cudaFuncSetAttribute(shared_user, cudaFuncAttributeMaxDynamicSharedMemorySize, -1));
  LAST();
  SAY(cudaFuncSetAttribute(shared_user, cudaFuncAttributeMaxDynamicSharedMemorySize, 60 * 1024));
  shared_user<<<1, 32, 60 * 1024>>>(data);
  LAST();
  shared_user<<<1, 32, 61 * 1024>>>(data);
  LAST();
  SAY(cudaFuncSetAttribute(shared_user, cudaFuncAttributePreferredSharedMemoryCarveout, 50));
  SAY(cudaFuncSetAttribute(shared_user, cudaFuncAttributePreferredSharedMemoryCarveout, 101));
  LAST();
  SAY(cudaFuncSetAttribute(shared_user, (cudaFuncAttribute)77, 1));
  LAST();
  SAY(cudaLaunchKernel((const void*)&no_symbol, dim3(1), dim3(1), nullptr, 0, nullptr));
  LAST();
  SAY(cudaLaunchKernel((const void*)nullptr, dim3(1), dim3(1), nullptr, 0, nullptr));
  LAST();
  SAY(cudaLaunchKernel((const void*)nothing, dim3(1), dim3(1), nullptr, 0, nullptr));
  cudaKernel_t handle = nullptr;
  SAY(cudaGetKernel(&handle, (const void*)nothing));
  SAY(cudaLaunchKernel((const void*)handle, dim3(1), dim3(1), nullptr, 0, nullptr));
  SAY(cudaGetKernel(&handle, (const void*)&no_symbol));
  LAST();
  SAY(cudaGetKernel(&handle, nullptr));
  LAST();
  cudaLaunchConfig_t config = {};
  config.gridDim = config.blockDim = dim3(1);
  SAY(cudaLaunchKernelEx(&config, nothing));
  config.blockDim = dim3(2048);
  SAY(cudaLaunchKernelEx(&config, nothing));
  LAST();
  SAY(cudaLaunchKernel((const void*)nothing, dim3(1), dim3(2048), nullptr, 0, nullptr));
  LAST();
  SAY(cudaLaunchKernel((const void*)nothing, dim3(0), dim3(1), nullptr, 0, nullptr));
  LAST();
  SAY(cudaLaunchKernel((const void*)nothing, dim3(1), dim3(1), nullptr, 1 << 20, nullptr));
  LAST();

  SAY(cudaDeviceSynchronize());
}

static void allocations() {
  void* p = &p;
  SAY(cudaMalloc(&p, 0));
  VALUE(p == nullptr);
  SAY(cudaMalloc((void**)nullptr, 4));
  LAST();
  SAY(cudaMalloc(&p, size_t{1} << 50));
  VALUE(p == nullptr);
  LAST();
  SAY(cudaMalloc(&p, 1000));
  SAY(cudaFree((char*)p + 256));
  LAST();
  SAY(cudaFree(p));
  SAY(cudaFree(p));
  LAST();
  int on_stack = 0;
  SAY(cudaFree(&on_stack));
  LAST();
  SAY(cudaFree(nullptr));
  SAY(cudaFreeHost(nullptr));
  SAY(cudaFreeHost(&on_stack));
  LAST();
  void* h = &h;
  SAY(cudaMallocHost(&h, 0));
  VALUE(h == nullptr);
  SAY(cudaMallocHost(&h, 100));
  SAY(cudaFree(h));
  LAST();
  SAY(cudaHostRegister(h, 100, 0));
  LAST();
  SAY(cudaHostUnregister(h));
  LAST();
  SAY(cudaFreeHost(h));
  SAY(cudaHostUnregister(&on_stack));
  LAST();
  SAY(cudaHostAlloc(&h, 100, 64));
  LAST();
  static char block[8192];
  SAY(cudaHostRegister(block, 8192, 0));
  SAY(cudaHostRegister(block, 8192, 0));
  LAST();
  SAY(cudaHostUnregister(block));
  SAY(cudaHostRegister(nullptr, 8192, 0));
  LAST();
  size_t pitch = 0;
  SAY(cudaMallocPitch(&p, &pitch, 100, 3));
  VALUE(pitch);
  SAY(cudaMemset2D(p, pitch, 1, 100, 3));
  SAY(cudaMemset2D(p, pitch, 1, pitch + 1, 3));
  LAST();
  SAY(cudaFree(p));
  SAY(cudaMallocPitch(&p, &pitch, 0, 3));
  VALUE(pitch);
  SAY(cudaMallocPitch(&p, &pitch, 1000, 3));
  VALUE(pitch);
  SAY(cudaFree(p));
  SAY(cudaMallocAsync(&p, 100, nullptr));
  SAY(cudaFreeAsync(p, nullptr));
  SAY(cudaMemGetInfo(nullptr, &pitch));
  LAST();
}

static void attributes_of(const char* what, const void* pointer) {
  cudaPointerAttributes a;
  const int error = cudaPointerGetAttributes(&a, pointer);
  std::printf("%s: %d type %d device %d dp %d hp %d\n", what, error, (int)a.type, a.device,
              a.devicePointer == pointer, a.hostPointer == pointer);
}

static void pointers(float* data) {
  int on_stack = 0;
  void* h = nullptr;
  SAY(cudaMallocHost(&h, 100));
  attributes_of("device", data);
  attributes_of("inside device", data + 3);
  attributes_of("stack", &on_stack);
  attributes_of("pinned", h);
  attributes_of("inside pinned", (char*)h + 50);
  attributes_of("null", nullptr);
  SAY(cudaFreeHost(h));
  attributes_of("freed pinned", h);
  void* d = nullptr;
  SAY(cudaMalloc(&d, 100));
  SAY(cudaFree(d));
  attributes_of("freed device", d);
  LAST();
  SAY(cudaPointerGetAttributes(nullptr, data));
  LAST();
}

static void copies(float* data, size_t bytes) {
  float host[4] = {1, 2, 3, 4};
  float other[4] = {};
  SAY(cudaMemcpy(data, host, 16, cudaMemcpyHostToDevice));
  SAY(cudaMemcpy(data, host, 16, cudaMemcpyDefault));
  SAY(cudaMemcpy(other, host, 16, cudaMemcpyHostToHost));
  VALUE(other[3]);
  SAY(cudaMemcpy(data, host, 16, cudaMemcpyDeviceToHost));
  LAST();
  SAY(cudaMemcpy(data, host, 16, cudaMemcpyDeviceToDevice));
  LAST();
  SAY(cudaMemcpy(data, host, 16, cudaMemcpyHostToHost));
  LAST();
  SAY(cudaMemcpy(host, data, 16, cudaMemcpyHostToDevice));
  LAST();
  SAY(cudaMemcpy(other, host, 16, cudaMemcpyHostToDevice));
  LAST();
  SAY(cudaMemcpy(other, host, 16, cudaMemcpyDefault));
  LAST();
  SAY(cudaMemcpy(data, data + 4, 16, cudaMemcpyHostToDevice));
  LAST();
  SAY(cudaMemcpy(data, host, 16, (cudaMemcpyKind)7));
  LAST();
  SAY(cudaMemcpy(nullptr, host, 16, cudaMemcpyHostToDevice));
  LAST();
  SAY(cudaMemcpy(data, nullptr, 16, cudaMemcpyHostToDevice));
  LAST();
  SAY(cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyHostToDevice));
  SAY(cudaMemcpy(data, host, 0, (cudaMemcpyKind)7));
  LAST();
  SAY(cudaMemset(data, 1, bytes));
  SAY(cudaMemset(other, 1, 16));
  LAST();
  SAY(cudaMemset(nullptr, 1, 16));
  LAST();
  SAY(cudaMemset(nullptr, 1, 0));
  SAY(cudaMemcpy2D(data, 16, host, 8, 8, 2, cudaMemcpyHostToDevice));
  SAY(cudaMemcpy2D(data, 4, host, 8, 8, 2, cudaMemcpyHostToDevice));
  LAST();
  SAY(cudaMemcpy2D(data, 16, host, 4, 8, 2, cudaMemcpyHostToDevice));
  LAST();
  SAY(cudaMemcpy2D(data, 4, host, 4, 0, 2, cudaMemcpyHostToDevice));
}

static void symbols() {
  void* p = nullptr;
  size_t bytes = 0;
  float host[17] = {5};
  SAY(cudaGetSymbolSize(&bytes, symbol));
  VALUE(bytes);
  SAY(cudaGetSymbolAddress(&p, symbol));
  SAY(cudaGetSymbolAddress(&p, constants));
  SAY(cudaGetSymbolAddress(&p, no_symbol));
  LAST();
  SAY(cudaMemcpyToSymbol(symbol, host, 64));
  SAY(cudaMemcpyToSymbol(symbol, host, 68));
  LAST();
  SAY(cudaMemcpyToSymbol(symbol, host, 4, 64));
  LAST();
  SAY(cudaMemcpyToSymbol(symbol, host, 4, 0, cudaMemcpyDeviceToHost));
  LAST();
  SAY(cudaMemcpyToSymbol(no_symbol, host, 4));
  LAST();
  host[0] = 0;
  SAY(cudaMemcpyToSymbol(symbol, host, 4, 0, cudaMemcpyDefault));
  SAY(cudaMemcpyToSymbol(symbol, host, 4, 0, cudaMemcpyDeviceToDevice));
  LAST();
  SAY(cudaMemcpyToSymbol(symbol, host, 4, 0, cudaMemcpyHostToHost));
  LAST();
  SAY(cudaMemcpyFromSymbol(host, symbol, 4, 0, cudaMemcpyHostToDevice));
  LAST();
  host[0] = 5;
  SAY(cudaMemcpyToSymbol(symbol, host, 4));
  host[0] = 0;
  SAY(cudaMemcpyFromSymbol(host, symbol, 4));
  VALUE(host[0]);
}

static void devices() {
  int value = 0;
  cudaDeviceProp p;
  SAY(cudaSetDevice(99));
  LAST();
  SAY(cudaSetDevice(-1));
  LAST();
  SAY(cudaGetDeviceProperties(&p, 99));
  LAST();
  SAY(cudaGetDeviceProperties(nullptr, 0));
  LAST();
  SAY(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 0));
  VALUE(value);
  SAY(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 99));
  LAST();
  SAY(cudaDeviceGetAttribute(&value, (cudaDeviceAttr)9999, 0));
  LAST();
  SAY(cudaDeviceGetAttribute(&value, (cudaDeviceAttr)0, 0));
  LAST();
  SAY(cudaDeviceGetAttribute(nullptr, cudaDevAttrWarpSize, 0));
  LAST();
  SAY(cudaGetDeviceCount(nullptr));
  LAST();
  size_t limit = 0;
  SAY(cudaDeviceGetLimit(&limit, cudaLimitStackSize));
  VALUE(limit);
  SAY(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize));
  VALUE(limit);
  SAY(cudaDeviceGetLimit(&limit, cudaLimitDevRuntimeSyncDepth));
  LAST();
  SAY(cudaDeviceGetLimit(&limit, cudaLimitDevRuntimePendingLaunchCount));
  VALUE(limit);
  SAY(cudaDeviceGetLimit(&limit, (cudaLimit)99));
  LAST();
  SAY(cudaDeviceSetLimit(cudaLimitStackSize, 2048));
  SAY(cudaDeviceGetLimit(&limit, cudaLimitStackSize));
  VALUE(limit);
  SAY(cudaDeviceSetLimit((cudaLimit)99, 1));
  LAST();
  SAY(cudaSetDeviceFlags(0xfff));
  LAST();
  unsigned flags = 0;
  SAY(cudaGetDeviceFlags(&flags));
  VALUE(flags);
  int low = 0, high = 0;
  SAY(cudaDeviceGetStreamPriorityRange(&low, &high));
  VALUE(low);
  VALUE(high);
  SAY(cudaDeviceCanAccessPeer(&value, 0, 0));
  LAST();
  SAY(cudaRuntimeGetVersion(nullptr));
  LAST();
  cudaFuncCache cache;
  SAY(cudaDeviceGetCacheConfig(&cache));
  VALUE(cache);
}

static void functions() {
  cudaFuncAttributes a;
  int blocks = -1;
  SAY(cudaFuncGetAttributes(&a, bounded));
  VALUE(a.maxThreadsPerBlock);
  VALUE(a.maxDynamicSharedSizeBytes);
  VALUE(a.preferredShmemCarveout);
  SAY(cudaFuncGetAttributes(&a, (const void*)&no_symbol));
  LAST();
  SAY(cudaFuncGetAttributes(nullptr, (const void*)nothing));
  LAST();
  SAY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, 0, 0));
  LAST();
  SAY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, 1024, 0));
  SAY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, 2048, 0));
  LAST();
  VALUE(blocks);
  SAY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, nothing, 32, 50 * 1024));
  VALUE(blocks);
  LAST();
  SAY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void*)&no_symbol, 32, 0));
  LAST();
}

static void set_one(void* p) { *(int*)p = 1; }
static void set_two(cudaStream_t, cudaError_t, void* p) { *(int*)p = 2; }

static void streams_and_events() {
  cudaStream_t s;
  cudaEvent_t a, b, untimed;
  float ms = -1;
  SAY(cudaStreamCreateWithFlags(&s, 4));
  LAST();
  SAY(cudaStreamCreate(nullptr));
  LAST();
  SAY(cudaStreamCreate(&s));
  SAY(cudaEventCreateWithFlags(&a, 64));
  LAST();
  SAY(cudaEventCreate(&a));
  SAY(cudaEventCreate(&b));
  SAY(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
  SAY(cudaEventQuery(a));
  SAY(cudaEventSynchronize(a));
  SAY(cudaStreamWaitEvent(s, a, 0));
  SAY(cudaStreamWaitEvent(s, nullptr, 0));
  LAST();
  SAY(cudaEventElapsedTime(&ms, a, b));
  LAST();
  SAY(cudaEventRecord(a, s));
  SAY(cudaEventElapsedTime(&ms, a, b));
  LAST();
  SAY(cudaEventRecord(b, s));
  SAY(cudaStreamWaitEvent(nullptr, b, 0));
  SAY(cudaStreamSynchronize(s));
  SAY(cudaStreamQuery(s));
  SAY(cudaEventElapsedTime(&ms, a, b));
  VALUE(ms >= 0);
  SAY(cudaEventElapsedTime(nullptr, a, b));
  LAST();
  SAY(cudaEventRecord(untimed, s));
  SAY(cudaStreamSynchronize(s));
  SAY(cudaEventElapsedTime(&ms, a, untimed));
  LAST();
  SAY(cudaEventRecord(nullptr, s));
  LAST();
  SAY(cudaEventDestroy(nullptr));
  LAST();
  SAY(cudaStreamDestroy(nullptr));
  LAST();
  int priority = -1;
  unsigned flags = 9;
  SAY(cudaStreamGetPriority(s, &priority));
  VALUE(priority);
  SAY(cudaStreamGetFlags(s, &flags));
  VALUE(flags);
  SAY(cudaStreamGetFlags(nullptr, &flags));
  VALUE(flags);
  cudaStream_t first;
  SAY(cudaStreamCreateWithPriority(&first, cudaStreamNonBlocking, -99));
  SAY(cudaStreamGetPriority(first, &priority));
  VALUE(priority);
  SAY(cudaStreamGetFlags(first, &flags));
  VALUE(flags);
  int called = 0;
  SAY(cudaLaunchHostFunc(s, set_one, &called));
  SAY(cudaStreamSynchronize(s));
  VALUE(called);
  SAY(cudaStreamAddCallback(s, set_two, &called, 0));
  SAY(cudaStreamSynchronize(s));
  VALUE(called);
  SAY(cudaEventDestroy(a));
  SAY(cudaStreamDestroy(s));
  SAY(cudaLaunchHostFunc(nullptr, nullptr, nullptr));
  LAST();
}

int main() {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  float* data = nullptr;
  SAY(cudaMalloc(&data, 4096));
  launches(data);
  allocations();
  pointers(data);
  copies(data, 4096);
  symbols();
  devices();
  functions();
  streams_and_events();
}
