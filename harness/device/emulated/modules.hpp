// SPDX-License-Identifier: Apache-2.0
// The modules that a submission (or the harness) loaded.
#pragma once

#include "harness/core/finding.hpp"
#include "harness/device/device.hpp"
#include "harness/device/emulated/ptxas.hpp"
#include "harness/device/limits.hpp"
#include "harness/emulator/simt/launch.hpp"
#include "harness/emulator/simt/memory.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpgrade::device::emulated {

/// A loaded module. One that cannot run is loaded, too: as with the real runtime's lazy loading,
/// every use of it fails, and `findings` say why.
struct Module {
  Status status = Status::success;  ///< What every use returns.
  std::vector<Finding> findings;    ///< Why `status` is no success.
  std::string ptx;
  std::unique_ptr<simt::Program> program;
  std::optional<Registers> registers;  ///< By kernel, once ptxas has been asked.
  std::map<std::string, std::uint64_t, std::less<>> opted_in;  ///< Dynamic shared bytes, by kernel.

  [[nodiscard]] KernelLimits limits(const DeviceInfo& info, const ptx::Function& kernel) const;
  [[nodiscard]] KernelInfo describe(const DeviceInfo& info, const ptx::Function& kernel) const;
};

/// Reads, parses and lowers the PTX for the card `info` describes.
Module load(std::span<const std::byte> fatbin, const DeviceInfo& info, simt::GlobalMemory& memory);

/// Modules by their id. Ids are not used again.
class Modules {
 public:
  static constexpr std::size_t kMaxModules = 1024;

  /// Nothing (0) if there are too many; ids start at 1.
  ModuleId add(Module module);
  bool remove(ModuleId id) { return modules_.erase(id) > 0; }
  [[nodiscard]] Module* find(ModuleId id);

 private:
  std::map<ModuleId, Module> modules_;
  ModuleId last_ = 0;
};

}  // namespace warpgrade::device::emulated
