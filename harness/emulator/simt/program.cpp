// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/simt/program.hpp"

#include "harness/emulator/simt/call_graph.hpp"
#include "harness/emulator/simt/layout.hpp"
#include "harness/emulator/simt/lower.hpp"
#include "harness/emulator/simt/order.hpp"

#include <algorithm>
#include <cassert>

namespace warpgrade::simt {

bool CallSite::fits(const LoweredFunction& callee) const {
  const auto same = [](const Field& a, const Field& b) { return a.bytes == b.bytes; };
  return std::ranges::equal(arguments, callee.parameters, same) &&
         std::ranges::equal(results, callee.results, same);
}

const LoweredFunction* Program::Lowered::find(const ptx::Function& kernel) const {
  for (const LoweredFunction& function : functions) {
    if (function.source == &kernel) return &function;
  }
  return nullptr;
}

namespace {

void release_globals(Program::Lowered& lowered) {
  for (const std::uint64_t base : lowered.allocated) lowered.memory->release(base);
  lowered.allocated.clear();
}

void lower_functions(Program::Lowered& lowered) {
  find_callees(lowered);
  place_local(lowered);
  const auto shared = place_shared(lowered);
  Constants constants(lowered.uniform);
  for (std::uint32_t i = 0; i < lowered.functions.size(); ++i) {
    const ptx::Function& function = lowered.module.functions[i];
    if (!function.is_defined) continue;
    FunctionLowering(lowered, constants, i, shared[i]).lower();
    if (function.is_entry) lowered.kernels.emplace(function.name, i);
  }
  for (std::uint32_t i = 0; i < lowered.functions.size(); ++i) {
    lowered.functions[i].ordered = needs_order(lowered, i);
    lowered.functions[i].orders_blocks = orders_blocks(lowered, i);
  }
}

}  // namespace

Program::Program(ptx::Module module, GlobalMemory& memory) : lowered_(std::make_unique<Lowered>()) {
  Lowered& lowered = *lowered_;
  lowered.module = std::move(module);
  lowered.memory = &memory;
  lowered.functions.resize(lowered.module.functions.size());
  for (std::size_t i = 0; i < lowered.functions.size(); ++i) {
    lowered.functions[i].source = &lowered.module.functions[i];
  }
  try {
    place_globals(lowered);
    lower_functions(lowered);
  } catch (...) {
    release_globals(lowered);
    throw;
  }
}

Program::~Program() { release_globals(*lowered_); }

const ptx::Module& Program::module() const { return lowered_->module; }

const ptx::Function* Program::kernel(std::string_view name) const {
  const auto found = lowered_->kernels.find(std::string(name));
  return found == lowered_->kernels.end() ? nullptr : &lowered_->module.functions[found->second];
}

std::optional<Allocation> Program::variable(std::string_view name) const {
  for (std::size_t i = 0; i < lowered_->module.variables.size(); ++i) {
    const ptx::Variable& variable = lowered_->module.variables[i];
    const bool placed =
        variable.space == ptx::StateSpace::global || variable.space == ptx::StateSpace::constant;
    if (placed && variable.name == name) return Allocation{lowered_->addresses[i], variable.bytes};
  }
  return std::nullopt;
}

std::uint64_t Program::static_shared_bytes(const ptx::Function& kernel) const {
  const LoweredFunction* const function = lowered_->find(kernel);
  assert(function != nullptr);
  return function->static_shared;
}

bool Program::orders_blocks(const ptx::Function& kernel) const {
  const LoweredFunction* const function = lowered_->find(kernel);
  assert(function != nullptr);
  return function->orders_blocks;
}

std::uint64_t Program::local_bytes(const ptx::Function& kernel) const {
  const LoweredFunction* const function = lowered_->find(kernel);
  assert(function != nullptr);
  return function->local_stack;
}

}  // namespace warpgrade::simt
