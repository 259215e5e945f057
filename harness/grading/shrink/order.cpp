// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/shrink/order.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace warpgrade::shrink {
namespace {

std::int64_t longest(const Shape& shape) { return *std::max_element(shape.begin(), shape.end()); }

/// Fills the sizes of `shape` from `at` on in every way that multiplies to `product`.
void factorise(std::int64_t product, std::size_t at, Shape& shape, std::vector<Shape>& shapes) {
  if (at + 1 == shape.size()) {
    shape[at] = product;
    shapes.push_back(shape);
    return;
  }
  for (std::int64_t side = 1; side * side <= product; ++side) {
    if (product % side != 0) continue;
    for (const auto factor : {side, product / side}) {
      shape[at] = factor;
      factorise(product / factor, at + 1, shape, shapes);
      if (side * side == product) break;
    }
  }
}

/// All shapes of as many sizes as `like` that multiply to `product`, ascending: the nearest to a
/// square first.
std::vector<Shape> shapes_of_product(std::int64_t product, const Shape& like) {
  std::vector<Shape> shapes;
  auto shape = like;
  factorise(product, 0, shape, shapes);
  std::ranges::sort(shapes, is_smaller);
  return shapes;
}

}  // namespace

bool is_smaller(const Shape& a, const Shape& b) {
  if (a.product() != b.product()) return a.product() < b.product();
  if (longest(a) != longest(b)) return longest(a) < longest(b);
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
}

void visit_smaller(const Shape& than, const std::function<bool(const Shape&)>& visit) {
  for (std::int64_t product = 1; product <= than.product(); ++product) {
    for (const auto& shape : shapes_of_product(product, than)) {
      if (!is_smaller(shape, than)) return;
      if (!visit(shape)) return;
    }
  }
}

}  // namespace warpgrade::shrink
