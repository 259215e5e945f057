// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/emulator/ptx/module.hpp"

namespace warpgrade::simt {

/// `.eq` to `.ge` are false for a NaN, `.equ` to `.geu` true.
template <class T, ptx::Compare kCompare>
constexpr bool compare(T a, T b) {
  using enum ptx::Compare;
  if constexpr (kCompare == eq) return a == b;
  if constexpr (kCompare == ne) return a < b || b < a;
  if constexpr (kCompare == lt) return a < b;
  if constexpr (kCompare == le) return a <= b;
  if constexpr (kCompare == gt) return a > b;
  if constexpr (kCompare == ge) return a >= b;
  if constexpr (kCompare == equ) return !(a < b || b < a);
  if constexpr (kCompare == neu) return !(a == b);
  if constexpr (kCompare == ltu) return !(a >= b);
  if constexpr (kCompare == leu) return !(a > b);
  if constexpr (kCompare == gtu) return !(a <= b);
  if constexpr (kCompare == geu) return !(a < b);
  if constexpr (kCompare == num) return a == a && b == b;
  if constexpr (kCompare == nan) return a != a || b != b;
}

}  // namespace warpgrade::simt
