// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/model/card_keys.hpp"

namespace warpgrade::model {
namespace {

constexpr double kPositive = std::numeric_limits<double>::min();

}  // namespace

// A new constant is a member, a row here and a line in every card.
const std::vector<Key>& keys() {
  using T = TimeConstants;
  static const std::vector<Key> rows{
      {"limits", "cc_major", &Card::cc_major, 1},
      {"limits", "cc_minor", &Card::cc_minor},
      {"limits", "multiprocessors", &Card::multiprocessors, 1},
      {"limits", "max_threads_per_multiprocessor", &Card::max_threads_per_multiprocessor, 1},
      {"limits", "max_blocks_per_multiprocessor", &Card::max_blocks_per_multiprocessor, 1},
      {"limits", "shared_bytes_per_block", &Card::shared_bytes_per_block},
      {"limits", "shared_bytes_per_block_optin", &Card::shared_bytes_per_block_optin},
      {"limits", "shared_bytes_per_multiprocessor", &Card::shared_bytes_per_multiprocessor},
      {"limits", "reserved_shared_bytes_per_block", &Card::reserved_shared_bytes_per_block},
      {"limits", "memory_bytes", &Card::memory_bytes, 1},
      {"limits", "l2_bytes", &Card::l2_bytes},
      {"limits", "memory_clock_hz", &Card::memory_clock_hz, kPositive},
      {"limits", "memory_bus_bits", &Card::memory_bus_bits, 1},
      {"time", "launch_seconds", &T::launch_seconds},
      {"time", "clock_hz", &T::clock_hz, kPositive},
      {"time", "copy_bytes_per_second", &T::copy_bytes_per_second, kPositive},
      {"time", "memcpy_bytes_per_second", &T::memcpy_bytes_per_second, kPositive},
      {"time", "peak_bytes_per_second", &T::peak_bytes_per_second, kPositive},
      {"time", "memory_latency_seconds", &T::memory_latency_seconds},
      {"time", "l1_load_sectors_per_cycle", &T::l1_load_sectors_per_cycle, kPositive},
      {"time", "l2_load_sectors_per_second", &T::l2_load_sectors_per_second, kPositive},
      {"time", "l2_full_store_sectors_per_second", &T::l2_full_store_sectors_per_second, kPositive},
      {"time", "l2_partial_store_sectors_per_second", &T::l2_partial_store_sectors_per_second,
       kPositive},
      {"time", "cycles_per_wavefront", &T::cycles_per_wavefront, kPositive},
      {"time", "shared_overlap", &T::shared_overlap, 0, 1},
  };
  return rows;
}

}  // namespace warpgrade::model
