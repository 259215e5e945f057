// SPDX-License-Identifier: Apache-2.0
// What grading needs from the outside: compiled libraries and runners for them. Tests bring their
// own.
#pragma once

#include "harness/cli/emulation.hpp"
#include "harness/cli/gpu_bench.hpp"
#include "harness/cli/installation.hpp"
#include "harness/cli/machine.hpp"
#include "harness/exercise/reference.hpp"
#include "harness/grading/run/runner.hpp"
#include "harness/submission/compile/compile.hpp"

#include <filesystem>
#include <functional>
#include <memory>

namespace warpgrade::cli {

struct Workshop {
  /// Both may be called from several threads at once.
  std::function<compile::Result(const std::filesystem::path& source, const Signature&)> compile;
  std::function<exercise::ReferenceFunction(const std::filesystem::path& source, const Signature&)>
      reference;
  /// Called from the main thread only: what it starts ends with its thread.
  std::function<std::unique_ptr<run::Runner>(const std::filesystem::path& library)> runner;
  /// Null where no GPU takes part. Main thread only.
  std::function<std::unique_ptr<GpuBench>(const Contenders&, const Say&)> gpu;
  double patience = 1;  ///< Times the usual wall-clock limits.
};

/// nvcc's settings for this installation, compiling into its cache. @throws compile::ToolchainError
compile::Settings compile_settings(const Installation& installation);

/// nvcc, the emulated device as the machine's card file says, and the machine's GPU, if it has one.
/// @throws compile::ToolchainError
Workshop make_workshop(const Installation& installation, const Machine& machine,
                       const Emulation& emulation);

}  // namespace warpgrade::cli
