// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/shrink/order.hpp"

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

namespace warpgrade::shrink {
namespace {

auto key(Extent e) { return std::tuple{e.rows * e.cols, std::max(e.rows, e.cols), e.rows}; }

/// All shapes of `area` cells, ascending: the nearest to a square first.
std::vector<Extent> shapes_of_area(std::int64_t area) {
  std::vector<Extent> shapes;
  for (std::int64_t side = 1; side * side <= area; ++side) {
    if (area % side != 0) continue;
    shapes.push_back({side, area / side});
    if (side * side != area) shapes.push_back({area / side, side});
  }
  std::ranges::sort(shapes, is_smaller);
  return shapes;
}

}  // namespace

bool is_smaller(Extent a, Extent b) { return key(a) < key(b); }

void visit_smaller(Extent than, const std::function<bool(Extent)>& visit) {
  for (std::int64_t area = 1; area <= than.rows * than.cols; ++area) {
    for (const auto shape : shapes_of_area(area)) {
      if (!is_smaller(shape, than)) return;
      if (!visit(shape)) return;
    }
  }
}

}  // namespace warpgrade::shrink
