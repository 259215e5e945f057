// SPDX-License-Identifier: Apache-2.0
// Reads the fat binary that nvcc embeds and picks the PTX for a card. Layout measured on nvcc 13.0,
// see docs of the emulated device; the bytes are untrusted.
#pragma once

#include "harness/device/status.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>

namespace warpgrade::device::emulated {

/// Largest PTX text that is unpacked.
inline constexpr std::size_t kMaxPtxBytes = std::size_t{64} << 20;

struct PtxImage {
  std::uint32_t architecture = 0;  ///< 75 for compute_75.
  std::string text;
};

/// Why there is no PTX to run.
struct FatbinProblem {
  Status status = Status::invalid_kernel_image;
  std::string message;  ///< One line that says what to do about it.
};

/// The highest PTX whose architecture is at most `capability` (75 for 7.5), unpacked: raw, zstd or
/// LZ4.
std::variant<PtxImage, FatbinProblem> read_fatbin(std::span<const std::byte> data,
                                                  std::uint32_t capability);

}  // namespace warpgrade::device::emulated
