// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/timing/timing_case.hpp"

#include <cmath>

namespace warpgrade::timing {
namespace {

constexpr std::int64_t kRagged = 32;
constexpr std::uint64_t kTimesCache = 4;

bool is_beyond(Extent input, std::uint64_t l2_bytes) {
  const auto cells =
      static_cast<std::uint64_t>(input.rows) * static_cast<std::uint64_t>(input.cols);
  return 2 * cells * sizeof(float) > kTimesCache * l2_bytes;
}

/// The first length from `least` on with the remainder of `like`.
std::int64_t next_like(double least, std::int64_t like) {
  const auto from = static_cast<std::int64_t>(std::ceil(least));
  return from + ((like - from) % kRagged + kRagged) % kRagged;
}

}  // namespace

Extent beyond_cache(Extent lesson, std::uint64_t l2_bytes) {
  Extent grown = lesson;
  for (double factor = 1; !is_beyond(grown, l2_bytes); factor *= 1.01) {
    grown = {next_like(static_cast<double>(lesson.rows) * factor, lesson.rows),
             next_like(static_cast<double>(lesson.cols) * factor, lesson.cols)};
  }
  return grown;
}

}  // namespace warpgrade::timing
