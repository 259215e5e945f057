// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/core/signature.hpp"
#include "harness/device/device.hpp"
#include "harness/grading/hardware.hpp"
#include "harness/grading/run/session_runner.hpp"
#include "harness/grading/statistics/summary.hpp"
#include "harness/grading/timing/data.hpp"

#include <filesystem>
#include <functional>
#include <span>
#include <string_view>

namespace warpgrade::cli {

/// The compiled programs that are timed against each other, and what on.
struct Contenders {
  std::filesystem::path copy;
  std::filesystem::path naive;
  std::filesystem::path submission;
  Signature signature = transpose_signature();  ///< Of naive and submission.
  timing::MakeData data;  ///< Theirs; not called where a formula does (a transpose).
};

using Say = std::function<void(std::string_view)>;

/// What the GPU's memory can move by its clock and bus, in bytes a second.
double peak_bytes_per_second(const device::DeviceInfo& gpu);

/// Times the contenders on `input` until the questions are answered (design 7), each on a device
/// server of its own; without questions, briefly, for a table.
/// @param session  Its library does not matter; its device is a real one.
/// @param say      Progress; may be empty.
/// @throws std::runtime_error if the harness's own programs fail.
grading::Clocked time_on_gpu(const run::SessionOptions& session, const Contenders& contenders,
                             const Shape& input, std::span<const statistics::Question> questions,
                             const device::DeviceInfo& gpu, const Say& say);

}  // namespace warpgrade::cli
