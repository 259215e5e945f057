// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/observe/places.hpp"

#include <algorithm>
#include <array>

namespace warpgrade::observe {

SourceLine source_line(const ptx::Module& module, const ptx::Function& function, std::uint32_t pc) {
  if (pc >= function.instructions.size()) return {};
  const ptx::Location& where = function.instructions[pc].where;
  if (where.line == 0) return {};
  SourceLine result;
  if (where.file < module.files.size()) result.file = module.files[where.file];
  result.line = static_cast<int>(where.line);
  return result;
}

std::uint32_t fault_line_number(const ptx::Location& where) {
  const bool own_function = where.inner_file == where.file && where.inner_line != 0;
  return own_function ? where.inner_line : where.line;
}

SourceLine fault_line(const ptx::Module& module, const ptx::Function& function, std::uint32_t pc) {
  SourceLine result = source_line(module, function, pc);
  if (result.line == 0) return result;
  result.line = static_cast<int>(fault_line_number(function.instructions[pc].where));
  return result;
}

Dim3 coordinates(std::uint64_t index, const Dim3& extent) {
  const std::uint64_t plane = std::uint64_t{extent.x} * extent.y;
  return {static_cast<std::uint32_t>(index % extent.x),
          static_cast<std::uint32_t>(index / extent.x % extent.y),
          static_cast<std::uint32_t>(index / plane)};
}

const char* access_name(simt::AccessKind kind) {
  constexpr std::array names{"read", "write", "atomic operation"};
  return names[static_cast<std::size_t>(kind)];
}

std::size_t position(const ptx::Module& module, const ptx::Function* function) {
  const auto found = std::ranges::find_if(
      module.functions, [&](const ptx::Function& candidate) { return &candidate == function; });
  return static_cast<std::size_t>(found - module.functions.begin());
}

}  // namespace warpgrade::observe
