// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace warpgrade::cudart {

/// Tells the device that a call was made which this runtime does not have, by name.
/// @returns cudaErrorNotSupported, which is also remembered as the thread's last error.
int unsupported(const char* call);

}  // namespace warpgrade::cudart

/// A stub that any real definition of the same name replaces at link time.
#define WARPGRADE_UNSUPPORTED(name) \
  extern "C" __attribute__((weak)) int name() { return warpgrade::cudart::unsupported(#name); }
