// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/run/session_runner.hpp"

#include <algorithm>
#include <cassert>
#include <string>
#include <utility>

#include "harness/device/client.hpp"
#include "harness/device/process.hpp"
#include "harness/grading/run/buffers.hpp"
#include "harness/grading/run/crash.hpp"
#include "harness/grading/run/provenance.hpp"
#include "harness/submission/worker/worker_process.hpp"

namespace warpgrade::run {
namespace {

using device::Status;

static_assert(Signature::kMostParameters <= worker::kMostArguments);

/// One device server with one worker. Used until something is not a clean return.
struct Session {
  explicit Session(const SessionOptions& options)
      : server(device::ServerProcess::start(
            {options.device_binary, options.card_file, options.threads, options.device})),
        control(server.control_fd()),
        worker(worker::WorkerProcess::start(
            {options.worker_binary, options.cudart, options.library, server.take_client_fd()})) {}

  device::ServerProcess server;
  device::Client control;
  worker::WorkerProcess worker;
};

/// Compares the inputs with what was put there. False if the device cannot be read.
bool look_for_changes(const Buffers& buffers, std::span<const std::uint32_t> values,
                      RunResult& result) {
  std::int64_t before = 0;  // Words of the inputs before this one.
  for (const auto& place : buffers.places()) {
    if (&place == &buffers.out()) continue;
    const auto words = buffers.read(place);
    if (words.empty()) return false;
    const auto changed = std::ranges::mismatch(words, values.first(words.size())).in1;
    if (changed != words.end() && !result.input_modified) {
      result.input_modified = true;
      result.first_modified = before + (changed - words.begin());
      if (buffers.places().size() > 2) result.modified_input = place.name;
    }
    values = values.subspan(words.size());
    before += std::ssize(words);
  }
  return true;
}

End end_of(worker::CallEnd::Kind kind) {
  using Kind = worker::CallEnd::Kind;
  switch (kind) {
    case Kind::returned:
      return End::returned;
    case Kind::time_limit:
      return End::time_limit;
    case Kind::output_limit:
      return End::output_limit;
    case Kind::crashed:
      break;
  }
  return End::crashed;
}

class SessionRunner : public Runner {
 public:
  explicit SessionRunner(SessionOptions options) : options_(std::move(options)) {}

  RunResult run(const RunRequest& request) override {
    assert(request.sampled ||
           request.values.size() == request.signature->input_words(request.input));
    if (!session_) session_ = std::make_unique<Session>(options_);
    bool clean = true;
    auto result =
        request.sampled ? sample_in(*session_, request, clean) : run_in(*session_, request, clean);
    if (!clean) session_.reset();
    return result;
  }

  void restart() override { session_.reset(); }

 private:
  /// Watches the kernels of the next call.
  void watch(Session& session, bool count, bool check) const {
    device::RunOptions options;
    options.count = count;
    options.check_shared = check;
    options.check_global = check;
    options.threads = options_.threads;
    options.schedule_seed = options_.schedule_seed;
    options.submission_memory_bytes = options_.submission_memory_bytes;
    session.control.set_options(options);
  }

  /// Calls solve(). @param places  What a crash may have touched.
  static RunResult call(Session& session, const std::vector<std::uint64_t>& arguments,
                        double seconds, std::span<const BufferPlace> places) {
    session.control.take_evidence();
    const auto end = session.worker.call(arguments, seconds);
    RunResult result;
    result.end = end_of(end.kind);
    result.signal = end.signal;
    result.exit_status = end.exit_status;
    result.printed = session.worker.take_printed();
    if (result.end == End::crashed) {
      result.crash =
          describe_crash(end.signal, end.exit_status, end.fault_address, end.text, places);
    }
    // A server inside a kernel that never ends answers nobody: its time limit is the call's own.
    if (result.end == End::time_limit) session.control.set_reply_limit(1);
    return result;
  }

  RunResult run_in(Session& session, const RunRequest& request, bool& clean) {
    watch(session, request.count, request.checks);
    const Buffers buffers{session.control, request};
    auto result = call(session, buffers.arguments(), request.seconds, buffers.places());
    clean = observe(session.control, buffers, request, result) && result.end == End::returned;
    if (!session.control.connected() && result.end == End::returned) device_failed("run solve()");
    return result;
  }

  /// A sampled run. Nothing is counted and races are not looked for: smaller cases showed those.
  RunResult sample_in(Session& session, const RunRequest& request, bool& clean) {
    watch(session, false, false);
    const SparseBuffers buffers{session.control, request};
    auto result = call(session, buffers.arguments(), request.seconds, {});
    const auto status = session.control.synchronize();
    result.evidence = session.control.take_evidence();
    clean = buffers.read(result) && status == Status::success && result.end == End::returned;
    if (!session.control.connected() && result.end == End::returned) device_failed("run solve()");
    return result;
  }

  /// False if the device is not what it was: an error sticks to it, or it cannot be read.
  static bool observe(device::Client& control, const Buffers& buffers, const RunRequest& request,
                      RunResult& result) {
    const auto status = control.synchronize();
    result.evidence = control.take_evidence();
    // A sticky error bars reading, but the cells say what the learner needs to know. Where the
    // device survives a reset (an emulated one does), the harness's buffers are still there.
    if (status != Status::success) control.reset();
    result.output = buffers.read(buffers.out());
    result.output_words_written_by_kernels =
        words_from_kernels(result.evidence, buffers.out().address);
    if (!look_for_changes(buffers, request.values, result)) return false;
    return status == Status::success;
  }

  SessionOptions options_;
  std::unique_ptr<Session> session_;
};

}  // namespace

std::unique_ptr<Runner> make_session_runner(const SessionOptions& options) {
  return std::make_unique<SessionRunner>(options);
}

}  // namespace warpgrade::run
