// SPDX-License-Identifier: Apache-2.0
#include "harness/device/emulated/modules.hpp"

#include "harness/device/emulated/fatbin.hpp"
#include "harness/device/occupancy.hpp"
#include "harness/emulator/ptx/demangle.hpp"
#include "harness/emulator/ptx/parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

namespace warpgrade::device::emulated {
namespace {

Module broken(Status status, Finding finding) {
  Module module;
  module.status = status;
  module.findings.push_back(std::move(finding));
  return module;
}

Module broken(const FatbinProblem& problem) {
  Finding finding;
  finding.kind = FindingKind::unsupported_instruction;
  finding.message = problem.message;
  return broken(problem.status, std::move(finding));
}

Module broken(const ptx::PtxError& error) {
  const bool malformed = error.kind() == ptx::PtxError::Kind::malformed;
  Finding finding;
  finding.kind = FindingKind::unsupported_instruction;
  finding.message = error.text().empty() ? std::string(error.what())
                                         : fmt::format("{}: {}", error.what(), error.text());
  finding.where = {error.file(), static_cast<int>(error.where().line)};
  return broken(malformed ? Status::invalid_ptx : Status::no_kernel_image_for_device,
                std::move(finding));
}

/// ptxas refuses such a kernel; nvcc does not run it when it embeds PTX only.
void check_static_shared(Module& module, const DeviceInfo& info) {
  for (const auto& function : module.program->module().functions) {
    if (!function.is_entry || !function.is_defined) continue;
    const auto refusal = refuse_static_shared(info, module.program->static_shared_bytes(function));
    if (!refusal) continue;
    Finding finding;
    finding.kind = FindingKind::static_shared_limit;
    finding.message = refusal->message;
    finding.kernel = ptx::demangled_name(function.name);
    module.findings.push_back(std::move(finding));
    module.status = refusal->status;
  }
}

std::uint32_t launch_bound(const DeviceInfo& info, const ptx::Function& kernel) {
  std::uint64_t threads = 1;
  for (const auto axis : kernel.max_threads) threads *= std::max<std::uint64_t>(1, axis);
  const bool given = kernel.max_threads[0] > 0;
  return given && threads < info.max_threads_per_block ? static_cast<std::uint32_t>(threads)
                                                       : info.max_threads_per_block;
}

std::uint32_t registers_of(const Module& module, const ptx::Function& kernel) {
  if (!module.registers) return 0;
  const auto found = module.registers->find(kernel.name);
  return found == module.registers->end() ? 0 : found->second;
}

std::uint64_t constant_bytes(const ptx::Module& module) {
  std::uint64_t bytes = 0;
  for (const auto& variable : module.variables) {
    if (variable.space == ptx::StateSpace::constant) bytes += variable.bytes;
  }
  return bytes;
}

}  // namespace

KernelLimits Module::limits(const DeviceInfo& info, const ptx::Function& kernel) const {
  const auto fixed = program->static_shared_bytes(kernel);
  const auto own = opted_in.find(kernel.name);
  const auto taken = registers_of(*this, kernel);
  return {fixed, own != opted_in.end() ? own->second : default_dynamic_shared(info, fixed),
          std::min(launch_bound(info, kernel), threads_by_registers(info, taken)), taken};
}

KernelInfo Module::describe(const DeviceInfo& info, const ptx::Function& kernel) const {
  const auto own = limits(info, kernel);
  KernelInfo result;
  for (const auto& parameter : kernel.parameters) {
    result.parameters.push_back(
        {parameter.offset, static_cast<std::uint32_t>(parameter.variable.bytes)});
  }
  result.parameter_bytes = kernel.parameter_bytes;
  result.static_shared_bytes = own.static_shared_bytes;
  result.local_bytes = program->local_bytes(kernel);
  result.constant_bytes = constant_bytes(program->module());
  result.registers = own.registers;
  result.max_threads_per_block = own.max_threads_per_block;
  result.max_dynamic_shared_bytes = own.max_dynamic_shared_bytes;
  result.ptx_version = program->module().target;
  return result;
}

Module load(std::span<const std::byte> fatbin, const DeviceInfo& info, simt::GlobalMemory& memory) {
  const auto image = read_fatbin(fatbin, info.cc_major * 10 + info.cc_minor);
  if (const auto* problem = std::get_if<FatbinProblem>(&image)) return broken(*problem);
  try {
    Module module;
    module.ptx = std::get<PtxImage>(image).text;
    module.program = std::make_unique<simt::Program>(ptx::parse(module.ptx), memory);
    check_static_shared(module, info);
    return module;
  } catch (const ptx::PtxError& error) {
    return broken(error);
  }
}

ModuleId Modules::add(Module module) {
  if (modules_.size() >= kMaxModules) return 0;
  modules_.emplace(++last_, std::move(module));
  return last_;
}

Module* Modules::find(ModuleId id) {
  const auto found = modules_.find(id);
  return found == modules_.end() ? nullptr : &found->second;
}

}  // namespace warpgrade::device::emulated
