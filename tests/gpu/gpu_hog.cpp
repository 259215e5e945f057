// SPDX-License-Identifier: Apache-2.0
// Another program that uses the GPU, for the tests under load: gpu_hog memory|sms|bursts. Runs
// until it is killed.
#include "harness/device/cuda/errors.hpp"
#include "harness/device/cuda/gpu.hpp"
#include "harness/device/cuda/own_kernels.hpp"

#include <chrono>
#include <cstdio>
#include <cstring>
#include <thread>

// NOLINTNEXTLINE(readability-identifier-naming): what warpgrade_embed() put there.
extern "C" const unsigned char gpu_hog_kernels_begin[];

namespace {

using namespace warpgrade::device::cuda;  // NOLINT(google-build-using-namespace): one small
                                          // program.
using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kBytes = std::uint64_t{2} << 30;
constexpr auto kBurst = std::chrono::milliseconds(50);
constexpr double kBurnSeconds = 5e-3;

class Hog {
 public:
  Hog() : driver_(load_driver()), gpu_(driver_), own_(gpu_), scratch_(gpu_), sink_(gpu_) {
    CUmodule module = nullptr;
    require(driver_,
            driver_.cuModuleLoadDataEx(&module, gpu_hog_kernels_begin, 0, nullptr, nullptr),
            "load burn");
    require(driver_, driver_.cuModuleGetFunction(&burn_, module, "burn"), "find burn");
    scratch_.at_least(kBytes);
  }

  void use_memory() {
    for (int i = 0; i < 4; ++i) own_.read_through(scratch_.at_least(0), kBytes, sink_.at_least(16));
    gpu_.finish();
  }

  void use_multiprocessors() {
    auto cycles = static_cast<long long>(kBurnSeconds * gpu_.info().clock_hz);
    auto sink = sink_.at_least(16);
    void* arguments[] = {&cycles, &sink};
    CUlaunchConfig config{};
    config.gridDimX = gpu_.info().multiprocessors * 2;
    config.gridDimY = config.gridDimZ = config.blockDimY = config.blockDimZ = 1;
    config.blockDimX = 1024;
    config.hStream = gpu_.stream();
    require(driver_, driver_.cuLaunchKernelEx(&config, burn_, arguments, nullptr), "burn");
    gpu_.finish();
  }

 private:
  Driver driver_;
  Gpu gpu_;
  OwnKernels own_;
  Scratch scratch_;
  Scratch sink_;
  CUfunction burn_ = nullptr;
};

}  // namespace

int main(int argc, char** argv) try {
  const char* kind = argc > 1 ? argv[1] : "memory";
  Hog hog;
  for (;;) {
    const auto start = Clock::now();
    do {
      std::strcmp(kind, "sms") == 0 ? hog.use_multiprocessors() : hog.use_memory();
    } while (Clock::now() - start < kBurst);
    if (std::strcmp(kind, "bursts") == 0) std::this_thread::sleep_for(kBurst);
  }
} catch (const std::exception& error) {
  std::fprintf(stderr, "gpu_hog: %s\n", error.what());
  return 3;
}
