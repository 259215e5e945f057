// SPDX-License-Identifier: Apache-2.0
// The decoded instruction. A PTX instruction becomes one operation, or a few where that keeps the
// tables small (guards, widening, rounding modes); they all carry its index.
#pragma once

#include <cstdint>

namespace warpgrade::simt {

class Warp;
struct Op;

/// Executes `op` for the warp's active lanes. Returns the operation to go on with, or null when the
/// running split ended, parked or was divided (its state then stands in the warp's table of
/// splits).
using Handler = const Op* (*)(Warp& warp, const Op& op);

/// Where an operand's 32 lanes lie.
enum class Area : std::uint8_t {
  frame,    ///< Registers of the running function.
  uniform,  ///< Same for all warps: immediates, parameters, block indices. Read only.
  warp,     ///< Same for every CTA: thread indices. Read only.
};

/// A place in an area: byte offset, a multiple of 4, with the area in the two low bits.
struct Slot {
  std::uint32_t bits = 0;

  static constexpr Slot at(Area area, std::uint32_t offset) {
    return {offset | static_cast<std::uint32_t>(area)};
  }
  [[nodiscard]] constexpr std::uint32_t area() const { return bits & 3U; }
  [[nodiscard]] constexpr std::uint32_t offset() const { return bits & ~3U; }
};

/// Bytes of the lanes of one register.
inline constexpr std::uint32_t kPredicateBytes = 4;  ///< One mask.
inline constexpr std::uint32_t kNarrowBytes = 128;   ///< Values of up to 32 bits.
inline constexpr std::uint32_t kWideBytes = 256;

struct Op {
  Handler run = nullptr;
  Slot d;  ///< Destination.
  Slot a;  ///< Sources.
  Slot b;
  Slot c;
  Slot e;                ///< Fourth source, or second destination.
  std::uint32_t pc = 0;  ///< Index into ptx::Function::instructions.
  std::uint32_t x =
      0;  ///< By handler: place in the pool of slots, cache line of a memory access, ...
  std::int32_t jump =
      0;  ///< Branches: operations from this one to the target. Guards: how many they cover.
  std::int64_t offset = 0;  ///< Address offset, or another immediate.
};

}  // namespace warpgrade::simt
