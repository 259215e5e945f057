// SPDX-License-Identifier: Apache-2.0
// What the bytes behind the PTX of an executor's input mean: shape and arguments of the launches.
#pragma once

#include "harness/core/extent.hpp"
#include "harness/emulator/ptx/module.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace warpgrade::fuzz {

/// Two buffers of global memory: their device addresses.
using Buffers = std::array<std::uint64_t, 2>;

/// Reads one byte after the other; zeros once they have ended.
class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : rest_(bytes) {}
  std::uint8_t next();

 private:
  std::string_view rest_;
};

struct LaunchShape {
  Dim3 grid;
  Dim3 block;
  std::uint64_t dynamic_shared_bytes = 0;
  std::uint32_t schedule_seed = 0;
  std::uint64_t resident_ctas = 1;
  bool cooperative = false;  ///< The grid's workspace is then the start of the second buffer.
};

/// Four bytes: an index each into small tables of grids, blocks and sizes, and what the schedule is
/// made of. All zero: 2 blocks of 64 threads, in order.
LaunchShape launch_shape(Bytes& bytes);

/// The arguments of `kernel`, packed. Each parameter takes a selector byte: a pointer to a buffer
/// (8-byte parameters: even, the first or the second in turn, plus an offset), or a small number,
/// or as many bytes as the parameter has.
std::vector<std::byte> arguments(const ptx::Function& kernel, const Buffers& buffers, Bytes& bytes);

}  // namespace warpgrade::fuzz
