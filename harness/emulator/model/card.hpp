// SPDX-License-Identifier: Apache-2.0
// A card: limits that launches are checked against, and the constants of the time model.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace warpgrade::model {

/// Constants of the time model (docs/adr/0005-time-model.md). Rates are those of the whole card.
struct TimeConstants {
  double launch_seconds = 0;  ///< Between launches, back to back.
  double clock_hz = 0;
  double copy_bytes_per_second =
      0;  ///< DRAM rate that the lesson's copy reaches, read plus written.
  double memcpy_bytes_per_second = 0;  ///< The same for cudaMemcpy device to device.
  double peak_bytes_per_second = 0;
  double memory_latency_seconds = 0;     ///< Life of a block that loads, meets and stores once.
  double l1_load_sectors_per_cycle = 0;  ///< Of one multiprocessor, hits included.
  double l2_load_sectors_per_second = 0;
  double l2_full_store_sectors_per_second = 0;
  double l2_partial_store_sectors_per_second = 0;
  double cycles_per_wavefront = 1;  ///< Of one multiprocessor.
  double shared_overlap = 1;        ///< kappa: share of shared time that is not hidden, 0..1.
};

struct Card {
  std::string id;    ///< File name without .toml: "t4".
  std::string name;  ///< "Tesla T4"
  std::uint32_t cc_major = 0;
  std::uint32_t cc_minor = 0;
  std::uint32_t multiprocessors = 0;
  std::uint32_t max_threads_per_multiprocessor = 0;
  std::uint32_t max_blocks_per_multiprocessor = 0;
  std::uint64_t shared_bytes_per_block = 0;
  std::uint64_t shared_bytes_per_block_optin = 0;
  std::uint64_t shared_bytes_per_multiprocessor = 0;
  std::uint64_t reserved_shared_bytes_per_block = 0;
  std::uint64_t memory_bytes = 0;
  std::uint64_t l2_bytes = 0;
  double memory_clock_hz = 0;
  std::uint32_t memory_bus_bits = 0;
  TimeConstants time;
};

/// A card file that cannot be used; the message names file, line and remedy.
class CardError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads a card file (TOML). Every key is required, unknown keys are errors.
/// @throws CardError
Card read_card(const std::filesystem::path& file);

/// The text of a card file that read_card() reads as `card`. `note` goes above it, as a comment.
std::string card_text(const Card& card, std::string_view note);

}  // namespace warpgrade::model
