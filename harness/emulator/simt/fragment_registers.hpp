// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/emulator/simt/matrix.hpp"
#include "harness/emulator/simt/warp.hpp"
#include "harness/emulator/simt/worker.hpp"

namespace warpgrade::simt {

/// All lanes' words of a fragment's register `index`.
inline std::uint32_t* register_of(const Warp& warp, const Fragment& fragment, std::uint32_t index) {
  return warp.lanes<std::uint32_t>(warp.worker().program.pool[fragment.pool + index]);
}

}  // namespace warpgrade::simt
