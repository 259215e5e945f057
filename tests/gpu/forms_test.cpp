// SPDX-License-Identifier: Apache-2.0
// Every instruction form of tests/emulator/simt on the GPU and on the emulated device, with the
// same inputs: bit for bit, or to the documented error where the instruction is approximate.
//
// WARPGRADE_RECORD_FORMS=FILE writes the hashes of what the GPU gave, in the format of
// tests/emulator/simt/h200_forms.tsv.
#include "tests/emulator/simt/forms.hpp"
#include "tests/emulator/simt/machine.hpp"
#include "tests/emulator/simt/samples.hpp"
#include "tests/gpu/approximate.hpp"

#include "harness/device/cuda/gpu.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace warpgrade::gpu {
namespace {

using device::cuda::Driver;
using device::cuda::Gpu;
using simt::FormCase;

constexpr unsigned kBlock = 128;

/// The form as the GPU's own architecture takes it.
std::string ptx_for(const Gpu& gpu, const FormCase& form) {
  auto ptx = simt::ptx_of(form, simt::Reach::own_inputs);
  const std::string target = ".target sm_80";
  const auto own = fmt::format(".target sm_{}{}", gpu.info().cc_major, gpu.info().cc_minor);
  ptx.replace(ptx.find(target), target.size(), own);
  return ptx;
}

class OnGpu {
 public:
  OnGpu() : gpu_(driver()), in_(gpu_), out_(gpu_) {}

  [[nodiscard]] const Gpu& gpu() const { return gpu_; }

  /// What each thread stores; empty if the driver does not take the PTX.
  std::vector<std::uint64_t> run(const std::string& ptx, const std::vector<std::uint64_t>& inputs) {
    CUmodule module = nullptr;
    if (driver().cuModuleLoadDataEx(&module, ptx.c_str(), 0, nullptr, nullptr) != CUDA_SUCCESS) {
      return {};
    }
    CUfunction function = nullptr;
    EXPECT_EQ(driver().cuModuleGetFunction(&function, module, "k"), CUDA_SUCCESS);
    const auto bytes = inputs.size() * sizeof inputs[0];
    CUdeviceptr in = in_.at_least(bytes);
    std::vector<std::uint64_t> results(simt::kSamples);
    CUdeviceptr out = out_.at_least(results.size() * sizeof results[0]);
    EXPECT_EQ(driver().cuMemcpyHtoDAsync(in, inputs.data(), bytes, gpu_.stream()), CUDA_SUCCESS);
    std::array<void*, 2> arguments{&in, &out};
    CUlaunchConfig config{};
    config.gridDimX = simt::kSamples / kBlock;
    config.blockDimX = kBlock;
    config.gridDimY = config.gridDimZ = config.blockDimY = config.blockDimZ = 1;
    config.hStream = gpu_.stream();
    EXPECT_EQ(driver().cuLaunchKernelEx(&config, function, arguments.data(), nullptr),
              CUDA_SUCCESS);
    gpu_.read(results.data(), out, results.size() * sizeof results[0]);
    driver().cuModuleUnload(module);
    return results;
  }

 private:
  static const Driver& driver() {
    static const auto loaded = device::cuda::load_driver();
    return loaded;
  }

  Gpu gpu_;
  device::cuda::Scratch in_;
  device::cuda::Scratch out_;
};

std::vector<std::uint64_t> emulated(const FormCase& form,
                                    const std::vector<std::uint64_t>& inputs) {
  simt::Machine machine(simt::ptx_of(form, simt::Reach::own_inputs));
  const auto in = machine.upload(inputs);
  const auto out = machine.upload(std::vector<std::uint64_t>(simt::kSamples, 0));
  machine.config.block = {kBlock, 1, 1};
  machine.config.grid = {simt::kSamples / kBlock, 1, 1};
  machine.launch("k", in, out);
  return machine.download<std::uint64_t>(out, simt::kSamples);
}

/// Every form once; cases of one form differ in their inputs only.
std::vector<FormCase> forms() {
  std::vector<FormCase> all;
  std::set<std::string> seen;
  for (const auto& form : simt::all_cases()) {
    if (seen.insert(fmt::format("{} {}{}", form.form, form.registers, form.suffix)).second) {
      all.push_back(form);
    }
  }
  return all;
}

/// The first samples that differ, a line each.
std::string complaints(const FormCase& form, const std::vector<std::uint64_t>& inputs,
                       const std::vector<std::uint64_t>& want,
                       const std::vector<std::uint64_t>& got) {
  constexpr int most = 8;
  std::string lines;
  for (std::size_t i = 0, found = 0; i < want.size() && found < most; ++i) {
    const std::span sample{&inputs[i * simt::kInputsPerSample], simt::kInputsPerSample};
    if (agrees(form, sample, want[i], got[i])) continue;
    ++found;
    lines += fmt::format("{} {}{} of {:#x}: the GPU gives {:#x}, the emulator {:#x}\n", form.form,
                         form.registers, form.suffix, fmt::join(sample, ", "), want[i], got[i]);
  }
  return lines;
}

TEST(FormsOnAGpu, GiveWhatTheEmulatorGives) {
  OnGpu device;
  const char* const record = std::getenv("WARPGRADE_RECORD_FORMS");
  std::ofstream recorded;
  if (record != nullptr) recorded.open(record);
  for (const auto& form : forms()) {
    const auto inputs = simt::sample_inputs(form.registers);
    const auto want = device.run(ptx_for(device.gpu(), form), inputs);
    if (want.empty()) {
      ADD_FAILURE() << form.form << ": the driver does not take it";
      continue;
    }
    EXPECT_EQ(complaints(form, inputs, want, emulated(form, inputs)), "");
    if (record != nullptr && !is_approximate(form)) {
      recorded << fmt::format("{}\t{}\t{}\t{:016x}\n", form.form, form.registers, form.suffix,
                              simt::hash_of(want));
    }
  }
}

}  // namespace
}  // namespace warpgrade::gpu
