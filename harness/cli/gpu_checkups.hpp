// SPDX-License-Identifier: Apache-2.0
// What the doctor says of the GPU.
#pragma once

#include "harness/cli/doctor.hpp"
#include "harness/device/cuda/presence.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpgrade::cli {

/// Runs nvidia-smi with these arguments; what it printed, or nothing if that failed.
using Smi = std::function<std::optional<std::string>(const std::vector<std::string>& arguments)>;

/// nvidia-smi as found in PATH; nothing if it is not there or fails.
std::optional<std::string> run_smi(const std::vector<std::string>& arguments);

/// Driver, card, clocks, ECC, persistence and other programs, one line each; one line alone where
/// there is no GPU, which is no fault: everything is emulated then.
/// @param toolkit    Version of the CUDA toolkit, "13.0".
/// @param has_card   Whether there is a card file of that GPU's name.
std::vector<Checkup> examine_gpu(const device::cuda::Presence& presence, std::string_view toolkit,
                                 bool has_card, const Smi& smi);

}  // namespace warpgrade::cli
