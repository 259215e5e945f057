// SPDX-License-Identifier: Apache-2.0
// A card file from a GPU: what its limits are and how fast it does what the time model counts.
#pragma once

#include "harness/cli/gpu_clock.hpp"
#include "harness/cli/installation.hpp"
#include "harness/device/device.hpp"
#include "harness/emulator/model/fit.hpp"

#include <filesystem>
#include <string>

namespace warpgrade::cli {

/// "NVIDIA GeForce RTX 4070" as a file's name: "nvidia_geforce_rtx_4070".
std::string card_slug(const std::string& name);

/// A card with the limits of `gpu`, and constants scaled from those of `like` by what the driver
/// says of clocks and buses: where a fit starts.
model::Card starting_card(const device::DeviceInfo& gpu, const model::Card& like);

struct CalibrationRequest {
  const Installation& installation;
  const device::DeviceInfo& gpu;
  std::filesystem::path start_file;  ///< The starting card, as a file.
  Extent input;                      ///< Beyond the L2 cache.
  Say say;                           ///< Progress; may be empty.
};

/// Runs the kernels of cards/kernels and the harness's own on the GPU for their times and on the
/// emulated device for their counters.
/// @throws std::runtime_error if one of them fails.
model::Samples measure_card(const CalibrationRequest& request);

}  // namespace warpgrade::cli
