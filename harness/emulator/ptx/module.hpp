// SPDX-License-Identifier: Apache-2.0
// A parsed PTX module as plain values. Words and spellings are those of the PTX ISA manual.
// The parser owns all checking: what stands here is well-formed, every name is resolved, every
// instruction is one that opcodes.hpp has a row for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace warpgrade::ptx {

// Enumerators that belong together share a line; some are keywords of C++ but for their underscore.
// clang-format off
// NOLINTBEGIN(readability-identifier-naming)

/// Fundamental types (PTX ISA 5.2) and the packed ones.
enum class Type : std::uint8_t {
  none, pred,
  b8, b16, b32, b64,
  u8, u16, u32, u64,
  s8, s16, s32, s64,
  f16, f16x2, bf16, bf16x2, f32, f64, tf32, u16x2, s16x2,
};

/// Size of a value in memory, in bytes; 0 for none and pred. Names: names.hpp.
std::uint32_t size_of(Type type);

/// State spaces (PTX ISA 5.1). `generic` is an access that names none.
enum class StateSpace : std::uint8_t {
  none, reg, sreg, constant, global, local, param, shared, generic,
};

/// Special registers (PTX ISA 10).
enum class Special : std::uint8_t {
  tid_x, tid_y, tid_z, ntid_x, ntid_y, ntid_z,
  ctaid_x, ctaid_y, ctaid_z, nctaid_x, nctaid_y, nctaid_z,
  laneid, warpid, nwarpid, smid, nsmid, gridid,
  lanemask_eq, lanemask_le, lanemask_lt, lanemask_ge, lanemask_gt,
  clock, clock64, globaltimer, envreg1, envreg2, dynamic_smem_size, total_smem_size,
};

/// Where an instruction came from: `.loc` (file index into Module::files, 1-based line) with the
/// outermost call site where `inlined_at` gives one, and the line of the PTX text itself.
struct Location {
  std::uint32_t file = 0;  ///< Index into Module::files; meaningless while `line` is 0.
  std::uint32_t line = 0;  ///< 0: unknown.
  std::uint32_t ptx_line = 0;
  /// Where the instruction itself stands: as `file` and `line`, or inside the inlined function.
  std::uint32_t inner_file = 0;
  std::uint32_t inner_line = 0;
};

/// One operand. Which members mean something depends on `kind`.
struct Operand {
  enum class Kind : std::uint8_t {
    none,       ///< Absent, or the sink `_`.
    reg,        ///< `index` into Function::registers.
    immediate,  ///< `bits`: its pattern, sign-extended to 64 bits; floats in their own width.
    special,    ///< `special`.
    symbol,     ///< Address of a variable in `space` plus `offset`; `index`: SymbolHome | position.
    address,    ///< `[reg + offset]`, `[symbol + offset]` or `[immediate]`: `base` tells which.
    vector,     ///< `{a, b, ...}`: `elements`.
    label,      ///< `index`: position in Function::instructions to go to.
    function,   ///< `index` into Module::functions.
    arguments,  ///< The parenthesised lists of a call: `elements`, each a symbol in space param.
    prototype,  ///< `index` into Function::prototypes.
    targets,    ///< The list of brx.idx: `elements`, each a label.
  };
  Kind kind = Kind::none;
  Kind base = Kind::none;            ///< For address: reg, symbol or immediate.
  StateSpace space = StateSpace::none;  ///< For symbol, and address with a symbol as base.
  Special special = Special::tid_x;
  bool negated = false;              ///< `!p` as a source operand.
  std::uint32_t index = 0;
  std::int64_t offset = 0;
  std::uint64_t bits = 0;
  std::vector<Operand> elements;
};

/// Opcodes that the parser knows; their rows are in opcodes.cpp, spelled as in the manual.
enum class Opcode : std::uint8_t {
  // 9.7.1 integer arithmetic
  add, sub, mul, mad, mul24, mad24, sad, div, rem, abs, neg, min, max, popc, clz, bfind, fns, brev,
  bfe, bfi, bmsk, szext, dp4a, dp2a, vabsdiff4,
  // 9.7.2 extended precision
  addc, subc, madc,
  // 9.7.3 to 9.7.5 floating point
  testp, copysign, fma, rcp, sqrt, rsqrt, sin, cos, lg2, ex2, tanh,
  // 9.7.6, 9.7.7 comparison and selection
  set, setp, selp, slct,
  // 9.7.8 logic and shift
  and_, or_, xor_, not_, cnot, lop3, shf, shl, shr,
  // 9.7.9 data movement and conversion
  mov, shfl, prmt, ld, ldu, st, prefetch, isspacep, cvta, cvt, cp_async, cp_async_commit_group,
  cp_async_wait_group, cp_async_wait_all, cp_async_mbarrier_arrive,
  // 9.7.12 control flow
  bra, brx_idx, call, ret, exit,
  // 9.7.13 synchronisation
  bar, barrier, bar_warp_sync, membar, fence, atom, red, vote, match, activemask, redux,
  mbarrier_init, mbarrier_inval, mbarrier_arrive, mbarrier_arrive_drop, mbarrier_expect_tx,
  mbarrier_complete_tx, mbarrier_test_wait, mbarrier_try_wait, mbarrier_pending_count,
  griddepcontrol, elect,
  // 9.7.14 matrices
  wmma_load, wmma_store, wmma_mma, mma, ldmatrix,
  // 9.7.19 miscellaneous
  nanosleep, trap, brkpt, pmevent, setmaxnreg,
};

enum class Compare : std::uint8_t {
  none, eq, ne, lt, le, gt, ge, lo, ls, hi, hs, equ, neu, ltu, leu, gtu, geu, num, nan,
};

/// `.rn .rz .rm .rp` and the integer roundings `.rni .rzi .rmi .rpi`.
enum class Rounding : std::uint8_t { none, rn, rz, rm, rp, rni, rzi, rmi, rpi };

/// `.lo .hi .wide` of mul and mad.
enum class Part : std::uint8_t { none, lo, hi, wide };

/// The operation of atom, red, bar.red, redux, setp/set with a predicate, and lop.
enum class Operation : std::uint8_t {
  none, add, min, max, and_, or_, xor_, inc, dec, exch, cas, popc,
};

/// A mode that belongs to one opcode only: shfl, vote, match, bar, shf, prmt, testp, cvta, call ...
enum class Mode : std::uint8_t {
  none,
  up, down, bfly, idx,                        // shfl
  all, any, uni, ballot,                      // vote, match
  sync, arrive, red,                          // bar, barrier
  left, right,                                // shf
  f4e, b4e, rc8, ecl, ecr, rc16,              // prmt
  finite, infinite, number, notanumber, normal, subnormal,  // testp
  to,                                         // cvta.to
  parity, expect_tx, no_complete,             // mbarrier
  relu, or_nan,                               // fma, cvt; min, max: .NaN
  matrix_a, matrix_b, matrix_c, trans,        // wmma.load, ldmatrix
};

/// m, n and k of a matrix instruction.
enum class Shape : std::uint8_t {
  none, m16n16k16, m32n8k16, m8n32k16, m16n16k8, m16n8k4, m16n8k8, m16n8k16, m16n8k32, m8n8,
};
/// How a matrix lies in memory.
enum class Layout : std::uint8_t { none, row, col };

enum class Scope : std::uint8_t { none, cta, cluster, gpu, sys };
enum class Ordering : std::uint8_t {
  none, weak, volatile_, relaxed, acquire, release, acq_rel, sc, mmio,
};

/// One instruction. Members that its opcode does not have keep their defaults.
/// Operands are in the order of the manual, destination first; `setp p|q` and `shfl d|p` have the
/// second destination in `destination2`. Optional operands that are absent keep their place, as
/// Kind::none. call: results (arguments), target (function or reg), arguments, prototype (or none).
/// Register widths fit the instruction (PTX ISA 9.4); they are wider only in ld, st and cvt.
struct Instruction {
  Opcode opcode = Opcode::ret;
  Type type = Type::none;        ///< The (last but one, for cvt/set/setp: destination) type.
  Type source_type = Type::none; ///< cvt, set: the source's type.
  StateSpace space = StateSpace::none;   ///< ld, st, atom, red, cvta, isspacep, prefetch.
  StateSpace source_space = StateSpace::none;  ///< cp.async.
  Compare compare = Compare::none;
  Rounding rounding = Rounding::none;
  Part part = Part::none;
  Operation operation = Operation::none;
  Mode mode = Mode::none;
  Scope scope = Scope::none;
  Ordering ordering = Ordering::none;
  std::uint8_t vector = 1;       ///< 1, 2 or 4; ldmatrix: `.num`.
  Shape shape = Shape::none;
  Layout layout = Layout::none;    ///< Of the matrix, or of A.
  Layout layout_b = Layout::none;  ///< Of B.
  bool ftz = false;
  bool sat = false;
  bool approx = false;
  bool full = false;
  bool carry_out = false;        ///< `.cc`.
  bool wrap = false;             ///< shf.wrap (clamp otherwise).
  bool shiftamt = false;         ///< bfind.shiftamt.
  bool uniform = false;          ///< bra.uni, call.uni.
  bool non_coherent = false;     ///< ld.global.nc.
  bool aligned = false;          ///< barrier.sync.aligned, bar.sync.
  bool noinc = false;            ///< cp.async.mbarrier.arrive.noinc.
  bool zero_or_bypass = false;   ///< cp.async.cg.

  bool guarded = false;
  bool guard_negated = false;
  std::uint32_t guard = 0;       ///< Register index of the guard predicate.

  std::vector<Operand> operands;
  Operand destination2;
  Location where;
  std::string text;              ///< The instruction as it stood, for messages; without its guard.
};

struct Register {
  std::string name;
  Type type = Type::none;
};

/// A variable of the module, of a function or a formal parameter.
struct Variable {
  std::string name;
  StateSpace space = StateSpace::none;
  Type type = Type::none;
  std::uint32_t alignment = 1;
  std::uint64_t bytes = 0;         ///< 0 for an extern array without size (dynamic shared memory).
  bool is_extern = false;
  bool is_managed = false;         ///< `.attribute(.managed)`: the host reads and writes it, too.
  std::vector<std::byte> initial;  ///< The first bytes; those that it lacks are zero.
  /// Addresses inside `initial`: at byte `at`, the address of symbol `name` plus `offset`.
  struct Relocation {
    std::uint64_t at = 0;
    std::string name;
    std::int64_t offset = 0;
    bool generic = false;          ///< `generic(name)`.
  };
  std::vector<Relocation> relocations;
};

/// A parameter with its place in the packed block (PTX ISA 7.1: natural alignment, in order).
struct Parameter {
  Variable variable;
  std::uint32_t offset = 0;
};

struct Function {
  std::string name;                  ///< As mangled.
  bool is_entry = false;
  bool is_defined = true;            ///< False: an extern such as vprintf.
  std::vector<Parameter> parameters;
  std::vector<Parameter> results;    ///< Device functions only.
  std::uint32_t parameter_bytes = 0;
  std::vector<Register> registers;   ///< Those that occur, of those that `.reg` declares.
  /// Variables of this function: .shared (demoted), .local, and .param of call sequences.
  std::vector<Variable> variables;
  /// Never falls off its end: where the text does, a `ret` without `text` stands there.
  std::vector<Instruction> instructions;
  std::vector<Function> prototypes;  ///< `.callprototype`s, undefined functions.
  std::array<std::uint32_t, 3> max_threads{};  ///< .maxntid or .reqntid; 0: not given.
  std::uint32_t ptx_line = 0;
  /// Where the instruction itself stands: as `file` and `line`, or inside the inlined function.
  std::uint32_t inner_file = 0;
  std::uint32_t inner_line = 0;
};

/// How a symbol operand finds its variable: which list, in Operand::index's two top bits.
enum class SymbolHome : std::uint32_t {
  module = 0,              ///< Module::variables
  function = 1u << 30,     ///< Function::variables
  parameter = 2u << 30,    ///< Function::parameters (entry or device function)
  result = 3u << 30,       ///< Function::results
};
inline constexpr std::uint32_t kSymbolHomeMask = 3u << 30;

struct Module {
  std::uint32_t version_major = 0;
  std::uint32_t version_minor = 0;
  std::uint32_t target = 0;          ///< 75 for sm_75.
  std::vector<std::string> files;    ///< By `.file` index; entries that no `.file` gave are empty.
  std::vector<Variable> variables;   ///< .global, .const and module-level .shared.
  std::vector<Function> functions;
};

// NOLINTEND(readability-identifier-naming)
// clang-format on

}  // namespace warpgrade::ptx
