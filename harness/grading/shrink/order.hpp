// SPDX-License-Identifier: Apache-2.0
// The written order of cases: by rows * cols, then max(rows, cols), then rows. A case with fewer
// cells can be checked by hand; of two with as many, the less elongated one; then the flatter one.
#pragma once

#include "harness/core/extent.hpp"

#include <functional>

namespace warpgrade::shrink {

/// True if `a` comes before `b` in the written order, which is total.
bool is_smaller(Extent a, Extent b);

/// For ordered containers.
struct BySize {
  bool operator()(Extent a, Extent b) const { return is_smaller(a, b); }
};

/// Calls `visit` for every shape smaller than `than`, ascending, until it returns false.
void visit_smaller(Extent than, const std::function<bool(Extent)>& visit);

}  // namespace warpgrade::shrink
