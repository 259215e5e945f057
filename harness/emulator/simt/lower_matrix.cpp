// SPDX-License-Identifier: Apache-2.0
// wmma, mma, ldmatrix (PTX ISA 9.7.14).
#include "harness/emulator/simt/handlers.hpp"
#include "harness/emulator/simt/lower.hpp"
#include "harness/emulator/simt/matrix.hpp"

namespace warpgrade::simt {

using ptx::Instruction;
using ptx::Mode;
using ptx::Opcode;
using ptx::Operand;
using ptx::Type;
using Kind = Operand::Kind;

namespace {

constexpr std::uint64_t kWholeWarp = 0xffffffff;

Matrix matrix_of(Mode mode) {
  if (mode == Mode::matrix_b) return Matrix::b;
  return mode == Mode::matrix_c ? Matrix::c : Matrix::a;
}

}  // namespace

/// The registers of a vector operand, whose number must do for the matrix.
Fragment FunctionLowering::fragment(const Instruction& instruction, const Operand& operand,
                                    Matrix matrix, Type element) {
  Fragment fragment{.matrix = matrix,
                    .shape = shape_of(instruction.shape),
                    .element = element,
                    .pool = static_cast<std::uint32_t>(out_.pool.size()),
                    .registers = static_cast<std::uint32_t>(operand.elements.size())};
  const std::uint32_t needed = fragment.elements() / fragment.packed();
  const bool whole = needed != 0 && fragment.registers % needed == 0 && fragment.registers != 0;
  if (!whole) fail(instruction, "a vector of the wrong length for that matrix");
  for (const Operand& one : operand.elements) {
    const bool is_register = one.kind == Kind::reg && !alias_[one.index];
    out_.pool.push_back(is_register ? registers_[one.index] : source(one, Type::u32));
  }
  return fragment;
}

void FunctionLowering::lower_wmma_move(const Instruction& instruction) {
  const bool loads = instruction.opcode == Opcode::wmma_load;
  const auto& operands = instruction.operands;
  const Operand& at = operands[loads ? 1 : 0];
  const Matrix matrix = loads ? matrix_of(instruction.mode) : Matrix::c;
  MatrixMove move{
      .fragment = fragment(instruction, operands[loads ? 0 : 1], matrix, instruction.type),
      .row_major = instruction.layout == ptx::Layout::row,
      .space = instruction.space,
      .stride = {}};
  const bool given = operands.size() > 2 && operands[2].kind != Kind::none;
  const std::uint32_t dense = move.row_major ? move.fragment.cols() : move.fragment.rows();
  move.stride = given ? source(operands[2], Type::u32) : constant(Type::u32, dense);
  Op op = address(at);
  op.run = loads ? matrix_load_handler : matrix_store_handler;
  op.c.bits = out_.memory_operations++;
  op.d.bits = static_cast<std::uint32_t>(out_.matrix_moves.size());
  op.e = constant(Type::u32, kWholeWarp);
  out_.matrix_moves.push_back(move);
  emit(op);
}

/// The types of C and D are what the instruction says, or what fits the number of registers: wmma
/// of f16 names D's and C's, mma A's and B's, too.
void FunctionLowering::lower_mma(const Instruction& instruction) {
  const auto& operands = instruction.operands;
  const Type factor = instruction.source_type == Type::none ? Type::f16 : instruction.source_type;
  const MatrixShape shape = shape_of(instruction.shape);
  const bool small_c = operands[3].elements.size() * 2 * 32 == std::size_t{shape.m} * shape.n;
  const bool is_float = instruction.type == Type::f16 || instruction.type == Type::f32;
  const Type added = is_float ? (small_c ? Type::f16 : Type::f32) : instruction.type;
  const bool by_columns =
      instruction.layout == ptx::Layout::row && instruction.layout_b == ptx::Layout::col;
  if (instruction.opcode == Opcode::mma && !by_columns) unsupported(instruction);
  const MatrixProduct product{.a = fragment(instruction, operands[1], Matrix::a, factor),
                              .b = fragment(instruction, operands[2], Matrix::b, factor),
                              .c = fragment(instruction, operands[3], Matrix::c, added),
                              .d = fragment(instruction, operands[0], Matrix::c, instruction.type),
                              .saturate = instruction.sat};
  Op op;
  op.run = matrix_multiply_handler;
  op.pc = position_;
  op.d.bits = static_cast<std::uint32_t>(out_.matrix_products.size());
  op.e = constant(Type::u32, kWholeWarp);
  out_.matrix_products.push_back(product);
  emit(op);
}

void FunctionLowering::lower_ldmatrix(const Instruction& instruction) {
  MatrixMove move;
  move.row_major = instruction.mode != Mode::trans;
  move.space = instruction.space;
  move.fragment.pool = static_cast<std::uint32_t>(out_.pool.size());
  move.fragment.registers = instruction.vector;
  const auto& registers = instruction.operands[0].elements;
  if (registers.size() != instruction.vector) fail(instruction, "a vector of the wrong length");
  for (const Operand& one : registers) out_.pool.push_back(destination(one, Type::u32));
  Op op = address(instruction.operands[1]);
  op.run = matrix_rows_handler;
  op.c.bits = out_.memory_operations++;
  op.d.bits = static_cast<std::uint32_t>(out_.matrix_moves.size());
  op.e = constant(Type::u32, kWholeWarp);
  out_.matrix_moves.push_back(move);
  emit(op);
}

}  // namespace warpgrade::simt
