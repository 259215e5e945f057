// SPDX-License-Identifier: Apache-2.0
#include "harness/device/cuda/modules.hpp"

#include "harness/device/cuda/errors.hpp"

#include <fmt/format.h>

#include <array>
#include <cstring>
#include <utility>

namespace warpgrade::device::cuda {
namespace {

/// What a fat binary begins with.
struct Container {
  std::uint32_t magic;
  std::uint16_t version;
  std::uint16_t header_bytes;
  std::uint64_t bytes;
};
constexpr std::uint32_t kContainerMagic = 0xba55ed50;
constexpr std::string_view kTooMuchShared = "uses too much shared data";

/// Whether the container lies in `fatbin` whole: the driver believes its sizes.
bool is_whole(std::span<const std::byte> fatbin) {
  Container header{};
  if (fatbin.size() < sizeof header) return false;
  std::memcpy(&header, fatbin.data(), sizeof header);
  return header.magic == kContainerMagic && header.header_bytes >= sizeof header &&
         header.header_bytes <= fatbin.size() &&
         header.bytes <= fatbin.size() - header.header_bytes;
}

Module broken(Status status, FindingKind kind, std::string message) {
  Module module;
  module.status = status;
  module.finding.emplace();
  module.finding->kind = kind;
  module.finding->message = std::move(message);
  return module;
}

/// The driver's complaints about PTX that it compiles.
class JitLog {
 public:
  CUresult load(const Driver& driver, const void* image, CUmodule& module) {
    std::array options{CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    // The driver takes numbers as pointers. NOLINTNEXTLINE(performance-no-int-to-ptr)
    std::array<void*, 2> values{text_.data(), reinterpret_cast<void*>(text_.size() - 1)};
    return driver.cuModuleLoadDataEx(&module, image, options.size(), options.data(), values.data());
  }
  [[nodiscard]] std::string_view text() const { return text_.data(); }

 private:
  std::array<char, 2048> text_{};
};

}  // namespace

KernelLimits Kernel::limits() const {
  return {info.static_shared_bytes, info.max_dynamic_shared_bytes, info.max_threads_per_block,
          info.registers};
}

Modules::~Modules() {
  if (gpu_.abandoned()) return;
  for (const auto& [id, module] : modules_) {
    if (module.handle != nullptr) gpu_.driver().cuModuleUnload(module.handle);
  }
}

Module Modules::open(std::span<const std::byte> fatbin) const {
  if (!is_whole(fatbin)) {
    return broken(Status::invalid_kernel_image, FindingKind::api_error,
                  "the submission's device code is no fat binary of nvcc");
  }
  // A copy: the driver wants alignment that bytes of a message do not have.
  const std::vector<std::byte> image(fatbin.begin(), fatbin.end());
  Module module;
  JitLog log;
  const auto result = log.load(gpu_.driver(), image.data(), module.handle);
  if (result == CUDA_SUCCESS) return module;
  if (log.text().find(kTooMuchShared) != std::string_view::npos) {
    return broken(Status::invalid_ptx, FindingKind::static_shared_limit,
                  fmt::format("a kernel declares too much static shared memory, the limit is {} "
                              "bytes: a larger tile must be dynamic, with cudaFuncSetAttribute",
                              gpu_.info().shared_bytes_per_block));
  }
  return broken(status_of(result), FindingKind::api_error,
                fmt::format("the driver does not load the kernels: {} {}",
                            describe(gpu_.driver(), result), log.text()));
}

ModuleId Modules::load(std::span<const std::byte> fatbin) {
  if (modules_.size() >= kMaxModules) return 0;
  modules_.emplace(++last_, open(fatbin));
  return last_;
}

bool Modules::unload(ModuleId id) {
  const auto found = modules_.find(id);
  if (found == modules_.end()) return false;
  if (found->second.handle != nullptr) gpu_.driver().cuModuleUnload(found->second.handle);
  modules_.erase(found);
  return true;
}

Module* Modules::find(ModuleId id) {
  const auto found = modules_.find(id);
  return found == modules_.end() ? nullptr : &found->second;
}

Kernel* Modules::kernel(Module& module, std::string_view name) const {
  if (const auto known = module.kernels.find(name); known != module.kernels.end()) {
    return &known->second;
  }
  CUfunction function = nullptr;
  const std::string terminated(name);
  const auto result =
      gpu_.driver().cuModuleGetFunction(&function, module.handle, terminated.c_str());
  if (result != CUDA_SUCCESS) return nullptr;
  return &module.kernels.emplace(terminated, Kernel{function, facts_of(function)}).first->second;
}

KernelInfo Modules::facts_of(CUfunction function) const {
  const auto& driver = gpu_.driver();
  const auto get = [&](CUfunction_attribute attribute) {
    int value = 0;
    require(driver, driver.cuFuncGetAttribute(&value, attribute, function), "describe a kernel");
    return static_cast<std::uint32_t>(value);
  };
  KernelInfo info;
  for (std::size_t i = 0;; ++i) {
    std::size_t offset = 0;
    std::size_t bytes = 0;
    if (driver.cuFuncGetParamInfo(function, i, &offset, &bytes) != CUDA_SUCCESS) break;
    info.parameters.push_back(
        {static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(bytes)});
    info.parameter_bytes = static_cast<std::uint32_t>(offset + bytes);
  }
  info.static_shared_bytes = get(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
  info.local_bytes = get(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
  info.constant_bytes = get(CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES);
  info.registers = get(CU_FUNC_ATTRIBUTE_NUM_REGS);
  info.max_threads_per_block = get(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
  info.max_dynamic_shared_bytes = get(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
  info.ptx_version = get(CU_FUNC_ATTRIBUTE_PTX_VERSION);
  return info;
}

}  // namespace warpgrade::device::cuda
