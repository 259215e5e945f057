// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/core/counters.hpp"
#include "harness/emulator/model/card.hpp"

#include <cstdint>

namespace warpgrade::model {

/// Modelled seconds of one launch on `card`, from its counters (emulator.md 6, docs/adr: time
/// model).
double launch_seconds(const KernelCounters& counters, const Card& card);

/// Modelled seconds of a device-to-device copy of `bytes` (read once, written once).
double copy_seconds(std::uint64_t bytes, const Card& card);

/// Modelled seconds of a memset of `bytes`.
double fill_seconds(std::uint64_t bytes, const Card& card);

}  // namespace warpgrade::model
