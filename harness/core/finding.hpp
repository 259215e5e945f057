// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/core/extent.hpp"

#include <cstdint>
#include <string>

namespace warpgrade {

/// A kind of defect that a device names. The set is closed: finding_kind_name() has a row for each.
enum class FindingKind {
  out_of_bounds,            ///< Global, shared or local access outside its allocation.
  misaligned,               ///< Address is no multiple of the access's size.
  guard_zone_written,       ///< The bytes before or after one of the harness's buffers changed.
  shared_memory_race,       ///< Two threads of a block touch a shared cell unordered, one writing.
  unset_shared_read,        ///< A shared cell was read before any thread set it.
  different_barriers,       ///< Threads of a block met at different barriers.
  barrier_deadlock,         ///< A block waits at a barrier for ever.
  invalid_warp_sync,        ///< Wrong membermask, or a named lane that never comes.
  launch_refused,           ///< Grid, block or shared bytes beyond a limit.
  api_error,                ///< Another runtime call that returned an error.
  kernel_time_limit,        ///< The instruction budget of a launch ended.
  device_assert,            ///< assert() failed in a kernel.
  trap,                     ///< A kernel executed trap.
  unsupported_instruction,  ///< PTX that the emulator does not have.
  unsupported_call,         ///< A runtime entry point that the shim does not have.
  static_shared_limit,      ///< Static shared memory beyond what ptxas accepts.
  unset_global_read,        ///< Global memory was read that nothing had written.
  global_memory_race,       ///< Two blocks of a launch touch a global cell unordered, one writing.
  memory_leak,              ///< Device memory that the program never freed.
};

enum class Severity { error, warning, info };

/// A place in the learner's source; `line` is 0 where it is unknown.
struct SourceLine {
  std::string file;
  int line = 0;

  friend bool operator==(const SourceLine&, const SourceLine&) = default;
};

/// A defect with its place. Findings of one launch are ordered by place and never depend on thread
/// count.
struct Finding {
  FindingKind kind = FindingKind::out_of_bounds;
  Severity severity = Severity::error;
  std::string message;  ///< One line, no newline, no file or line in it.
  SourceLine where;
  SourceLine other;      ///< The other side of a race or of two barriers; line 0 if there is none.
  std::string kernel;    ///< Demangled, without its parameters.
  Dim3 block{0, 0, 0};   ///< blockIdx of the first occurrence.
  Dim3 thread{0, 0, 0};  ///< threadIdx of the first occurrence.
  std::uint64_t count = 1;  ///< How often it occurred, in lanes.
};

/// The name that JSON and tests use, e.g. "shared_memory_race".
const char* finding_kind_name(FindingKind kind);

/// "error", "warning" or "info".
const char* severity_name(Severity severity);

}  // namespace warpgrade
