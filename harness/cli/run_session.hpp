// SPDX-License-Identifier: Apache-2.0
// A program of the user's own on the emulated device.
#pragma once

#include "harness/cli/emulation.hpp"
#include "harness/cli/installation.hpp"
#include "harness/core/run_report.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace warpgrade::cli {

struct RunRequest {
  const Installation& installation;
  std::filesystem::path program;       ///< An executable that asks for libcudart.so.
  std::vector<std::string> arguments;  ///< Of the program.
  std::filesystem::path card_file;
  Emulation emulation;
  std::filesystem::path ptxas;  ///< Asked for registers; empty: they stay unknown.
  bool output_is_ours = false;  ///< Its stdout goes to stderr: ours is for the report.
};

/// Runs it to its end, with our runtime in the place of NVIDIA's and everything watched; it keeps
/// stdin, stdout and stderr, environment and folder, and is trusted. Fills all but the device's
/// names.
/// @throws std::runtime_error if the device server or the program cannot be started.
RunReport run_program(const RunRequest& request);

}  // namespace warpgrade::cli
