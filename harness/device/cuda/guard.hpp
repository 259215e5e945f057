// SPDX-License-Identifier: Apache-2.0
// Guard zones, as host and device code see them.
#pragma once

namespace warpgrade::device::cuda {

// unsigned long long: what CUDA's atomics take; 64 bits on both sides.

/// A range of device memory that must hold the poison, byte for byte.
struct GuardZone {
  unsigned long long address = 0;
  unsigned long long bytes = 0;
};

/// What a zone was found to hold. Offsets from the zone's begin.
struct GuardResult {
  unsigned long long written = 0;  ///< Bytes that are not the poison.
  unsigned long long first = ~0ULL;
  unsigned long long last = 0;
};

}  // namespace warpgrade::device::cuda
