// SPDX-License-Identifier: Apache-2.0
// What the calls for pinned and managed memory refuse.
#include "say.hpp"

int main() {
  void *pinned = nullptr, *managed = nullptr, *device = nullptr, *to = nullptr;
  int local = 0;
  unsigned flags = 0;
  SAY(cudaHostAlloc(&pinned, 8, 0x100));
  SAY(cudaHostAlloc(&pinned, 8, cudaHostAllocMapped | cudaHostAllocPortable));
  SAY(cudaHostGetFlags(&flags, pinned));
  VALUE(flags);
  SAY(cudaHostGetFlags(&flags, &local));
  SAY(cudaHostGetDevicePointer(&to, pinned, 1));
  SAY(cudaHostGetDevicePointer(&to, &local, 0));
  SAY(cudaHostGetDevicePointer(&to, static_cast<char*>(pinned) + 4, 0));
  VALUE(static_cast<char*>(to) - static_cast<char*>(pinned));
  SAY(cudaMallocManaged(&managed, 0));
  SAY(cudaMallocManaged(&managed, 8, cudaMemAttachSingle));
  SAY(cudaMallocManaged(&managed, 8));
  SAY(cudaStreamAttachMemAsync(0, managed));
  SAY(cudaMalloc(&device, 8));
  SAY(cudaStreamAttachMemAsync(0, device));
  SAY(cudaFree(pinned));
  SAY(cudaFreeHost(managed));
  SAY(cudaFreeHost(device));
  *static_cast<long*>(managed) = 77;
  SAY(cudaMemcpy(device, managed, 8, cudaMemcpyDefault));
  SAY(cudaMemcpy(pinned, device, 8, cudaMemcpyDeviceToHost));
  VALUE(*static_cast<long*>(pinned));
  *static_cast<long*>(pinned) = 78;
  SAY(cudaMemcpy(managed, pinned, 8, cudaMemcpyHostToDevice));
  VALUE(*static_cast<long*>(managed));
  SAY(cudaMemcpy(pinned, managed, 9, cudaMemcpyDeviceToHost));
  SAY(cudaFreeHost(pinned));
  SAY(cudaFreeHost(pinned));
  SAY(cudaFree(managed));
  SAY(cudaFree(managed));
  SAY(cudaHostUnregister(&local));
  SAY(cudaHostRegister(nullptr, 4, 0));
  SAY(cudaHostRegister(&local, 4, 0x100));
}
