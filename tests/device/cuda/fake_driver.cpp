// SPDX-License-Identifier: Apache-2.0
#include "fake_driver.hpp"

#include "harness/core/index_fill.hpp"
#include "harness/core/poison.hpp"
#include "harness/device/cuda/guard.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <deque>
#include <optional>
#include <set>

namespace warpgrade::device::cuda {
namespace {

constexpr std::size_t kArenaBytes = std::size_t{2} << 30;
constexpr std::size_t kGranularity = std::size_t{2} << 20;

/// What only the functions of the table need.
struct State {
  std::set<CUdeviceptr> allocated;
  FakeDriver* fake = nullptr;
  std::byte* arena = nullptr;
  std::uint64_t reserved = 0;  ///< Address of the reservation.
  std::uint64_t reserved_bytes = 0;
  std::uint64_t created = 0;
  std::deque<std::string> functions;  ///< Handles point into it.
  std::deque<double> events;
  std::map<std::string, int> opted_in;
};
State state;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

/// What the test wants of the function, or nothing.
std::optional<CUresult> forced(std::string_view name) {
  const auto found = state.fake->fails.find(name);
  if (found == state.fake->fails.end()) return std::nullopt;
  return found->second;
}

using Words = std::uint32_t*;

template <class T>
T argument(void** arguments, int index) {
  return *static_cast<T*>(arguments[index]);
}

Words words_at(CUdeviceptr address) { return reinterpret_cast<Words>(FakeDriver::at(address)); }

void own_fill(void** a) {
  const auto fill = argument<IndexFill>(a, 1);
  auto* to = words_at(argument<CUdeviceptr>(a, 0));
  for (std::int64_t i = 0; i < fill.cells(); ++i) to[i] = fill.bits(i);
}

void own_count_wrong(void** a) {
  const auto* out = words_at(argument<CUdeviceptr>(a, 0));
  const auto fill = argument<IndexFill>(a, 1);
  const std::int64_t rows = argument<std::uint32_t>(a, 2);
  auto& wrong = FakeDriver::value<std::uint64_t>(argument<CUdeviceptr>(a, 3));
  for (std::int64_t i = 0; i < fill.cells(); ++i) {
    const auto from = rows == 0 ? i : i % rows * (fill.cells() / rows) + i / rows;
    wrong += out[i] != fill.bits(from) ? 1 : 0;
  }
}

void own_count_changed(void** a) {
  const auto* before = words_at(argument<CUdeviceptr>(a, 0));
  const auto* now = words_at(argument<CUdeviceptr>(a, 1));
  auto& changed = FakeDriver::value<std::uint64_t>(argument<CUdeviceptr>(a, 3));
  for (std::uint64_t i = 0; i < argument<std::uint64_t>(a, 2); ++i) changed += before[i] != now[i];
}

void check_guard(const GuardZone& zone, GuardResult& result) {
  for (std::uint64_t i = 0; i < zone.bytes; ++i) {
    const auto address = zone.address + i;
    const auto right = static_cast<std::uint8_t>(kOutputPoison >> (address % 4 * 8));
    if (FakeDriver::value<std::uint8_t>(address) == right) continue;
    ++result.written;
    result.first = std::min<unsigned long long>(result.first, i);
    result.last = std::max<unsigned long long>(result.last, i);
  }
}

void own_check_guards(void** a, std::uint32_t blocks) {
  const auto zones = argument<CUdeviceptr>(a, 0);
  const auto results = argument<CUdeviceptr>(a, 1);
  for (std::uint32_t i = 0; i < blocks; ++i) {
    check_guard(FakeDriver::value<GuardZone>(zones + i * sizeof(GuardZone)),
                FakeDriver::value<GuardResult>(results + i * sizeof(GuardResult)));
  }
}

void own_probe(void** a) {
  const auto result = argument<CUdeviceptr>(a, 1);
  FakeDriver::value<std::uint64_t>(result) = 200'000;
  FakeDriver::value<std::uint64_t>(result + 8) = 100'000;  // 2 GHz
}

void run_own(std::string_view name, const CUlaunchConfig& config, void** arguments) {
  if (name == "warpgrade_fill_index") own_fill(arguments);
  if (name == "warpgrade_count_wrong") own_count_wrong(arguments);
  if (name == "warpgrade_count_changed") own_count_changed(arguments);
  if (name == "warpgrade_check_guards") own_check_guards(arguments, config.gridDimX);
  if (name == "warpgrade_probe_clock") own_probe(arguments);
}

CUresult launch(const CUlaunchConfig* config, CUfunction function, void** arguments, void** extra) {
  auto& fake = *state.fake;
  if (fake.broken != CUDA_SUCCESS) return fake.broken;
  const auto& name = *reinterpret_cast<std::string*>(function);
  fake.launched.push_back(name);
  if (name.starts_with("warpgrade_")) {
    run_own(name, *config, arguments);
    return CUDA_SUCCESS;
  }
  const auto& kernel = fake.kernels.at(name);
  if (kernel.result != CUDA_SUCCESS) return kernel.result;
  fake.configs.push_back(*config);
  fake.now += fake.launch_seconds;
  if (kernel.run) kernel.run(static_cast<const std::byte*>(extra[1]));
  fake.broken = kernel.fault;
  return CUDA_SUCCESS;
}

template <class T>
CUresult set(CUdeviceptr to, T value, std::size_t count, CUstream) {
  for (std::size_t i = 0; i < count; ++i) {
    std::memcpy(FakeDriver::at(to) + i * sizeof value, &value, sizeof value);
  }
  return state.fake->broken;
}

CUresult transfer(void* to, const void* from, std::size_t bytes) {
  std::memmove(to, from, bytes);
  return state.fake->broken;
}

int attribute(CUdevice_attribute which) {
  static const std::map<CUdevice_attribute, int> all_values{
      {CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, 1},
      {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 1024},
      {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X, 1024},
      {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y, 1024},
      {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z, 64},
      {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X, 2147483647},
      {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y, 65535},
      {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z, 65535},
      {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, 49152},
      {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, 232448},
      {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, 233472},
      {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, 2048},
      {CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR, 32},
      {CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK, 65536},
      {CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR, 65536},
      {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 9},
      {CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 132},
      {CU_DEVICE_ATTRIBUTE_CLOCK_RATE, 1980000},
      {CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, 62914560}};
  const auto found = all_values.find(which);
  return found == all_values.end() ? 0 : found->second;
}

CUresult reserve(CUdeviceptr* address, std::size_t bytes, CUdeviceptr hint) {
  if (bytes > state.fake->refuses_above) return CUDA_ERROR_OUT_OF_MEMORY;
  *address = state.fake->reserves_elsewhere ? 0x7000'0000'0000 : hint;
  state.reserved = *address;
  state.reserved_bytes = bytes;
  return CUDA_SUCCESS;
}

CUresult create(std::size_t bytes) {
  if (state.created + bytes > state.fake->total_bytes) return CUDA_ERROR_OUT_OF_MEMORY;
  state.created += bytes;
  return CUDA_SUCCESS;
}

CUresult function_attribute(int* value, CUfunction_attribute which, CUfunction function) {
  const auto& name = *reinterpret_cast<std::string*>(function);
  const auto& kernel = state.fake->kernels.at(name);
  const std::map<CUfunction_attribute, int> values{
      {CU_FUNC_ATTRIBUTE_NUM_REGS, kernel.registers},
      {CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, kernel.static_shared_bytes},
      {CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, kernel.max_threads},
      {CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, kernel.max_dynamic_shared_bytes},
      {CU_FUNC_ATTRIBUTE_PTX_VERSION, 75}};
  const auto found = values.find(which);
  *value = found == values.end() ? 0 : found->second;
  return CUDA_SUCCESS;
}

CUresult parameter(CUfunction function, std::size_t index, std::size_t* offset,
                   std::size_t* bytes) {
  const auto& sizes = state.fake->kernels.at(*reinterpret_cast<std::string*>(function)).parameters;
  if (index >= sizes.size()) return CUDA_ERROR_INVALID_VALUE;
  std::size_t at = 0;
  for (std::size_t i = 0; i <= index; ++i) {
    at = (at + sizes[i] - 1) / sizes[i] * sizes[i];
    *offset = at;
    at += sizes[i];
  }
  *bytes = sizes[index];
  return CUDA_SUCCESS;
}

CUresult find_function(CUfunction* function, const char* name) {
  const std::string wanted = name;
  if (!wanted.starts_with("warpgrade_") && !state.fake->kernels.contains(wanted)) {
    return CUDA_ERROR_NOT_FOUND;
  }
  state.functions.push_back(wanted);
  *function = reinterpret_cast<CUfunction>(&state.functions.back());
  return CUDA_SUCCESS;
}

CUresult find_variable(CUdeviceptr* address, std::size_t* bytes, const char* name) {
  const auto found = state.fake->variables.find(name);
  if (found == state.fake->variables.end()) return CUDA_ERROR_NOT_FOUND;
  *address = reinterpret_cast<CUdeviceptr>(found->second.data());
  *bytes = found->second.size();
  return CUDA_SUCCESS;
}

CUresult gave_back(const char* call) {
  state.fake->given_back.emplace_back(call);
  return CUDA_SUCCESS;
}

void fill_in_devices(Driver& t) {
  t.cuInit = [](unsigned) { return forced("cuInit").value_or(CUDA_SUCCESS); };
  t.cuDriverGetVersion = [](int* v) { return *v = 13000, CUDA_SUCCESS; };
  t.cuGetErrorName = [](CUresult, const char** s) { return *s = "CUDA_ERROR_FAKE", CUDA_SUCCESS; };
  t.cuGetErrorString = [](CUresult, const char** s) { return *s = "a fake error", CUDA_SUCCESS; };
  t.cuDeviceGetCount = [](int* n) {
    *n = state.fake->fails.contains("no device") ? 0 : 1;
    return CUDA_SUCCESS;
  };
  t.cuDeviceGet = [](CUdevice* d, int) { return *d = 0, CUDA_SUCCESS; };
  t.cuDeviceGetName = [](char* s, int, CUdevice) { return std::strcpy(s, "Fake"), CUDA_SUCCESS; };
  t.cuDeviceGetUuid = [](CUuuid* u, CUdevice) { return std::memset(u, 0xab, 16), CUDA_SUCCESS; };
  t.cuDeviceTotalMem = [](std::size_t* n, CUdevice) {
    return *n = state.fake->total_bytes, CUDA_SUCCESS;
  };
  t.cuDeviceGetAttribute = [](int* v, CUdevice_attribute a, CUdevice) {
    *v = attribute(a);
    return CUDA_SUCCESS;
  };
  t.cuDevicePrimaryCtxRetain = [](CUcontext*, CUdevice) { return CUDA_SUCCESS; };
  t.cuDevicePrimaryCtxRelease = [](CUdevice) { return gave_back("context"); };
  t.cuCtxSetCurrent = [](CUcontext) { return CUDA_SUCCESS; };
  t.cuCtxSetLimit = [](CUlimit, std::size_t) { return CUDA_ERROR_UNSUPPORTED_LIMIT; };
  t.cuCtxResetPersistingL2Cache = [] { return CUDA_ERROR_NOT_SUPPORTED; };
}

void fill_in_memory(Driver& t) {
  t.cuMemGetInfo = [](std::size_t* f, std::size_t* n) {
    *n = state.fake->total_bytes;
    *f = *n - state.created;
    return CUDA_SUCCESS;
  };
  t.cuMemAlloc = [](CUdeviceptr* p, std::size_t n) {
    if (const auto result = forced("cuMemAlloc")) return *result;
    *p = reinterpret_cast<CUdeviceptr>(std::aligned_alloc(256, (n + 255) / 256 * 256));
    state.allocated.insert(*p);
    return CUDA_SUCCESS;
  };
  t.cuMemFree = [](CUdeviceptr p) {
    state.allocated.erase(p);
    std::free(reinterpret_cast<void*>(p));
    return CUDA_SUCCESS;
  };
  t.cuMemAddressReserve = [](CUdeviceptr* p, std::size_t n, std::size_t, CUdeviceptr hint,
                             unsigned long long) { return reserve(p, n, hint); };
  t.cuMemAddressFree = [](CUdeviceptr, std::size_t) { return gave_back("addresses"); };
  t.cuMemGetAllocationGranularity = [](std::size_t* n, const CUmemAllocationProp*,
                                       CUmemAllocationGranularity_flags) {
    return *n = kGranularity, CUDA_SUCCESS;
  };
  t.cuMemCreate = [](CUmemGenericAllocationHandle*, std::size_t n, const CUmemAllocationProp*,
                     unsigned long long) { return create(n); };
  t.cuMemRelease = [](CUmemGenericAllocationHandle) { return gave_back("memory"); };
  t.cuMemMap = [](CUdeviceptr, std::size_t, std::size_t, CUmemGenericAllocationHandle,
                  unsigned long long) { return CUDA_SUCCESS; };
  t.cuMemUnmap = [](CUdeviceptr, std::size_t) { return CUDA_SUCCESS; };
  t.cuMemSetAccess = [](CUdeviceptr, std::size_t, const CUmemAccessDesc*, std::size_t) {
    return CUDA_SUCCESS;
  };
  t.cuMemcpyHtoDAsync = [](CUdeviceptr to, const void* from, std::size_t n, CUstream) {
    return transfer(FakeDriver::at(to), from, n);
  };
  t.cuMemcpyDtoHAsync = [](void* to, CUdeviceptr from, std::size_t n, CUstream) {
    return transfer(to, FakeDriver::at(from), n);
  };
  t.cuMemcpyDtoDAsync = [](CUdeviceptr to, CUdeviceptr from, std::size_t n, CUstream) {
    return transfer(FakeDriver::at(to), FakeDriver::at(from), n);
  };
  t.cuMemsetD8Async = set<unsigned char>;
  t.cuMemsetD16Async = set<unsigned short>;
  t.cuMemsetD32Async = set<unsigned>;
}

void fill_in_streams(Driver& t) {
  t.cuStreamCreate = [](CUstream*, unsigned) { return CUDA_SUCCESS; };
  t.cuStreamDestroy = [](CUstream) { return CUDA_SUCCESS; };
  t.cuStreamSynchronize = [](CUstream) { return state.fake->broken; };
  t.cuEventCreate = [](CUevent* e, unsigned) {
    state.events.push_back(0);
    *e = reinterpret_cast<CUevent>(&state.events.back());
    return CUDA_SUCCESS;
  };
  t.cuEventDestroy = [](CUevent) { return CUDA_SUCCESS; };
  t.cuEventRecord = [](CUevent e, CUstream) {
    *reinterpret_cast<double*>(e) = state.fake->now;
    return CUDA_SUCCESS;
  };
  t.cuEventQuery = [](CUevent) { return state.fake->broken; };
  t.cuEventElapsedTime = [](float* ms, CUevent a, CUevent b) {
    *ms = static_cast<float>((*reinterpret_cast<double*>(b) - *reinterpret_cast<double*>(a)) * 1e3);
    return CUDA_SUCCESS;
  };
}

void fill_in_modules(Driver& t) {
  t.cuModuleLoadDataEx = [](CUmodule* m, const void*, unsigned, CUjit_option*, void** values) {
    *m = reinterpret_cast<CUmodule>(state.fake);
    const auto result = forced("cuModuleLoadDataEx").value_or(CUDA_SUCCESS);
    const auto& log = state.fake->variables;
    if (result != CUDA_SUCCESS && log.contains("log")) {
      std::memcpy(values[0], log.at("log").data(), log.at("log").size());
    }
    return values == nullptr ? CUDA_SUCCESS : result;
  };
  t.cuModuleUnload = [](CUmodule) { return gave_back("module"); };
  t.cuModuleGetFunction = [](CUfunction* f, CUmodule, const char* name) {
    return find_function(f, name);
  };
  t.cuModuleGetGlobal = [](CUdeviceptr* p, std::size_t* n, CUmodule, const char* name) {
    return find_variable(p, n, name);
  };
  t.cuFuncGetAttribute = function_attribute;
  t.cuFuncSetAttribute = [](CUfunction, CUfunction_attribute, int) { return CUDA_SUCCESS; };
  t.cuFuncGetParamInfo = parameter;
  t.cuLaunchKernelEx = launch;
}

}  // namespace

FakeDriver::FakeDriver() {
  assert(state.fake == nullptr);
  state.fake = this;
  void* arena = mmap(nullptr, kArenaBytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  assert(arena != MAP_FAILED);
  state.arena = static_cast<std::byte*>(arena);
  fill_in_devices(table);
  fill_in_memory(table);
  fill_in_streams(table);
  fill_in_modules(table);
}

FakeDriver::~FakeDriver() {
  munmap(state.arena, kArenaBytes);
  // What a dead context kept goes with the process.
  for (const auto address : state.allocated) std::free(reinterpret_cast<void*>(address));
  state = {};
}

std::byte* FakeDriver::at(CUdeviceptr address) {
  const auto offset = address - state.reserved;
  if (offset < kArenaBytes && address >= state.reserved) return state.arena + offset;
  return reinterpret_cast<std::byte*>(address);
}

}  // namespace warpgrade::device::cuda
