// SPDX-License-Identifier: Apache-2.0
// The written order of cases: by the product of the sizes, then the largest size, then the sizes
// one after the other. A case with fewer cells can be checked by hand; of two with as many, the
// less elongated one; then the flatter one.
#pragma once

#include "harness/core/shape.hpp"

#include <functional>

namespace warpgrade::shrink {

/// True if `a` comes before `b`, of as many sizes, in the written order, which is total.
bool is_smaller(const Shape& a, const Shape& b);

/// For ordered containers.
struct BySize {
  bool operator()(const Shape& a, const Shape& b) const { return is_smaller(a, b); }
};

/// Calls `visit` for every shape smaller than `than`, ascending, until it returns false.
void visit_smaller(const Shape& than, const std::function<bool(const Shape&)>& visit);

}  // namespace warpgrade::shrink
