// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/observe/wide_loads.hpp"

#include "harness/emulator/simt/registers.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

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

  /// One merged load: the offset of its first part, and its bytes.
  struct Wide {
    std::int64_t offset;
    std::uint32_t bytes;
  };

  /// What a register holds is as a rule a multiple of 16 plus something that ptxas knows and we do
  /// not: of all such residues the one that leaves the fewest loads, the lowest of several. Whether
  /// it is that one, the addresses tell when they run.
  void merge(const Loads& loads, std::uint32_t bytes) {
    std::vector<Wide> best;
    std::size_t fewest = loads.size();
    for (std::int64_t residue = 0; residue < kWidest; residue += bytes) {
      const auto [wide, count] = merged(loads, bytes, residue);
      if (count >= fewest) continue;
      fewest = count;
      best = wide;
    }
    for (const Wide& one : best) take(loads, one, bytes);
  }

  /// The merged loads, widest first, and how many loads there are with them.
  static std::pair<std::vector<Wide>, std::size_t> merged(Loads loads, std::uint32_t bytes,
                                                          std::int64_t residue) {
    std::vector<Wide> result;
    for (std::uint32_t wide = kWidest; wide > bytes; wide /= 2) {
      for (auto at = loads.begin(); at != loads.end();) {
        const std::int64_t offset = at->first;
        if ((offset - residue) % wide != 0 || !complete(loads, offset, bytes, wide)) {
          ++at;
          continue;
        }
        result.push_back({offset, wide});
        at = loads.erase(at, loads.lower_bound(offset + wide));
      }
    }
    return {result, result.size() + loads.size()};
  }

  static bool complete(const Loads& loads, std::int64_t offset, std::uint32_t bytes,
                       std::uint32_t wide) {
    for (std::uint32_t delta = 0; delta < wide; delta += bytes) {
      if (!loads.contains(offset + delta)) return false;
    }
    return true;
  }

  void take(const Loads& loads, const Wide& wide, std::uint32_t bytes) {
    std::uint32_t first = ~0U;
    for (std::uint32_t delta = 0; delta < wide.bytes; delta += bytes) {
      const std::uint32_t pc = loads.at(wide.offset + delta);
      parts_[pc] = {wide.bytes, delta, false};
      first = std::min(first, pc);
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
