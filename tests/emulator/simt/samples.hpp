// SPDX-License-Identifier: Apache-2.0
// Inputs for whole tables of forms: special values and random ones, the same everywhere.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace warpgrade::simt {

inline constexpr std::size_t kSamples = 512;
inline constexpr std::size_t kInputsPerSample = 5;

/// kSamples times kInputsPerSample bit patterns for operands of the kinds in `registers`
/// (FormCase), which starts with the destination. Inputs beyond the operands are zero.
std::vector<std::uint64_t> sample_inputs(std::string_view registers);

/// FNV-1a of the values' bytes.
std::uint64_t hash_of(const std::vector<std::uint64_t>& values);

}  // namespace warpgrade::simt
