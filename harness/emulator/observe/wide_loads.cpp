// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/observe/wide_loads.hpp"

#include "harness/emulator/simt/registers.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace warpgrade::observe {
namespace {

using ptx::Instruction;
using ptx::Opcode;
using ptx::Operand;
using ptx::StateSpace;

constexpr std::uint32_t kWidest = 16;

/// Base kind and index, and the bytes of a load: loads of different ones are never merged.
using Base = std::tuple<Operand::Kind, std::uint32_t, std::uint32_t>;

bool is_candidate(const Instruction& i) {
  const std::uint32_t bytes = ptx::size_of(i.type);
  const bool plain = i.ordering == ptx::Ordering::none || i.ordering == ptx::Ordering::weak;
  return i.opcode == Opcode::ld && i.space == StateSpace::shared && i.vector == 1 && plain &&
         !i.guarded && (bytes == 4 || bytes == 8) && i.operands[1].base != Operand::Kind::immediate;
}

/// What loads are not moved across: writes that may hit shared memory, barriers, calls.
bool separates(const Instruction& i) {
  switch (i.opcode) {
    case Opcode::st:
      return i.space == StateSpace::shared || i.space == StateSpace::generic;
    case Opcode::ld:
      return i.ordering == ptx::Ordering::volatile_ || i.ordering == ptx::Ordering::acquire;
    case Opcode::atom:
    case Opcode::red:
    case Opcode::bar:
    case Opcode::barrier:
    case Opcode::bar_warp_sync:
    case Opcode::membar:
    case Opcode::fence:
    case Opcode::cp_async_wait_group:
    case Opcode::cp_async_wait_all:
      return true;
    default:
      return simt::ends_block(i);
  }
}

class Merging {
 public:
  explicit Merging(const ptx::Function& function) : function_(function) {
    parts_.resize(function.instructions.size());
  }

  std::vector<WidePart> run() {
    std::vector<bool> target(function_.instructions.size() + 1, false);
    for (const Instruction& i : function_.instructions) {
      simt::for_each_target(i, [&](std::uint32_t to) { target[to] = true; });
    }
    for (std::uint32_t pc = 0; pc < function_.instructions.size(); ++pc) {
      if (target[pc]) merge_all();
      step(pc, function_.instructions[pc]);
    }
    merge_all();
    return std::move(parts_);
  }

 private:
  using Loads = std::map<std::int64_t, std::uint32_t>;  ///< First pc by offset.

  void step(std::uint32_t pc, const Instruction& i) {
    if (separates(i)) merge_all();
    if (is_candidate(i)) {
      const Operand& address = i.operands[1];
      open_[{address.base, address.index, ptx::size_of(i.type)}].try_emplace(address.offset, pc);
    }
    for (const std::uint32_t r : simt::uses_of(i).written) merge_those_of(r);
  }

  /// The register changes: later loads have another base.
  void merge_those_of(std::uint32_t written) {
    for (auto at = open_.begin(); at != open_.end();) {
      const auto& [kind, index, bytes] = at->first;
      if (kind != Operand::Kind::reg || index != written) {
        ++at;
        continue;
      }
      merge(at->second, bytes);
      at = open_.erase(at);
    }
  }

  void merge_all() {
    for (auto& [base, loads] : open_) merge(loads, std::get<2>(base));
    open_.clear();
  }

  void merge(Loads& loads, std::uint32_t bytes) {
    for (std::uint32_t wide = kWidest; wide > bytes; wide /= 2) merge_into(loads, bytes, wide);
  }

  void merge_into(Loads& loads, std::uint32_t bytes, std::uint32_t wide) {
    for (auto at = loads.begin(); at != loads.end();) {
      const std::int64_t offset = at->first;
      const auto next = std::next(at);
      if (offset % wide == 0 && complete(loads, offset, bytes, wide)) {
        take(loads, offset, bytes, wide);
        at = loads.lower_bound(offset);
      } else {
        at = next;
      }
    }
  }

  static bool complete(const Loads& loads, std::int64_t offset, std::uint32_t bytes,
                       std::uint32_t wide) {
    for (std::uint32_t delta = 0; delta < wide; delta += bytes) {
      if (!loads.contains(offset + delta)) return false;
    }
    return true;
  }

  void take(Loads& loads, std::int64_t offset, std::uint32_t bytes, std::uint32_t wide) {
    std::uint32_t first = ~0U;
    for (std::uint32_t delta = 0; delta < wide; delta += bytes) {
      const auto found = loads.find(offset + delta);
      parts_[found->second] = {wide, delta, false};
      first = std::min(first, found->second);
      loads.erase(found);
    }
    parts_[first].first = true;
  }

  const ptx::Function& function_;
  std::map<Base, Loads> open_;
  std::vector<WidePart> parts_;
};

}  // namespace

std::vector<WidePart> wide_loads(const ptx::Function& function) { return Merging{function}.run(); }

}  // namespace warpgrade::observe
