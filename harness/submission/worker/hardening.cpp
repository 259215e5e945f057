// SPDX-License-Identifier: Apache-2.0
#include "harness/submission/worker/hardening.hpp"

#include "harness/device/address.hpp"

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <csignal>

namespace warpgrade::worker {
namespace {

constexpr rlim_t kMemoryBytes = rlim_t{4} << 30;
constexpr int kReserveFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;

struct LimitRow {
  __rlimit_resource resource;
  rlim_t most;
};
constexpr std::array kLimits = std::to_array<LimitRow>({
    {RLIMIT_AS, device::kDeviceSpan + kMemoryBytes},  // The reserved range counts.
    {RLIMIT_DATA, kMemoryBytes},
    {RLIMIT_FSIZE, rlim_t{1} << 20},
    {RLIMIT_CORE, 0},
    {RLIMIT_NOFILE, 64},
    {RLIMIT_CPU, 600},  // Seconds, of all calls; the grader's own limits are far lower.
});

bool reserve_device_addresses() {
  auto* wanted = std::bit_cast<void*>(device::kDeviceBase);
  return mmap(wanted, device::kDeviceSpan, PROT_NONE, kReserveFlags, -1, 0) == wanted;
}

bool set_limits() {
  for (const auto& row : kLimits) {
    const rlimit limit{row.most, row.most};
    if (setrlimit(row.resource, &limit) != 0) return false;
  }
  return true;
}

}  // namespace

const char* harden(pid_t parent) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return "PR_SET_PDEATHSIG";
  if (getppid() != parent) _exit(1);  // The grader died before prctl().
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return "PR_SET_NO_NEW_PRIVS";
  if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) return "PR_SET_DUMPABLE";
  if (!reserve_device_addresses()) return "reserving the device's addresses";
  return set_limits() ? nullptr : "setrlimit";
}

}  // namespace warpgrade::worker
