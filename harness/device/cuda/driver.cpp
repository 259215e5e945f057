// SPDX-License-Identifier: Apache-2.0
#include "harness/device/cuda/driver.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <string_view>

namespace warpgrade::device::cuda {
namespace {

// The first is found through the linker's cache and LD_LIBRARY_PATH; the others are where
// containers, WSL and NixOS keep it without telling the linker.
constexpr std::array kPlaces{"libcuda.so.1",
                             "/usr/local/nvidia/lib64/libcuda.so.1",
                             "/usr/lib/x86_64-linux-gnu/libcuda.so.1",
                             "/usr/lib64/libcuda.so.1",
                             "/usr/lib/wsl/lib/libcuda.so.1",
                             "/run/opengl-driver/lib/libcuda.so.1"};

void* open_library() {
  std::string why;
  for (const auto* place : kPlaces) {
    if (void* library = dlopen(place, RTLD_NOW | RTLD_LOCAL)) return library;
    if (why.empty()) why = dlerror();
  }
  throw NoGpu(fmt::format("no NVIDIA driver: {}; install one, or use --device emulated", why));
}

/// Entries with a newer version that means the same.
constexpr const char* older_name(std::string_view name) {
  return name == "cuEventElapsedTime_v2" ? "cuEventElapsedTime" : nullptr;
}

template <class Function>
void look_up(void* library, const char* name, Function& entry) {
  void* found = dlsym(library, name);
  if (const char* older = older_name(name); found == nullptr && older != nullptr) {
    found = dlsym(library, older);
  }
  if (found == nullptr) {
    throw NoGpu(fmt::format(
        "the NVIDIA driver lacks {}: it is older than 550 (CUDA 12.4); update it", name));
  }
  entry = reinterpret_cast<Function>(found);
}

// Two steps, so that cuda.h's macros have turned the name into the versioned one first.
#define WARPGRADE_TEXT(name) #name
#define WARPGRADE_NAME(name) WARPGRADE_TEXT(name)

}  // namespace

Driver load_driver() {
  // Nothing that a submission could have left in a cache is run, and what is loaded is loaded
  // whole.
  setenv("CUDA_CACHE_DISABLE", "1", 1);
  setenv("CUDA_MODULE_LOADING", "EAGER", 1);
  void* library = open_library();
  Driver driver;
#define WARPGRADE_ENTRY(name) look_up(library, WARPGRADE_NAME(name), driver.name);
#include "harness/device/cuda/driver_entries.inc"
#undef WARPGRADE_ENTRY
  return driver;
}

std::string describe(const Driver& driver, CUresult result) {
  const char* name = nullptr;
  const char* text = nullptr;
  if (driver.cuGetErrorName(result, &name) != CUDA_SUCCESS || name == nullptr) {
    return fmt::format("CUDA error {}", static_cast<int>(result));
  }
  if (driver.cuGetErrorString(result, &text) != CUDA_SUCCESS || text == nullptr) return name;
  return fmt::format("{}: {}", name, text);
}

}  // namespace warpgrade::device::cuda
