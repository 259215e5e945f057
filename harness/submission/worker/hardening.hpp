// SPDX-License-Identifier: Apache-2.0
// What the worker gives up before any of the learner's code runs (constructors run inside dlopen).
#pragma once

#include <sys/types.h>

namespace warpgrade::worker {

/// Limits, no new privileges, death with the grader, and the device's addresses reserved without
/// access.
/// @param parent  The grader; the process ends at once if that is no longer its parent.
/// @returns Null, or what failed (errno says why).
const char* harden(pid_t parent);

/// Refuses system calls that reach beyond this process: new processes and programs, sockets,
/// signals to others, tracing, kernel keys, raising limits. Threads stay allowed.
/// @returns False if the kernel refused the filter (errno says why).
bool filter_system_calls();

}  // namespace warpgrade::worker
