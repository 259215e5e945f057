// SPDX-License-Identifier: Apache-2.0
#include "harness/core/finding.hpp"

#include <array>
#include <cassert>
#include <cstddef>

namespace warpgrade {
namespace {

// In the order of FindingKind.
constexpr std::array kKindNames{
    "out_of_bounds",
    "misaligned",
    "guard_zone_written",
    "shared_memory_race",
    "unset_shared_read",
    "different_barriers",
    "barrier_deadlock",
    "invalid_warp_sync",
    "launch_refused",
    "api_error",
    "kernel_time_limit",
    "device_assert",
    "trap",
    "unsupported_instruction",
    "unsupported_call",
    "static_shared_limit",
    "unset_global_read",
    "global_memory_race",
    "memory_leak",
};
constexpr std::array kSeverityNames{"error", "warning", "info"};

static_assert(kKindNames.size() == static_cast<std::size_t>(FindingKind::memory_leak) + 1);

}  // namespace

const char* finding_kind_name(FindingKind kind) {
  return kKindNames.at(static_cast<std::size_t>(kind));
}

const char* severity_name(Severity severity) {
  return kSeverityNames.at(static_cast<std::size_t>(severity));
}

}  // namespace warpgrade
