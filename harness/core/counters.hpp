// SPDX-License-Identifier: Apache-2.0
// Counts of one kernel launch, in Nsight Compute's words (emulator.md 4.1 and 4.2). Plain integer
// sums, so they are the same for any number of CPU threads.
#pragma once

#include "harness/core/extent.hpp"
#include "harness/core/finding.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace warpgrade {

/// Global accesses of one direction. A request is a warp-level instruction with at least one active
/// lane.
struct GlobalCounters {
  std::uint64_t requests = 0;
  std::uint64_t sectors = 0;  ///< Distinct 32-byte blocks a request touches, summed over requests.
  std::uint64_t sectors_ideal =
      0;                    ///< Fewest sectors that could hold each request's distinct bytes.
  std::uint64_t bytes = 0;  ///< Bytes asked for by active lanes.

  friend bool operator==(const GlobalCounters&, const GlobalCounters&) = default;
};

/// Shared accesses of one direction.
struct SharedCounters {
  std::uint64_t requests = 0;
  std::uint64_t wavefronts = 0;
  std::uint64_t wavefronts_ideal = 0;

  SharedCounters& operator+=(const SharedCounters& other);
  SharedCounters& operator-=(const SharedCounters& other);
  friend bool operator==(const SharedCounters&, const SharedCounters&) = default;
};

/// The counts of one memory instruction of the source. One PTX instruction is one entry, in program
/// order.
struct LineCounters {
  enum class Kind { global_load, global_store, shared_load, shared_store, shared_atomic };
  Kind kind = Kind::global_load;
  SourceLine where;
  std::uint64_t requests = 0;
  std::uint64_t units = 0;  ///< Sectors (global) or wavefronts (shared).
  std::uint64_t units_ideal = 0;
  /// Byte distance between neighbouring active lanes in the first request with at least two of
  /// them, where it is the same for all; 0 otherwise.
  std::int64_t lane_stride_bytes = 0;
};

/// A line of the source with branches at which warps divided.
struct BranchCounters {
  SourceLine where;
  std::uint64_t divergent = 0;  ///< How often lanes of a warp went both ways.
};

/// What a time model needs beyond requests and sectors (emulator.md 6.1). Sector counts, not bytes.
struct TrafficCounters {
  std::uint64_t unique_sectors_read = 0;  ///< Distinct sectors of the launch.
  std::uint64_t unique_sectors_written = 0;
  std::uint64_t cta_sectors_read =
      0;  ///< Distinct sectors of each CTA, summed: what L1 lets through.
  std::uint64_t store_sectors_full = 0;  ///< Store sectors of which a request writes all 32 bytes.
  std::uint64_t store_sectors_partial = 0;
  std::uint64_t warp_instructions = 0;
  std::uint64_t lane_instructions = 0;  ///< Active lanes summed over warp instructions.
  std::uint64_t divergent_branches = 0;
  std::uint64_t atomics = 0;  ///< Atomic lane operations on global memory.
};

/// The counters of one launch (or of several launches of one kernel, added up).
struct KernelCounters {
  std::string kernel;  ///< Demangled, without its parameters.
  std::uint64_t launches = 0;
  Dim3 grid;
  Dim3 block;
  std::uint64_t static_shared_bytes = 0;
  std::uint64_t dynamic_shared_bytes = 0;
  GlobalCounters global_load;
  GlobalCounters global_store;
  SharedCounters shared_load;
  SharedCounters shared_store;
  /// shared_load as it would be once ptxas has merged neighbouring loads: an estimate of what
  /// Nsight Compute sees, where shared_load counts the PTX.
  SharedCounters shared_load_estimated;
  SharedCounters shared_atomic;  ///< Once each: how often hardware repeats one is not known.
  TrafficCounters traffic;
  std::vector<LineCounters> lines;
  std::vector<BranchCounters> branches;  ///< In program order.
};

/// The instructions of one line and kind added up; a stride only where all have the same.
std::vector<LineCounters> by_line(const std::vector<LineCounters>& instructions);

/// Adds `from` to the entries of the same lines.
void add_branches(std::vector<BranchCounters>& to, const std::vector<BranchCounters>& from);

/// Whether two launches are of one kernel with one shape.
bool is_same_launch(const KernelCounters& a, const KernelCounters& b);

/// Adds a launch of the same shape: number, accesses, instructions, branches; lines by place and
/// kind. Unique sectors stay those of the first.
void add_counters(KernelCounters& to, const KernelCounters& from);

}  // namespace warpgrade
