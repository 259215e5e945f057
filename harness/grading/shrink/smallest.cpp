// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/shrink/smallest.hpp"

#include <cassert>
#include <set>

namespace warpgrade::shrink {
namespace {

/// Sides worth trying below `side`, and `side` itself.
std::set<std::int64_t> shorter_sides(std::int64_t side, std::int64_t tile) {
  std::set<std::int64_t> sides{1,
                               2,
                               3,
                               4,
                               5,
                               tile / 4,
                               tile / 4 + 1,
                               tile / 2,
                               tile / 2 + 1,
                               tile - 1,
                               tile,
                               tile + 1,
                               tile + 2,
                               2 * tile + 1,
                               16 * tile + 1};
  for (std::int64_t step = side; step > 0; step /= 2) sides.insert(side - step / 2);
  sides.insert(side - 1);
  std::erase_if(sides, [&](std::int64_t s) { return s < 1 || s > side; });
  return sides;
}

/// The smallest candidate below `shape` that shows it; `shape` itself if none does.
Shape step_down(const Shape& shape, std::int64_t tile, Trials& trials) {
  std::set<Shape, BySize> candidates{shape};
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const auto longer = candidates;
    for (const auto side : shorter_sides(shape[i], tile)) {
      for (auto candidate : longer) {
        candidate[i] = side;
        candidates.insert(candidate);
      }
    }
  }
  candidates.erase(shape);
  for (const auto& candidate : candidates) {
    const auto shows = trials.at(candidate);
    if (!shows) break;
    if (*shows) return candidate;
  }
  return shape;
}

}  // namespace

Shape descend(const Shape& start, std::int64_t tile, Trials& trials) {
  assert(start.product() > 0 && tile > 0);
  auto shape = start;
  while (true) {
    const auto next = step_down(shape, tile, trials);
    if (next == shape) return shape;
    shape = next;
  }
}

SmallestCase prove_smallest(const Shape& from, Trials& trials) {
  SmallestCase result{from, 0, true};
  visit_smaller(from, [&](const Shape& shape) {
    const auto shows = trials.at(shape);
    if (shows && !*shows) return true;
    if (shows) result.input = shape;
    result.proved_smallest = shows.has_value();
    return false;
  });
  result.smaller_shapes_tried = trials.smaller_without(result.input);
  return result;
}

}  // namespace warpgrade::shrink
