// SPDX-License-Identifier: Apache-2.0
#include "harness/core/counters.hpp"

#include <algorithm>

namespace warpgrade {
namespace {

void add(GlobalCounters& to, const GlobalCounters& from) {
  to.requests += from.requests;
  to.sectors += from.sectors;
  to.sectors_ideal += from.sectors_ideal;
  to.bytes += from.bytes;
}

}  // namespace

SharedCounters& SharedCounters::operator+=(const SharedCounters& other) {
  requests += other.requests;
  wavefronts += other.wavefronts;
  wavefronts_ideal += other.wavefronts_ideal;
  return *this;
}

SharedCounters& SharedCounters::operator-=(const SharedCounters& other) {
  requests -= other.requests;
  wavefronts -= other.wavefronts;
  wavefronts_ideal -= other.wavefronts_ideal;
  return *this;
}

namespace {

/// Adds each of `from` to the entry of `to` that `same` finds, or behind all.
template <class T>
void add_each(std::vector<T>& to, const std::vector<T>& from, const auto& same, const auto& sum) {
  for (const T& one : from) {
    const auto known = std::ranges::find_if(to, [&](const T& other) { return same(one, other); });
    if (known == to.end()) {
      to.push_back(one);
    } else {
      sum(*known, one);
    }
  }
}

void add(TrafficCounters& to, const TrafficCounters& from) {
  to.warp_instructions += from.warp_instructions;
  to.lane_instructions += from.lane_instructions;
  to.divergent_branches += from.divergent_branches;
  to.atomics += from.atomics;
}

}  // namespace

std::vector<LineCounters> by_line(const std::vector<LineCounters>& instructions) {
  std::vector<LineCounters> lines;
  const auto same = [](const LineCounters& a, const LineCounters& b) {
    return a.kind == b.kind && a.where == b.where;
  };
  const auto sum = [](LineCounters& to, const LineCounters& one) {
    to.requests += one.requests;
    to.units += one.units;
    to.units_ideal += one.units_ideal;
    if (to.lane_stride_bytes != one.lane_stride_bytes) to.lane_stride_bytes = 0;
  };
  add_each(lines, instructions, same, sum);
  return lines;
}

void add_branches(std::vector<BranchCounters>& to, const std::vector<BranchCounters>& from) {
  add_each(
      to, from, [](const auto& a, const auto& b) { return a.where == b.where; },
      [](auto& sum, const auto& one) { sum.divergent += one.divergent; });
}

bool is_same_launch(const KernelCounters& a, const KernelCounters& b) {
  return a.kernel == b.kernel && a.grid == b.grid && a.block == b.block &&
         a.dynamic_shared_bytes == b.dynamic_shared_bytes;
}

void add_counters(KernelCounters& to, const KernelCounters& from) {
  to.launches += from.launches;
  add(to.global_load, from.global_load);
  add(to.global_store, from.global_store);
  to.shared_load += from.shared_load;
  to.shared_store += from.shared_store;
  to.shared_load_estimated += from.shared_load_estimated;
  to.shared_atomic += from.shared_atomic;
  add(to.traffic, from.traffic);
  to.lines.insert(to.lines.end(), from.lines.begin(), from.lines.end());
  to.lines = by_line(to.lines);
  add_branches(to.branches, from.branches);
}

}  // namespace warpgrade
