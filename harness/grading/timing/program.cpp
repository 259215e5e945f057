// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/timing/program.hpp"

#include "harness/submission/worker/worker_process.hpp"

#include <fmt/format.h>

namespace warpgrade::timing {
namespace {

constexpr double kReplySeconds = 90;  // Longer than any of the device's own limits.

device::RunOptions unwatched(const run::SessionOptions& options) {
  device::RunOptions watch;
  watch.count = false;
  watch.check_shared = false;
  watch.check_global = false;
  watch.threads = options.threads;
  watch.submission_memory_bytes = options.submission_memory_bytes;
  return watch;
}

}  // namespace

Program::Program(const run::SessionOptions& options, Extent input, device::Movement movement)
    : options_(options),
      input_(input),
      server_(device::ServerProcess::start(
          {options.device_binary, options.card_file, options.threads, options.device})),
      control_(server_.control_fd()),
      contestant_(control_, input, movement) {
  control_.set_reply_limit(kReplySeconds);
  control_.set_options(unwatched(options));
}

std::string Program::record(std::uint64_t seed, double seconds) {
  return contestant_.record(
      [&](std::uint64_t in, std::uint64_t out) -> std::string {
        auto worker = worker::WorkerProcess::start(
            {options_.worker_binary, options_.cudart, options_.library, server_.take_client_fd()});
        const auto end = worker.call(in, out, static_cast<std::uint64_t>(input_.rows),
                                     static_cast<std::uint64_t>(input_.cols), seconds);
        if (end.kind == worker::CallEnd::Kind::returned) return {};
        return fmt::format("solve() did not return on {} x {}", input_.rows, input_.cols);
      },
      seed);
}

std::string Program::record_copy(std::uint64_t seed) {
  return contestant_.record(copy_by_device(control_, input_), seed);
}

}  // namespace warpgrade::timing
