// SPDX-License-Identifier: Apache-2.0
// CTAs that are on the device at the same time and may wait for one another.
#pragma once

#include "harness/emulator/simt/worker.hpp"

#include <cstdint>

namespace warpgrade::simt {

/// Runs all `ctas` of the launch, started in order of their index, until they have ended or the
/// launch stops. A CTA that does not end within its turn rests; the next ones start while fewer
/// than LaunchConfig::resident_ctas are under way, then those that rest go on by turns. So a block
/// may wait for a later one, as on a device that holds both; one that waits for a block that never
/// fits waits for ever, and the budget ends it. In a cooperative launch a turn is short: every
/// CTA starts soon.
void run_residents(Worker& worker, std::uint64_t ctas);

}  // namespace warpgrade::simt
