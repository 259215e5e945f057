// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/observe/launch_facts.hpp"

#include <cxxabi.h>
#include <fmt/format.h>

#include <cstdlib>
#include <memory>

#include "harness/emulator/ptx/demangle.hpp"

namespace warpgrade::observe {

std::string variable_name(const std::string& mangled) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status), std::free);
  const std::string full = status == 0 ? text.get() : mangled;
  const std::size_t colons = full.rfind("::");
  return colons == std::string::npos ? full : full.substr(colons + 2);
}

std::vector<SharedVariable> shared_variables(const ptx::Module& module, const ptx::Function& kernel,
                                             std::uint64_t dynamic_bytes) {
  std::vector<SharedVariable> result;
  std::uint64_t end = 0;
  const auto place = [&](const ptx::Variable& variable, std::uint64_t bytes, bool dynamic) {
    const std::uint64_t alignment = std::max<std::uint64_t>(variable.alignment, 1);
    const std::uint64_t offset = (end + alignment - 1) / alignment * alignment;
    result.push_back({variable_name(variable.name), offset, bytes, dynamic});
    end = offset + bytes;
  };
  const auto place_static = [&](const std::vector<ptx::Variable>& variables) {
    for (const ptx::Variable& variable : variables) {
      if (variable.space == ptx::StateSpace::shared && variable.bytes > 0) {
        place(variable, variable.bytes, false);
      }
    }
  };
  place_static(module.variables);
  place_static(kernel.variables);
  for (const ptx::Variable& variable : module.variables) {
    if (variable.space != ptx::StateSpace::shared || variable.bytes > 0) continue;
    place(variable, dynamic_bytes, true);
    break;  // All extern arrays start at the same byte: the first gives the name.
  }
  return result;
}

const SharedVariable* variable_at(const LaunchFacts& facts, std::uint64_t offset) {
  const SharedVariable* result = nullptr;
  for (const SharedVariable& variable : facts.shared) {
    if (variable.offset <= offset) result = &variable;
  }
  return result;
}

std::string shared_name(const LaunchFacts& facts, std::uint64_t offset) {
  const SharedVariable* variable = variable_at(facts, offset);
  return variable != nullptr ? variable->name : "shared memory";
}

std::string thread_name(const LaunchFacts& facts, std::uint32_t thread) {
  const Dim3 at = coordinates(thread, facts.block);
  return fmt::format("thread ({},{},{})", at.x, at.y, at.z);
}

Finding placed_finding(const LaunchFacts& facts, const SightingKey& key, std::uint64_t cta,
                       std::uint32_t thread, std::uint64_t count) {
  Finding finding;
  const auto line = [&](const Spot& spot) {
    return spot.function == nullptr ? SourceLine{}
                                    : source_line(facts.module, *spot.function, spot.pc);
  };
  finding.where = line(key.where);
  finding.other = line(key.other);
  finding.kernel = ptx::demangled_name(facts.kernel.name);
  finding.block = coordinates(cta, facts.grid);
  finding.thread = coordinates(thread, facts.block);
  finding.count = count;
  return finding;
}

}  // namespace warpgrade::observe
