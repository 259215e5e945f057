// SPDX-License-Identifier: Apache-2.0
#include "harness/core/shape.hpp"

namespace warpgrade {

std::string shape_text(const Shape& shape, std::string_view between) {
  std::string text;
  for (const auto size : shape) {
    if (!text.empty()) text += between;
    text += std::to_string(size);
  }
  return text;
}

}  // namespace warpgrade
