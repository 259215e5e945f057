// SPDX-License-Identifier: Apache-2.0
// What the static constructors of a submission registered: modules, and the kernels and variables
// in them by their host address. Nothing is sent to the device before it is used.
#pragma once

#include "harness/device/device.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace warpgrade::cudart {

struct Module {
  std::span<const std::byte> image;  ///< The fat binary's container; empty if there is none.
  std::optional<device::ModuleId> id;
};

/// A kernel; its address is the cudaKernel_t that programs hold.
struct Kernel {
  Module* module = nullptr;
  std::string name;  ///< As mangled.
  std::optional<device::KernelInfo> info;
  std::optional<std::uint64_t>
      dynamic_bytes;  ///< As set by cudaFuncSetAttribute; survives a reset.
};

/// A __managed__ variable: `*pointer` is what host code reaches it by.
struct ManagedVariable {
  Module* module = nullptr;
  std::string name;
  void** pointer = nullptr;
  std::size_t bytes = 0;
};

struct Variable {
  Module* module = nullptr;
  std::string name;
};

class Registry {
 public:
  /// @param wrapper  What __cudaRegisterFatBinary is given.
  Module& add_module(const void* wrapper);
  /// Forgets the module and all that is in it, on the device too where it was loaded (`device` may
  /// be null).
  void remove_module(Module& module, device::Device* device);
  void add_kernel(Module& module, const void* host, const char* name);
  void add_variable(Module& module, const void* host, const char* name);

  void add_managed(Module& module, void** pointer, const char* name, std::size_t bytes);
  [[nodiscard]] const std::vector<ManagedVariable>& managed() const { return managed_; }

  /// The kernel of a host function, or the one that `pointer` is the handle of; null if there is
  /// none.
  Kernel* kernel(const void* pointer);
  /// The variable of a host address; null if there is none.
  Variable* variable(const void* host);
  /// After a device reset: everything is loaded anew when it is next used.
  void forget_loaded();

 private:
  std::vector<std::unique_ptr<Module>> modules_;
  std::map<const void*, std::unique_ptr<Kernel>> kernels_;
  std::map<const void*, Variable> variables_;
  std::vector<ManagedVariable> managed_;
};

/// Loads the module if it is not loaded.
device::Status load(device::Device& device, Module& module);
/// Loads the kernel's module and asks for its parameters, once.
device::Status prepare(device::Device& device, Kernel& kernel);

}  // namespace warpgrade::cudart
