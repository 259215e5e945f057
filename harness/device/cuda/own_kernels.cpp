// SPDX-License-Identifier: Apache-2.0
#include "harness/device/cuda/own_kernels.hpp"

#include "harness/device/cuda/errors.hpp"

#include <fmt/format.h>

#include <array>

// What warpgrade_embed() put there.
// NOLINTNEXTLINE(readability-identifier-naming)
extern "C" const unsigned char warpgrade_own_kernels_begin[];

namespace warpgrade::device::cuda {
namespace {

constexpr std::uint32_t kThreads = 256;
constexpr std::uint32_t kBlocksPerMultiprocessor = 8;  // 2048 threads: full on every card.
constexpr std::uint32_t kGuardThreads = 256;

}  // namespace

OwnKernels::OwnKernels(const Gpu& gpu) : gpu_(gpu) {
  const auto& driver = gpu.driver();
  require(driver,
          driver.cuModuleLoadDataEx(&module_, warpgrade_own_kernels_begin, 0, nullptr, nullptr),
          "load the harness's kernels");
  fill_index_ = find("warpgrade_fill_index");
  count_wrong_ = find("warpgrade_count_wrong");
  count_changed_ = find("warpgrade_count_changed");
  check_guards_ = find("warpgrade_check_guards");
  poison_shared_ = find("warpgrade_poison_shared");
  read_through_ = find("warpgrade_read_through");
  probe_clock_ = find("warpgrade_probe_clock");
  require(driver,
          driver.cuFuncSetAttribute(poison_shared_, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                    static_cast<int>(gpu.info().shared_bytes_per_block_optin)),
          "use all shared memory");
}

OwnKernels::~OwnKernels() {
  if (!gpu_.abandoned()) gpu_.driver().cuModuleUnload(module_);
}

CUfunction OwnKernels::find(const char* name) const {
  CUfunction function = nullptr;
  require(gpu_.driver(), gpu_.driver().cuModuleGetFunction(&function, module_, name),
          fmt::format("find the harness's kernel {}", name));
  return function;
}

OwnKernels::Shape OwnKernels::whole_gpu() const {
  return {gpu_.info().multiprocessors * kBlocksPerMultiprocessor, kThreads};
}

template <class... Arguments>
CUresult OwnKernels::try_launch(CUfunction kernel, const Shape& shape,
                                Arguments... arguments) const {
  CUlaunchConfig config{};
  config.gridDimX = shape.blocks;
  config.gridDimY = config.gridDimZ = 1;
  config.blockDimX = shape.threads;
  config.blockDimY = config.blockDimZ = 1;
  config.sharedMemBytes = shape.shared_bytes;
  config.hStream = gpu_.stream();
  std::array<void*, sizeof...(Arguments)> places{&arguments...};
  return gpu_.driver().cuLaunchKernelEx(&config, kernel, places.data(), nullptr);
}

template <class... Arguments>
void OwnKernels::launch(CUfunction kernel, const Shape& shape, Arguments... arguments) const {
  require(gpu_.driver(), try_launch(kernel, shape, arguments...), "launch a kernel of the harness");
}

void OwnKernels::fill_index(CUdeviceptr to, const IndexFill& fill) const {
  launch(fill_index_, whole_gpu(), to, fill);
}

void OwnKernels::count_wrong(CUdeviceptr out, const IndexFill& fill, std::uint32_t rows,
                             CUdeviceptr wrong) const {
  launch(count_wrong_, whole_gpu(), out, fill, rows, wrong);
}

void OwnKernels::count_changed(CUdeviceptr before, CUdeviceptr now, std::uint64_t words,
                               CUdeviceptr changed) const {
  launch(count_changed_, whole_gpu(), before, now, words, changed);
}

void OwnKernels::check_guards(CUdeviceptr zones, CUdeviceptr results, std::uint32_t count) const {
  launch(check_guards_, {count, kGuardThreads}, zones, results);
}

void OwnKernels::poison_shared() const {
  const auto bytes = static_cast<std::uint32_t>(gpu_.info().shared_bytes_per_block_optin);
  launch(poison_shared_, {gpu_.info().multiprocessors, kThreads, bytes},
         static_cast<std::uint32_t>(bytes / sizeof(std::uint32_t)));
}

void OwnKernels::read_through(CUdeviceptr from, std::uint64_t bytes, CUdeviceptr sink) const {
  constexpr std::uint64_t bytes_per_read = 16;
  launch(read_through_, whole_gpu(), from, bytes / bytes_per_read, sink);
}

CUresult OwnKernels::probe_clock(std::int64_t cycles, CUdeviceptr result) const {
  return try_launch(probe_clock_, {1, 1}, cycles, result);
}

}  // namespace warpgrade::device::cuda
