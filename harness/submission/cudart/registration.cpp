// SPDX-License-Identifier: Apache-2.0
// What the static constructors and destructors of code built by nvcc call. Cheap: no connection is
// made.
#include "harness/submission/cudart/api.hpp"

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

void __cudaRegisterManagedVar(void** /*handle*/, void** /*host*/, char* /*device_address*/,
                              const char* /*name*/, int /*external*/, std::size_t /*bytes*/,
                              int /*constant*/, int /*global*/) {
  registering([](Runtime& runtime) { runtime.note_unsupported("__managed__ variables"); });
}

char __cudaInitModule(void** /*handle*/) { return 1; }

}  // extern "C"
