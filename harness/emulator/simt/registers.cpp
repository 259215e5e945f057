// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/simt/registers.hpp"

#include <algorithm>
#include <array>

namespace warpgrade::simt {
namespace {

using ptx::Opcode;
using Kind = ptx::Operand::Kind;

std::vector<bool> all_registers(const ptx::Function& function) {
  std::vector<bool> all;
  all.assign(function.registers.size(), true);
  return all;
}

// clang-format off
constexpr std::array kWithoutDestination{
    Opcode::st, Opcode::prefetch, Opcode::cp_async, Opcode::cp_async_commit_group,
    Opcode::cp_async_wait_group, Opcode::cp_async_wait_all, Opcode::cp_async_mbarrier_arrive,
    Opcode::bra, Opcode::brx_idx, Opcode::call, Opcode::ret, Opcode::exit, Opcode::bar_warp_sync,
    Opcode::membar, Opcode::fence, Opcode::red, Opcode::mbarrier_init, Opcode::mbarrier_inval,
    Opcode::mbarrier_expect_tx, Opcode::mbarrier_complete_tx,
    Opcode::griddepcontrol, Opcode::nanosleep, Opcode::trap, Opcode::brkpt, Opcode::pmevent,
    Opcode::setmaxnreg, Opcode::wmma_store,
};
constexpr std::array kBlockEnds{
    Opcode::bra, Opcode::brx_idx, Opcode::call, Opcode::ret, Opcode::exit, Opcode::trap,
};
// clang-format on

void add_registers(const ptx::Operand& operand, std::vector<std::uint32_t>& to) {
  if (operand.kind == Kind::reg) to.push_back(operand.index);
  for (const ptx::Operand& element : operand.elements) add_registers(element, to);
}

/// A set of registers for each block of straight-line code.
class Liveness {
 public:
  explicit Liveness(const ptx::Function& function);

  /// Bitmaps bigger than this are not worth it.
  [[nodiscard]] bool too_big() const { return starts_.size() * words_ > kMostWords; }
  std::vector<bool> at_entry();

 private:
  static constexpr std::size_t kMostWords = std::size_t{1} << 22;
  static constexpr int kMostPasses = 64;  ///< Loops nest less deeply.

  std::uint64_t* live(std::size_t block) { return &live_[block * words_]; }
  bool update(std::size_t block);
  void step_back(const ptx::Instruction& instruction, std::vector<std::uint64_t>& set) const;
  [[nodiscard]] std::size_t block_of(std::uint32_t position) const {
    return static_cast<std::size_t>(std::ranges::upper_bound(starts_, position) - starts_.begin()) -
           1;
  }

  const ptx::Function& function_;
  std::size_t words_ = 0;
  std::vector<std::uint32_t> starts_;
  std::vector<std::uint64_t> live_;
};

Liveness::Liveness(const ptx::Function& function)
    : function_(function), words_(function.registers.size() / 64 + 1) {
  starts_.push_back(0);
  const auto count = static_cast<std::uint32_t>(function.instructions.size());
  for (std::uint32_t i = 0; i < count; ++i) {
    for_each_target(function.instructions[i], [&](std::uint32_t to) { starts_.push_back(to); });
    if (ends_block(function.instructions[i]) && i + 1 < count) starts_.push_back(i + 1);
  }
  std::ranges::sort(starts_);
  starts_.erase(std::unique(starts_.begin(), starts_.end()), starts_.end());
}

void Liveness::step_back(const ptx::Instruction& instruction,
                         std::vector<std::uint64_t>& set) const {
  const Uses uses = uses_of(instruction);
  if (!instruction.guarded) {  // A guarded write may not happen.
    for (const std::uint32_t r : uses.written) set[r / 64] &= ~(std::uint64_t{1} << r % 64);
  }
  for (const std::uint32_t r : uses.read) set[r / 64] |= std::uint64_t{1} << r % 64;
}

/// Recomputes what is live at the start of a block; true if it grew.
bool Liveness::update(std::size_t block) {
  const auto& instructions = function_.instructions;
  const std::uint32_t begin = starts_[block];
  const bool last_block = block + 1 == starts_.size();
  const auto end =
      last_block ? static_cast<std::uint32_t>(instructions.size()) : starts_[block + 1];
  std::vector<std::uint64_t> set(words_);
  const auto join = [&](std::size_t from) {
    for (std::size_t w = 0; w < words_; ++w) set[w] |= live(from)[w];
  };
  const ptx::Instruction& last = instructions[end - 1];
  for_each_target(last, [&](std::uint32_t to) { join(block_of(to)); });
  const bool leaves = ends_block(last) && last.opcode != Opcode::call && !last.guarded;
  if (!leaves && !last_block) join(block + 1);
  for (std::uint32_t i = end; i-- > begin;) step_back(instructions[i], set);
  const bool grew = !std::equal(set.begin(), set.end(), live(block));
  std::ranges::copy(set, live(block));
  return grew;
}

std::vector<bool> Liveness::at_entry() {
  live_.assign(starts_.size() * words_, 0);
  int passes = 0;
  for (bool changed = true; changed;) {
    if (++passes > kMostPasses) return all_registers(function_);
    changed = false;
    for (std::size_t block = starts_.size(); block-- > 0;) changed |= update(block);
  }
  std::vector<bool> result(function_.registers.size());
  for (std::size_t r = 0; r < result.size(); ++r) {
    result[r] = (live(0)[r / 64] >> r % 64 & 1) != 0;
  }
  return result;
}

}  // namespace

bool has_destination(const ptx::Instruction& instruction) {
  const bool bar = instruction.opcode == Opcode::bar || instruction.opcode == Opcode::barrier;
  if (bar) return instruction.mode == ptx::Mode::red;
  return std::ranges::find(kWithoutDestination, instruction.opcode) == kWithoutDestination.end();
}

bool ends_block(const ptx::Instruction& instruction) {
  return std::ranges::find(kBlockEnds, instruction.opcode) != kBlockEnds.end();
}

Uses uses_of(const ptx::Instruction& instruction) {
  Uses uses;
  if (instruction.guarded) uses.read.push_back(instruction.guard);
  const std::size_t first = has_destination(instruction) ? 1 : 0;
  for (std::size_t i = first; i < instruction.operands.size(); ++i) {
    const ptx::Operand& operand = instruction.operands[i];
    add_registers(operand, uses.read);
    if (operand.kind == Kind::address && operand.base == Kind::reg)
      uses.read.push_back(operand.index);
  }
  if (first == 1 && !instruction.operands.empty()) {
    add_registers(instruction.operands.front(), uses.written);
  }
  add_registers(instruction.destination2, uses.written);
  return uses;
}

std::vector<bool> read_before_written(const ptx::Function& function) {
  Liveness liveness(function);
  if (function.instructions.empty()) return std::vector<bool>(function.registers.size());
  if (liveness.too_big()) return all_registers(function);
  return liveness.at_entry();
}

}  // namespace warpgrade::simt
