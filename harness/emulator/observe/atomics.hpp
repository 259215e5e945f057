// SPDX-License-Identifier: Apache-2.0
// What machine code makes of atomics on shared memory (docs/adr/0004, measured on an H200).
#pragma once

#include "harness/emulator/simt/observer.hpp"

namespace warpgrade::observe {

/// mbarriers are the work of a unit of their own; Nsight Compute's shared wavefronts leave them
/// out.
bool is_of_barrier_unit(const simt::Place& place);

/// Whether ptxas or the hardware adds up the lanes of one word first: a count of ones
/// (ATOMS.POPC.INC), and whatever all lanes do to one variable.
bool combines(const simt::Place& place);

}  // namespace warpgrade::observe
