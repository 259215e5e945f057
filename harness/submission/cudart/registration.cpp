// SPDX-License-Identifier: Apache-2.0
// What the static constructors and destructors of code built by nvcc call. Cheap: no connection is
// made.
#include "harness/submission/cudart/api.hpp"

#include <bit>

using namespace warpgrade;
using namespace warpgrade::cudart;

namespace {

Module& module_of(void** handle) { return *reinterpret_cast<Module*>(handle); }

/// Runs `body(runtime)` under the lock. Registration has no way to report an error: a name that
/// could not be noted is missing later.
template <class Body>
void registering(Body body) noexcept {
  try {
    auto& runtime = Runtime::get();
    const std::lock_guard lock(runtime.mutex);
    body(runtime);
  } catch (...) {
  }
}

cudaError_t show_variable(Runtime& runtime, device::Device& device,
                          const ManagedVariable& variable) {
  std::uint64_t where = 0;
  std::uint64_t bytes = 0;
  const auto found = device.variable(*variable.module->id, variable.name, where, bytes);
  if (found != device::Status::success) return code(found);
  if (!runtime.mapped.show(where, bytes)) return cudaErrorMemoryAllocation;
  *variable.pointer = std::bit_cast<void*>(where);
  runtime.host_blocks[*variable.pointer] = {bytes, HostBlock::Kind::managed, cudaMemAttachGlobal,
                                            where};
  return cudaSuccess;
}

cudaError_t show_managed(Runtime& runtime, device::Device& device, Module& module) {
  if (!runtime.mapped.open(device)) {
    runtime.note_unsupported("__managed__ variables");
    return cudaErrorNotSupported;
  }
  const auto loaded = load(device, module);
  if (loaded != device::Status::success) return code(loaded);
  for (const auto& variable : runtime.registry.managed()) {
    if (variable.module != &module) continue;
    const auto error = show_variable(runtime, device, variable);
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}

}  // namespace

extern "C" {

void** __cudaRegisterFatBinary(void* wrapper) {
  void** handle = nullptr;
  registering([&](Runtime& runtime) {
    handle = reinterpret_cast<void**>(&runtime.registry.add_module(wrapper));
  });
  return handle;
}

void __cudaRegisterFatBinaryEnd(void** /*handle*/) {}

void __cudaUnregisterFatBinary(void** handle) {
  if (handle == nullptr) return;
  registering([&](Runtime& runtime) {
    auto& module = module_of(handle);
    runtime.registry.remove_module(module, module.id ? runtime.device() : nullptr);
  });
}

void __cudaRegisterFunction(void** handle, const char* host, char* /*device_function*/,
                            const char* name, int /*thread_limit*/, void* /*tid*/, void* /*bid*/,
                            void* /*block*/, void* /*grid*/, int* /*warp_size*/) {
  if (handle == nullptr) return;
  registering(
      [&](Runtime& runtime) { runtime.registry.add_kernel(module_of(handle), host, name); });
}

void __cudaRegisterVar(void** handle, char* host, char* /*device_address*/, const char* name,
                       int /*external*/, std::size_t /*bytes*/, int /*constant*/, int /*global*/) {
  if (handle == nullptr) return;
  registering(
      [&](Runtime& runtime) { runtime.registry.add_variable(module_of(handle), host, name); });
}

void __cudaRegisterManagedVar(void** handle, void** host, char* /*device_address*/,
                              const char* name, int /*external*/, std::size_t bytes,
                              int /*constant*/, int /*global*/) {
  if (handle == nullptr) return;
  registering([&](Runtime& runtime) {
    runtime.registry.add_managed(module_of(handle), host, name, bytes);
  });
}

/// Host code is about to use a __managed__ variable of this module for the first time.
char __cudaInitModule(void** handle) {
  if (handle == nullptr) return 1;
  query([&](Runtime& runtime, device::Device& device) {
    return show_managed(runtime, device, module_of(handle));
  });
  return 1;
}

}  // extern "C"
