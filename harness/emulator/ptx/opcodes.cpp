// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/ptx/opcodes.hpp"

namespace warpgrade::ptx {

std::array<std::span<const OpcodeRow>, 2> opcode_rows() {
  return {arithmetic_rows(), machine_rows()};
}

}  // namespace warpgrade::ptx
