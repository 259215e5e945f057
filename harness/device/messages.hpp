// SPDX-License-Identifier: Apache-2.0
// What travels: one opcode a call of the port, and the fields of every struct, said once for both
// directions.
#pragma once

#include "harness/core/evidence.hpp"
#include "harness/device/device.hpp"
#include "harness/device/wire.hpp"

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace warpgrade::device::wire {

/// Requests, in the order of the port. server.cpp has a row for each.
enum class Opcode : std::uint32_t {
  info,
  set_options,
  allocate,
  allocate_mapped,
  mapped_window,
  release,
  upload,
  download,
  copy,
  fill,
  find,
  memory,
  load_module,
  unload_module,
  kernel_info,
  set_max_dynamic_shared,
  variable,
  launch,
  synchronize,
  reset,
  note_unsupported,
  clock_seconds,
  take_printed,
  take_evidence,
  allocate_sparse,
  touched,
  fill_index,
  count_wrong,
  begin_recording,
  end_recording,
  replay,
};
inline constexpr std::uint32_t kOpcodes = static_cast<std::uint32_t>(Opcode::replay) + 1;

template <>
inline constexpr Owner kLast<Owner> = Owner::submission;
template <>
inline constexpr Movement kLast<Movement> = Movement::transposed;
template <>
inline constexpr FindingKind kLast<FindingKind> = FindingKind::memory_leak;
template <>
inline constexpr Severity kLast<Severity> = Severity::info;
template <>
inline constexpr Step::Kind kLast<Step::Kind> = Step::Kind::other;
template <>
inline constexpr Occupancy::Limit kLast<Occupancy::Limit> = Occupancy::Limit::registers;
template <>
inline constexpr LineCounters::Kind kLast<LineCounters::Kind> = LineCounters::Kind::shared_atomic;

// Every fields() takes its struct apart as a whole: a member that it forgets is an error of the
// compiler.

/// `V` is `T`, const (to write) or not (to read).
template <class V, class T>
concept Is = std::same_as<std::remove_const_t<V>, T>;

template <class A>
void fields(A& archive, Is<Dim3> auto& v) {
  auto& [x, y, z] = v;
  archive(x, y, z);
}

template <class A>
void fields(A& archive, Is<DeviceInfo> auto& v) {
  auto& [kind, name, card, uuid, cc_major, cc_minor, multiprocessors, max_threads_per_block,
         max_threads_per_multiprocessor, max_blocks_per_multiprocessor, max_block, max_grid,
         shared_bytes_per_block, shared_bytes_per_block_optin, shared_bytes_per_multiprocessor,
         reserved_shared_bytes_per_block, registers_per_block, registers_per_multiprocessor,
         total_memory_bytes, l2_bytes, constant_bytes, clock_hz, memory_clock_hz, memory_bus_bits] =
      v;
  archive(kind, name, card, uuid, cc_major, cc_minor, multiprocessors);
  archive(max_threads_per_block, max_threads_per_multiprocessor);
  archive(max_blocks_per_multiprocessor, max_block, max_grid);
  archive(shared_bytes_per_block, shared_bytes_per_block_optin);
  archive(shared_bytes_per_multiprocessor, reserved_shared_bytes_per_block);
  archive(registers_per_block, registers_per_multiprocessor, total_memory_bytes, l2_bytes);
  archive(constant_bytes, clock_hz, memory_clock_hz, memory_bus_bits);
}

template <class A>
void fields(A& archive, Is<KernelParameter> auto& v) {
  auto& [offset, bytes] = v;
  archive(offset, bytes);
}

template <class A>
void fields(A& archive, Is<KernelInfo> auto& v) {
  auto& [parameters, parameter_bytes, static_shared_bytes, local_bytes, constant_bytes, registers,
         max_threads_per_block, max_dynamic_shared_bytes, ptx_version] = v;
  archive(parameters, parameter_bytes, static_shared_bytes, local_bytes, constant_bytes);
  archive(registers, max_threads_per_block, max_dynamic_shared_bytes, ptx_version);
}

template <class A>
void fields(A& archive, Is<LaunchRequest> auto& v) {
  auto& [module, kernel, grid, block, dynamic_shared_bytes, stream, cooperative, parameters] = v;
  archive(module, kernel, grid, block, dynamic_shared_bytes, stream, cooperative);
  archive(parameters);
}

template <class A>
void fields(A& archive, Is<RunOptions> auto& v) {
  auto& [count, check_shared, check_global, check_leaks, threads, instruction_budget,
         submission_memory_bytes, kernel_seconds, schedule_seed] = v;
  archive(count, check_shared, check_global, check_leaks, threads, instruction_budget);
  archive(submission_memory_bytes);
  archive(kernel_seconds, schedule_seed);
}

template <class A>
void fields(A& archive, Is<Extent> auto& v) {
  auto& [rows, cols] = v;
  archive(rows, cols);
}

template <class A>
void fields(A& archive, Is<Formula> auto& v) {
  auto& [input, seed] = v;
  archive(input, seed);
}

template <class A>
void fields(A& archive, Is<SparseBuffer> auto& v) {
  auto& [formula, poisoned] = v;
  archive(formula, poisoned);
}

template <class A>
void fields(A& archive, Is<Patch> auto& v) {
  auto& [first, cells] = v;
  archive(first, cells);
}

template <class A>
void fields(A& archive, Is<Replay> auto& v) {
  auto& [seconds, clock_low, clock_high] = v;
  archive(seconds, clock_low, clock_high);
}

template <class A>
void fields(A& archive, Is<SourceLine> auto& v) {
  auto& [file, line] = v;
  archive(file, line);
}

template <class A>
void fields(A& archive, Is<Finding> auto& v) {
  auto& [kind, severity, message, where, other, kernel, block, thread, count] = v;
  archive(kind, severity, message, where, other, kernel, block, thread, count);
}

template <class A>
void fields(A& archive, Is<GlobalCounters> auto& v) {
  auto& [requests, sectors, sectors_ideal, bytes] = v;
  archive(requests, sectors, sectors_ideal, bytes);
}

template <class A>
void fields(A& archive, Is<SharedCounters> auto& v) {
  auto& [requests, wavefronts, wavefronts_ideal] = v;
  archive(requests, wavefronts, wavefronts_ideal);
}

template <class A>
void fields(A& archive, Is<LineCounters> auto& v) {
  auto& [kind, where, requests, units, units_ideal, lane_stride_bytes] = v;
  archive(kind, where, requests, units, units_ideal, lane_stride_bytes);
}

template <class A>
void fields(A& archive, Is<BranchCounters> auto& v) {
  auto& [where, divergent] = v;
  archive(where, divergent);
}

template <class A>
void fields(A& archive, Is<TrafficCounters> auto& v) {
  auto& [unique_sectors_read, unique_sectors_written, cta_sectors_read, store_sectors_full,
         store_sectors_partial, warp_instructions, lane_instructions, divergent_branches, atomics] =
      v;
  archive(unique_sectors_read, unique_sectors_written, cta_sectors_read);
  archive(store_sectors_full, store_sectors_partial, warp_instructions);
  archive(lane_instructions, divergent_branches, atomics);
}

template <class A>
void fields(A& archive, Is<KernelCounters> auto& v) {
  auto& [kernel, launches, grid, block, static_shared_bytes, dynamic_shared_bytes, global_load,
         global_store, shared_load, shared_store, shared_load_estimated, shared_atomic, traffic,
         lines, branches] = v;
  archive(kernel, launches, grid, block, static_shared_bytes, dynamic_shared_bytes);
  archive(global_load, global_store, shared_load, shared_store, shared_load_estimated);
  archive(shared_atomic, traffic, lines, branches);
}

template <class A>
void fields(A& archive, Is<TouchedRange> auto& v) {
  auto& [base, words_read, words_written] = v;
  archive(base, words_read, words_written);
}

template <class A>
void fields(A& archive, Is<Occupancy> auto& v) {
  auto& [registers, blocks, warps, most_warps, limit] = v;
  archive(registers, blocks, warps, most_warps, limit);
}

template <class A>
void fields(A& archive, Is<Step> auto& v) {
  auto& [kind, what, error, seconds, bytes, to, from, counters, touched, occupancy,
         blocks_sampled] = v;
  archive(kind, what, error, seconds, bytes, to, from, counters, touched, occupancy);
  archive(blocks_sampled);
}

template <class A>
void fields(A& archive, Is<Evidence> auto& v) {
  auto& [steps, findings, allocated_bytes, device_reset, device_text] = v;
  archive(steps, findings, allocated_bytes, device_reset, device_text);
}

}  // namespace warpgrade::device::wire
