// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/shrink/trials.hpp"

namespace warpgrade::shrink {

std::optional<bool> Trials::at(const Shape& shape) {
  if (const auto known = known_.find(shape); known != known_.end()) return known->second;
  if (!budget_(shape)) return std::nullopt;
  const auto shows = predicate_(shape);
  if (shows) known_.emplace(shape, *shows);
  return shows;
}

std::uint64_t Trials::smaller_without(const Shape& shape) const {
  std::uint64_t count = 0;
  for (const auto& [tried, shows] : known_) {
    if (!is_smaller(tried, shape)) break;
    if (!shows) ++count;
  }
  return count;
}

}  // namespace warpgrade::shrink
