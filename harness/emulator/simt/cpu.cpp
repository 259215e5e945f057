// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/simt/cpu.hpp"

namespace warpgrade::simt {

bool cpu_supported() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0 &&
         __builtin_cpu_supports("bmi2") != 0;
#else
  return true;
#endif
}

}  // namespace warpgrade::simt
