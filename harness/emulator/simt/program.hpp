// SPDX-License-Identifier: Apache-2.0
// A lowered module: what Program holds and the machine reads. Read only while a launch runs.
#pragma once

#include "harness/emulator/simt/launch.hpp"
#include "harness/emulator/simt/matrix.hpp"
#include "harness/emulator/simt/op.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace warpgrade::simt {

/// Bytes of a thread in the frame of a function: a formal parameter, a result, or a .param variable
/// of a call. Lane-major: lane i's bytes start at offset + i * bytes.
struct Field {
  std::uint32_t offset = 0;
  std::uint32_t bytes = 0;
};

/// One value of a kernel's parameter block, broadcast into the uniform area when a launch starts.
struct ParameterFill {
  std::uint32_t slot_offset = 0;
  std::uint32_t offset = 0;  ///< In the packed block.
  ptx::Type type = ptx::Type::none;
};

struct LoweredFunction;

/// A call's copies: arguments in, results out.
struct CallSite {
  static constexpr std::uint32_t kIndirect = ~0U;
  std::uint32_t function = kIndirect;  ///< Index into Lowered::functions.
  std::vector<Field> arguments;        ///< In the caller's frame.
  std::vector<Field> results;

  /// Whether `callee` takes and gives values of these sizes.
  [[nodiscard]] bool fits(const LoweredFunction& callee) const;
};

struct LoweredFunction {
  const ptx::Function* source = nullptr;
  bool lowered = false;
  std::uint32_t first = 0;  ///< Index into Lowered::ops.
  std::uint32_t frame_bytes = 0;
  std::uint32_t local_bytes = 0;
  std::uint32_t local_stack = 0;  ///< Kernels: local bytes of a thread, callees included.
  std::vector<Field> parameters;  ///< Device functions.
  std::vector<Field> results;
  std::vector<ParameterFill> fills;  ///< Kernels.
  /// Bytes of the frame to clear when it is entered: registers that some path reads before it
  /// writes them.
  std::vector<Field> cleared;
  std::uint32_t static_shared = 0;
  std::uint32_t dynamic_shared_start = 0;
  std::vector<std::uint32_t> callees;
  /// CTAs could tell in which order they ran: the launch stays on one CPU thread.
  bool ordered = false;
  /// It has what CTAs order one another with.
  bool orders_blocks = false;
};

/// Broadcast values at the start of the uniform area, kNarrowBytes each.
enum class UniformSlot : std::uint32_t {
  ntid_x,
  ntid_y,
  ntid_z,
  ctaid_x,
  ctaid_y,
  ctaid_z,
  nctaid_x,
  nctaid_y,
  nctaid_z,
  laneid,
  lanemask_eq,
  lanemask_le,
  lanemask_lt,
  lanemask_ge,
  lanemask_gt,
  nwarpid,
  zero,
  one,
  dynamic_smem_size,
  total_smem_size,
  envreg1,
  envreg2,
  dynamic_shared_start,
  dynamic_shared_wide,
  dynamic_shared_wide_end,  ///< As 64-bit lanes: two places.
  count,
};

/// Broadcast values of the warp area.
enum class WarpSlot : std::uint32_t { tid_x, tid_y, tid_z, warpid, count };

constexpr Slot slot_of(UniformSlot which) {
  return Slot::at(Area::uniform, static_cast<std::uint32_t>(which) * kNarrowBytes);
}
constexpr Slot slot_of(WarpSlot which) {
  return Slot::at(Area::warp, static_cast<std::uint32_t>(which) * kNarrowBytes);
}

/// Where a special register lies that every warp, or every CTA, finds ready; nothing for clocks.
std::optional<Slot> plain_special(ptx::Special special);

/// Function addresses (`mov.u64 %rd, f`) are numbers from here on, kFunctionStep apart.
inline constexpr std::uint64_t kFunctionWindow = 0x0a20'0000'0000;
inline constexpr std::uint64_t kFunctionStep = 16;

struct Program::Lowered {
  ptx::Module module;
  std::vector<Op> ops;
  std::vector<LoweredFunction> functions;  ///< By index of ptx::Module::functions.
  std::vector<std::byte> uniform;  ///< Image of the uniform area: constants; specials are empty.
  std::vector<Slot> pool;          ///< Lists of slots, for vectors.
  std::vector<CallSite> calls;
  std::vector<MatrixMove> matrix_moves;
  std::vector<MatrixProduct> matrix_products;
  std::vector<std::uint64_t>
      addresses;  ///< By index of ptx::Module::variables: device address or offset.
  std::uint32_t memory_operations = 0;                     ///< Cache entries that a worker needs.
  std::unordered_map<std::string, std::uint32_t> kernels;  ///< Name to index of a function.
  GlobalMemory* memory = nullptr;
  std::vector<std::uint64_t> allocated;  ///< Bases of the module's variables.

  /// The function that starts the launch; null if `kernel` is not of this module.
  [[nodiscard]] const LoweredFunction* find(const ptx::Function& kernel) const;
};

}  // namespace warpgrade::simt
