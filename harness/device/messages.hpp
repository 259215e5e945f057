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
  take_evidence,
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
inline constexpr FindingKind kLast<FindingKind> = FindingKind::static_shared_limit;
template <>
inline constexpr Severity kLast<Severity> = Severity::info;
template <>
inline constexpr Step::Kind kLast<Step::Kind> = Step::Kind::other;
template <>
inline constexpr LineCounters::Kind kLast<LineCounters::Kind> = LineCounters::Kind::shared_store;

/// `V` is `T`, const (to write) or not (to read).
template <class V, class T>
concept Is = std::same_as<std::remove_const_t<V>, T>;

template <class A>
void fields(A& archive, Is<Dim3> auto& v) {
  archive(v.x, v.y, v.z);
}

template <class A>
void fields(A& archive, Is<DeviceInfo> auto& v) {
  archive(v.kind, v.name, v.card, v.uuid, v.cc_major, v.cc_minor, v.multiprocessors);
  archive(v.max_threads_per_block, v.max_threads_per_multiprocessor);
  archive(v.max_blocks_per_multiprocessor, v.max_block, v.max_grid);
  archive(v.shared_bytes_per_block, v.shared_bytes_per_block_optin);
  archive(v.shared_bytes_per_multiprocessor, v.reserved_shared_bytes_per_block);
  archive(v.registers_per_block, v.registers_per_multiprocessor, v.total_memory_bytes, v.l2_bytes);
  archive(v.constant_bytes, v.clock_hz, v.memory_clock_hz, v.memory_bus_bits);
}

template <class A>
void fields(A& archive, Is<KernelParameter> auto& v) {
  archive(v.offset, v.bytes);
}

template <class A>
void fields(A& archive, Is<KernelInfo> auto& v) {
  archive(v.parameters, v.parameter_bytes, v.static_shared_bytes, v.local_bytes, v.constant_bytes);
  archive(v.registers, v.max_threads_per_block, v.max_dynamic_shared_bytes, v.ptx_version);
}

template <class A>
void fields(A& archive, Is<LaunchRequest> auto& v) {
  archive(v.module, v.kernel, v.grid, v.block, v.dynamic_shared_bytes, v.stream, v.cooperative);
  archive(v.parameters);
}

template <class A>
void fields(A& archive, Is<RunOptions> auto& v) {
  archive(v.count, v.check_shared, v.threads, v.instruction_budget, v.submission_memory_bytes);
  archive(v.kernel_seconds);
}

template <class A>
void fields(A& archive, Is<Extent> auto& v) {
  archive(v.rows, v.cols);
}

template <class A>
void fields(A& archive, Is<Formula> auto& v) {
  archive(v.input, v.seed);
}

template <class A>
void fields(A& archive, Is<Replay> auto& v) {
  archive(v.seconds, v.clock_low, v.clock_high);
}

template <class A>
void fields(A& archive, Is<SourceLine> auto& v) {
  archive(v.file, v.line);
}

template <class A>
void fields(A& archive, Is<Finding> auto& v) {
  archive(v.kind, v.severity, v.message, v.where, v.other, v.kernel, v.block, v.thread, v.count);
}

template <class A>
void fields(A& archive, Is<GlobalCounters> auto& v) {
  archive(v.requests, v.sectors, v.sectors_ideal, v.bytes);
}

template <class A>
void fields(A& archive, Is<SharedCounters> auto& v) {
  archive(v.requests, v.wavefronts, v.wavefronts_ideal);
}

template <class A>
void fields(A& archive, Is<LineCounters> auto& v) {
  archive(v.kind, v.where, v.requests, v.units, v.units_ideal, v.lane_stride_bytes);
}

template <class A>
void fields(A& archive, Is<TrafficCounters> auto& v) {
  archive(v.unique_sectors_read, v.unique_sectors_written, v.cta_sectors_read);
  archive(v.store_sectors_full, v.store_sectors_partial, v.warp_instructions);
  archive(v.lane_instructions, v.divergent_branches, v.atomics);
}

template <class A>
void fields(A& archive, Is<KernelCounters> auto& v) {
  archive(v.kernel, v.launches, v.grid, v.block, v.static_shared_bytes, v.dynamic_shared_bytes);
  archive(v.global_load, v.global_store, v.shared_load, v.shared_store, v.traffic, v.lines);
}

template <class A>
void fields(A& archive, Is<TouchedRange> auto& v) {
  archive(v.base, v.words_read, v.words_written);
}

template <class A>
void fields(A& archive, Is<Step> auto& v) {
  archive(v.kind, v.what, v.error, v.seconds, v.bytes, v.to, v.from, v.counters, v.touched);
}

template <class A>
void fields(A& archive, Is<Evidence> auto& v) {
  archive(v.steps, v.findings, v.allocated_bytes, v.device_reset, v.device_text);
}

}  // namespace warpgrade::device::wire
