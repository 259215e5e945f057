// SPDX-License-Identifier: Apache-2.0
// Turns one PTX function into operations. The parts are spread over lower_*.cpp by kind of
// instruction.
#pragma once

#include "harness/emulator/simt/constants.hpp"
#include "harness/emulator/simt/form.hpp"
#include "harness/emulator/simt/layout.hpp"
#include "harness/emulator/simt/program.hpp"

#include <array>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warpgrade::simt {

/// The unsigned integer type of the size of `type`; pred stays as it is.
ptx::Type unsigned_of_size(ptx::Type type);

class FunctionLowering {
 public:
  /// @param index  Of the function in the module; its LoweredFunction has its layout already.
  /// @param shared  Offsets of .shared variables as this function sees them: by index of
  ///                Module::variables, then those of Function::variables; entries of others mean
  ///                nothing.
  FunctionLowering(Program::Lowered& out, Constants& constants, std::uint32_t index,
                   std::vector<std::uint32_t> shared);

  /// @throws ptx::PtxError (unsupported) for a form without a handler.
  void lower();

 private:
  using Lower = void (FunctionLowering::*)(const ptx::Instruction&);
  struct Method {
    ptx::Opcode opcode;
    Lower lower;
    /// The instruction ends, parks or divides the running split: a guard becomes a branch round it.
    bool control;
  };
  static const std::array<Method, 56> kMethods;
  static const Method* method_of(ptx::Opcode opcode);

  // lower.cpp
  void find_aliases();
  std::optional<Slot> alias_of(const ptx::Instruction& instruction);
  void place_registers();
  void lower_instruction(std::uint32_t position);
  void lower_guarded(const ptx::Instruction& instruction, const Method* method);
  void lower_plain(const ptx::Instruction& instruction, const Method* method);
  void patch_jumps();
  Op& emit(Handler run, std::initializer_list<Slot> slots = {});
  Op& emit(Op op);
  [[noreturn]] void unsupported(const ptx::Instruction& instruction,
                                const std::string& why = {}) const;
  [[noreturn]] void fail(const ptx::Instruction& instruction, const std::string& message) const;

  // lower_operands.cpp
  std::uint32_t allocate(std::uint32_t bytes);
  Slot frame_slot(ptx::Type type);
  Slot temporary(ptx::Type type);
  Slot constant(ptx::Type type, std::uint64_t bits);
  Slot source(const ptx::Operand& operand, ptx::Type type);
  Slot register_source(const ptx::Operand& operand, ptx::Type type);
  Slot special_source(ptx::Special special, ptx::Type type);
  Slot symbol_source(const ptx::Operand& operand, ptx::Type type);
  /// Where to write a value of `type`; widen() afterwards brings it into a wider register.
  Slot destination(const ptx::Operand& operand, ptx::Type type);
  void widen(const ptx::Operand& operand, ptx::Type type, Slot from);
  /// An operation whose members say where a memory access goes.
  Op address(const ptx::Operand& operand);
  /// The address of a variable where it is a constant.
  [[nodiscard]] std::optional<std::uint64_t> constant_address(const ptx::Operand& symbol) const;
  [[nodiscard]] const ptx::Variable& variable(const ptx::Operand& symbol) const;
  [[nodiscard]] bool is_wide(const ptx::Operand& reg) const;
  [[nodiscard]] Field field(const ptx::Operand& symbol) const;
  Field allocate_field(const ptx::Variable& variable);

  // lower_arithmetic.cpp
  void lower_row(const ptx::Instruction& instruction);
  void lower_set(const ptx::Instruction& instruction);
  void lower_pair_comparison(const ptx::Instruction& instruction);
  void lower_setp(const ptx::Instruction& instruction);
  void lower_carry(const ptx::Instruction& instruction);
  void lower_mad_carry(const ptx::Instruction& instruction);
  Slot compared(const ptx::Instruction& instruction, Slot into);
  void emit_row(const ptx::Instruction& instruction, const Form& form,
                std::initializer_list<Slot> slots);
  [[nodiscard]] const Row& need(const ptx::Instruction& instruction, const Form& form) const;
  void carry_chain(const ptx::Instruction& instruction, ptx::Opcode opcode, Slot a, Slot b);
  Slot carry_flag();

  // lower_move.cpp
  void lower_mov(const ptx::Instruction& instruction);
  void lower_cvta(const ptx::Instruction& instruction);
  void lower_cvt(const ptx::Instruction& instruction);
  void lower_isspacep(const ptx::Instruction& instruction);
  void pack(const ptx::Instruction& instruction);
  void unpack(const ptx::Instruction& instruction);
  void move(ptx::Type type, Slot to, Slot from);

  // lower_memory.cpp
  void lower_ld(const ptx::Instruction& instruction);
  void lower_st(const ptx::Instruction& instruction);
  void lower_atom(const ptx::Instruction& instruction);
  void lower_nothing(const ptx::Instruction& instruction);
  void load_parameter(const ptx::Instruction& instruction);
  void load_kernel_parameter(const ptx::Instruction& instruction);
  void store_parameter(const ptx::Instruction& instruction);
  std::optional<Slot> kernel_parameter(const ptx::Operand& address, ptx::Type type,
                                       std::uint64_t extra = 0);

  // lower_control.cpp
  void lower_bra(const ptx::Instruction& instruction);
  void lower_brx(const ptx::Instruction& instruction);
  void lower_call(const ptx::Instruction& instruction);
  void lower_ret(const ptx::Instruction& instruction);
  void lower_exit(const ptx::Instruction& instruction);
  void lower_trap(const ptx::Instruction& instruction);
  void lower_bar(const ptx::Instruction& instruction);
  void lower_external(const ptx::Instruction& instruction, const CallSite& site);
  void jump_to(Op& op, std::uint32_t target);

  // lower_warp.cpp
  void lower_bar_warp_sync(const ptx::Instruction& instruction);
  void lower_shfl(const ptx::Instruction& instruction);
  void lower_vote(const ptx::Instruction& instruction);
  void lower_match(const ptx::Instruction& instruction);
  void lower_redux(const ptx::Instruction& instruction);
  void lower_activemask(const ptx::Instruction& instruction);
  void lower_elect(const ptx::Instruction& instruction);
  Slot second_predicate(const ptx::Instruction& instruction);

  // lower_async.cpp
  void lower_cp_async(const ptx::Instruction& instruction);
  void lower_cp_async_commit(const ptx::Instruction& instruction);
  void lower_cp_async_wait(const ptx::Instruction& instruction);
  void lower_cp_async_arrive(const ptx::Instruction& instruction);
  void lower_mbarrier(const ptx::Instruction& instruction);
  void lower_mbarrier_pending(const ptx::Instruction& instruction);

  // lower_matrix.cpp
  void lower_wmma_move(const ptx::Instruction& instruction);
  void lower_mma(const ptx::Instruction& instruction);
  void lower_ldmatrix(const ptx::Instruction& instruction);
  Fragment fragment(const ptx::Instruction& instruction, const ptx::Operand& operand, Matrix matrix,
                    ptx::Type element);

  struct Jump {
    std::size_t op;
    std::uint32_t target;
  };

  Program::Lowered& out_;
  Constants& constants_;
  LoweredFunction& lowered_;
  const ptx::Function& function_;
  std::vector<std::uint32_t> shared_;
  std::vector<std::optional<Slot>> alias_;  ///< By register: a uniform value that it always holds.
  std::vector<Slot> registers_;
  std::vector<bool> target_;           ///< By position: a branch goes there.
  std::vector<std::uint32_t> starts_;  ///< By position: its first operation.
  std::vector<Jump> jumps_;
  struct PoolJump {
    std::size_t entry;  ///< Of the pool.
    std::size_t op;
    std::uint32_t target;
  };
  std::vector<PoolJump> pool_jumps_;
  std::vector<Field> parameters_;  ///< Of .param variables: by index of Function::variables.
  std::uint32_t position_ = 0;
  std::uint32_t predicate_room_ = 0;
  std::uint32_t predicate_next_ = 0;
  std::optional<Slot> carry_;
  bool after_control_ = true;
  struct Temporary {
    std::uint32_t bytes;
    Slot slot;
    bool used;  ///< By the instruction at hand.
  };
  std::vector<Temporary> temporaries_;
  std::map<std::pair<std::uint64_t, ptx::Type>, Slot> fills_;
};

}  // namespace warpgrade::simt
