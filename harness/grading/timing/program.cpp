// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/timing/program.hpp"

#include "harness/submission/worker/worker_process.hpp"

#include <utility>

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

Program::Program(const run::SessionOptions& options, std::unique_ptr<Data> data)
    : options_(options),
      shape_(data->shape()),
      server_(device::ServerProcess::start(
          {options.device_binary, options.card_file, options.threads, options.device})),
      control_(server_.control_fd()),
      contestant_(control_, std::move(data)) {
  control_.set_reply_limit(kReplySeconds);
  control_.set_options(unwatched(options));
}

std::string Program::record(std::uint64_t seed, double seconds) {
  return contestant_.record(
      [&](std::span<const std::uint64_t> arguments) -> std::string {
        auto worker = worker::WorkerProcess::start(
            {options_.worker_binary, options_.cudart, options_.library, server_.take_client_fd()});
        const auto end = worker.call(arguments, seconds);
        if (end.kind == worker::CallEnd::Kind::returned) return {};
        return "solve() did not return on " + shape_text(shape_);
      },
      seed);
}

std::string Program::record_copy(std::uint64_t seed) {
  return contestant_.record(copy_by_device(control_, shape_.extent()), seed);
}

}  // namespace warpgrade::timing
