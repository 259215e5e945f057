// SPDX-License-Identifier: Apache-2.0
#include "harness/device/emulated/sample.hpp"

#include <algorithm>

namespace warpgrade::device::emulated {
namespace {

using Places = std::vector<std::uint64_t>;

Places without_twins(Places places) {
  std::ranges::sort(places);
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return places;
}

Places along(std::uint64_t blocks) {
  const auto last = blocks - 1;
  return without_twins(
      {0, std::min<std::uint64_t>(1, last), blocks / 2, last == 0 ? 0 : last - 1, last});
}

Places ends_of(std::uint64_t blocks) { return without_twins({0, blocks - 1}); }

}  // namespace

std::vector<std::uint64_t> sample_blocks(const Dim3& grid) {
  const auto x_places = along(grid.x);
  const auto y_places = along(grid.y);
  const auto z_places = ends_of(grid.z);
  Places blocks;
  blocks.reserve(x_places.size() * y_places.size() * z_places.size());
  for (const auto z : z_places) {
    for (const auto y : y_places) {
      for (const auto x : x_places) blocks.push_back((z * grid.y + y) * grid.x + x);
    }
  }
  return blocks;
}

}  // namespace warpgrade::device::emulated
