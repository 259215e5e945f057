// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/grading/run/runner.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace warpgrade::run {

/// What a session is made of: a device server and a worker, each a process of its own.
struct SessionOptions {
  std::filesystem::path device_binary;
  std::filesystem::path worker_binary;
  std::filesystem::path cudart;   ///< The replacement libcudart.so.
  std::filesystem::path library;  ///< The compiled submission.
  std::filesystem::path card_file;
  std::string device = "emulated";  ///< Or "cuda".
  unsigned threads = 0;             ///< CPU threads of the emulated device; 0: all.
  std::uint32_t schedule_seed = 0;  ///< Of the emulated device; 0: warps in order.
  std::uint64_t submission_memory_bytes = std::uint64_t{2} << 30;  ///< What solve() may allocate.
};

/// A Runner on real processes. Nothing is started before the first run.
std::unique_ptr<Runner> make_session_runner(const SessionOptions& options);

}  // namespace warpgrade::run
