// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/simt/layout.hpp"

#include "harness/emulator/ptx/parser.hpp"
#include "harness/emulator/simt/call_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <optional>
#include <unordered_map>

namespace warpgrade::simt {
namespace {

using ptx::StateSpace;

/// As ptxas: local memory of a thread.
constexpr std::uint64_t kMostLocal = std::uint64_t{512} << 10;
/// Local memory of a thread where calls may recurse.
constexpr std::uint64_t kRecursiveStack = std::uint64_t{64} << 10;
constexpr std::uint64_t kLocalAlignment = 16;

using Addresses = std::unordered_map<std::string, std::uint64_t>;

/// The numbers that stand for names of variables and functions.
Addresses addresses_by_name(const Program::Lowered& out) {
  Addresses addresses;
  for (std::size_t i = 0; i < out.module.functions.size(); ++i) {
    addresses[out.module.functions[i].name] = kFunctionWindow + kFunctionStep * i;
  }
  for (std::size_t i = 0; i < out.module.variables.size(); ++i) {
    if (out.addresses[i] != 0) addresses[out.module.variables[i].name] = out.addresses[i];
  }
  return addresses;
}

void fill(Program::Lowered& out, const Addresses& addresses, const ptx::Variable& variable,
          std::uint64_t base) {
  const auto bytes = out.memory->view(base, variable.bytes);
  std::ranges::fill(bytes, std::byte{0});
  std::copy_n(variable.initial.begin(), std::min(bytes.size(), variable.initial.size()),
              bytes.begin());
  for (const auto& relocation : variable.relocations) {
    const auto named = addresses.find(relocation.name);
    if (named == addresses.end() || bytes.size() < sizeof(std::uint64_t) ||
        relocation.at > bytes.size() - sizeof(std::uint64_t)) {
      refuse_variable(fmt::format("the initial value of variable {} holds the address of {}",
                                  variable.name, relocation.name),
                      0);
    }
    const std::uint64_t value = named->second + static_cast<std::uint64_t>(relocation.offset);
    std::memcpy(&bytes[relocation.at], &value, sizeof value);
  }
}

/// The end of `function`'s local variables, the first `count` of its variables at least.
std::uint64_t local_end(const ptx::Function& function) {
  std::uint64_t end = 0;
  for (const ptx::Variable& variable : function.variables) {
    if (variable.space != StateSpace::local) continue;
    end = align_up(end, variable.alignment) + std::min(variable.bytes, kMostLocal + 1);
    if (end > kMostLocal) {
      refuse_variable(fmt::format("local variable {} is too big", variable.name),
                      function.ptx_line);
    }
  }
  return align_up(end, kLocalAlignment);
}

/// Local bytes that a chain of calls from `kernel` may take.
std::uint64_t stack_of(const Program::Lowered& out, std::uint32_t kernel) {
  std::uint64_t sum = 0;
  for (const std::uint32_t i : reachable(out, kernel)) sum += out.functions[i].local_bytes;
  if (sum != 0 && may_recurse(out, kernel)) sum = std::max(sum, kRecursiveStack);
  return std::min(sum, kMostLocal);
}

}  // namespace

void refuse_variable(const std::string& what, std::uint32_t ptx_line) {
  ptx::Location where;
  where.ptx_line = ptx_line;
  throw ptx::PtxError(ptx::PtxError::Kind::unsupported, what, "", where);
}

void place_globals(Program::Lowered& out) {
  const auto& variables = out.module.variables;
  out.addresses.assign(variables.size(), 0);
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const StateSpace space = variables[i].space;
    if (space != StateSpace::global && space != StateSpace::constant) continue;
    if (variables[i].is_extern) {
      refuse_variable(fmt::format("variable {} is defined in another file", variables[i].name), 0);
    }
    const auto base = variables[i].is_managed ? out.memory->allocate_mapped(variables[i].bytes)
                                              : out.memory->allocate(variables[i].bytes);
    if (!base) throw std::bad_alloc();
    out.allocated.push_back(*base);
    out.addresses[i] = *base;
  }
  const Addresses addresses = addresses_by_name(out);
  for (std::size_t i = 0; i < variables.size(); ++i) {
    if (out.addresses[i] != 0) fill(out, addresses, variables[i], out.addresses[i]);
  }
}

void place_local(Program::Lowered& out) {
  for (std::size_t i = 0; i < out.functions.size(); ++i) {
    out.functions[i].local_bytes = static_cast<std::uint32_t>(local_end(out.module.functions[i]));
  }
  for (std::uint32_t i = 0; i < out.functions.size(); ++i) {
    if (!out.module.functions[i].is_entry) continue;
    out.functions[i].local_stack = static_cast<std::uint32_t>(stack_of(out, i));
  }
}

std::uint32_t local_offset(const ptx::Function& function, std::uint32_t index) {
  std::uint64_t end = 0;
  for (std::uint32_t i = 0; i < index; ++i) {
    const ptx::Variable& variable = function.variables[i];
    if (variable.space == StateSpace::local)
      end = align_up(end, variable.alignment) + variable.bytes;
  }
  return static_cast<std::uint32_t>(align_up(end, function.variables[index].alignment));
}

}  // namespace warpgrade::simt
