// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace warpgrade::simt {

/// Whether this CPU has the instructions that this folder was compiled for (x86-64-v3 on x86-64).
/// Callers check it at start-up, before anything else of the emulator runs.
bool cpu_supported();

}  // namespace warpgrade::simt
