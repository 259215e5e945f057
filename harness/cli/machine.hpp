// SPDX-License-Identifier: Apache-2.0
// Where a submission is to run.
#pragma once

#include "harness/device/device.hpp"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace warpgrade::device::cuda {
struct Presence;
}

namespace warpgrade::cli {

struct Machine {
  std::optional<device::DeviceInfo> gpu;  ///< Nothing: the emulated device alone.
  std::filesystem::path card_file;        ///< What the emulated device stands for.
  std::string note;                       ///< Something the user should know, or empty.
};

/// What was asked for.
struct Wish {
  std::string device = "auto";  ///< auto, emulated or cuda.
  std::string card;  ///< A card's name or file; empty: the GPU's own, without a GPU the T4.
};

/// The card file of the GPU of that name; empty if there is none.
std::filesystem::path card_of(const std::filesystem::path& root, const std::string& gpu);

/// Decides, asking `look` for a GPU unless the emulated device alone is wanted.
/// @throws UsageError where the GPU or the card that was asked for is not there.
Machine choose_machine(const std::filesystem::path& root, const Wish& wish,
                       const std::function<device::cuda::Presence()>& look);

}  // namespace warpgrade::cli
