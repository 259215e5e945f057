// SPDX-License-Identifier: Apache-2.0
// The modules that a submission loaded, and their kernels.
#pragma once

#include "harness/core/finding.hpp"
#include "harness/device/cuda/gpu.hpp"
#include "harness/device/device.hpp"
#include "harness/device/limits.hpp"

#include <cuda.h>

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpgrade::device::cuda {

struct Kernel {
  CUfunction function = nullptr;
  KernelInfo info;

  [[nodiscard]] KernelLimits limits() const;
};

/// A loaded module. One that cannot run is loaded, too: as with the real runtime's lazy loading,
/// every use of it fails, and `finding` says why.
struct Module {
  Status status = Status::success;  ///< What every use returns.
  std::optional<Finding> finding;
  CUmodule handle = nullptr;
  std::map<std::string, Kernel, std::less<>> kernels;  ///< Those that were asked for.
  std::vector<std::uint64_t> variables;                ///< Real addresses that were shown.
};

/// Modules by their id. Ids are not used again.
class Modules {
 public:
  static constexpr std::size_t kMaxModules = 1024;

  explicit Modules(const Gpu& gpu) : gpu_(gpu) {}
  ~Modules();
  Modules(const Modules&) = delete;
  Modules& operator=(const Modules&) = delete;

  /// Loads the container that nvcc embeds; PTX in it is compiled where no machine code fits.
  /// @returns its id; 0 if there are too many. Ids start at 1.
  ModuleId load(std::span<const std::byte> fatbin);
  /// False if there is none of that id.
  bool unload(ModuleId id);
  [[nodiscard]] Module* find(ModuleId id);
  /// The kernel of that mangled name, or null.
  Kernel* kernel(Module& module, std::string_view name) const;

 private:
  [[nodiscard]] Module open(std::span<const std::byte> fatbin) const;
  [[nodiscard]] KernelInfo facts_of(CUfunction function) const;

  const Gpu& gpu_;
  std::map<ModuleId, Module> modules_;
  ModuleId last_ = 0;
};

}  // namespace warpgrade::device::cuda
