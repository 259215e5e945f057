// SPDX-License-Identifier: Apache-2.0
#include "harness/core/counters.hpp"

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
}

}  // namespace warpgrade
