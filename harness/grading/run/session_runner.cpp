// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/run/session_runner.hpp"

#include <algorithm>
#include <cassert>
#include <stdexcept>
#include <string>
#include <utility>

#include "harness/core/poison.hpp"
#include "harness/device/client.hpp"
#include "harness/device/process.hpp"
#include "harness/grading/run/crash.hpp"
#include "harness/grading/run/provenance.hpp"
#include "harness/submission/worker/worker_process.hpp"

namespace warpgrade::run {
namespace {

using device::Owner;
using device::Status;

constexpr std::size_t kWordBytes = sizeof(std::uint32_t);
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

[[noreturn]] void device_failed(const char* step) {
  throw std::runtime_error(std::string{"the device server failed while it was to "} + step);
}

void require(Status status, const char* step) {
  if (status != Status::success) device_failed(step);
}

/// The buffers of one run, in the order of solve()'s parameters. Their sizes are exact, so that a
/// device sees every access beyond them.
class Buffers {
 public:
  Buffers(device::Device& device, const RunRequest& request)
      : device_(device), signature_(*request.signature), shape_(request.input) {
    auto values = request.values;
    for (const auto& parameter : signature_.parameters) {
      if (parameter.kind == Parameter::Kind::size) continue;
      const auto words = parameter.words(shape_);
      const auto address = allocate(words);
      places_.push_back(
          {parameter.name, address, words * kWordBytes, words_of(parameter.type) * kWordBytes});
      if (parameter.kind == Parameter::Kind::out) {
        out_ = places_.size() - 1;
        require(device_.fill(address, kOutputPoison, kWordBytes, words), "poison the output");
      } else {
        require(device_.upload(address, std::as_bytes(values.first(words))), "fill the input");
        values = values.subspan(words);
      }
    }
  }
  ~Buffers() {
    for (const auto& place : places_) device_.release(Owner::harness, place.address);
  }
  Buffers(const Buffers&) = delete;
  Buffers& operator=(const Buffers&) = delete;

  [[nodiscard]] std::span<const BufferPlace> places() const { return places_; }
  [[nodiscard]] const BufferPlace& out() const { return places_[out_]; }

  /// Of solve(): addresses and sizes.
  [[nodiscard]] std::vector<std::uint64_t> arguments() const {
    std::vector<std::uint64_t> arguments;
    arguments.reserve(signature_.parameters.size());
    auto place = places_.begin();
    for (const auto& parameter : signature_.parameters) {
      arguments.push_back(parameter.kind == Parameter::Kind::size
                              ? static_cast<std::uint64_t>(shape_[parameter.size])
                              : (place++)->address);
    }
    return arguments;
  }

  /// The words of one buffer; empty if the device cannot be read any more.
  [[nodiscard]] std::vector<std::uint32_t> read(const BufferPlace& place) const {
    std::vector<std::uint32_t> words(place.bytes / kWordBytes);
    const auto status = device_.download(place.address, std::as_writable_bytes(std::span{words}));
    if (status != Status::success) words.clear();
    return words;
  }

 private:
  std::uint64_t allocate(std::size_t words) {
    std::uint64_t address = 0;
    require(device_.allocate(Owner::harness, words * kWordBytes, address), "allocate a buffer");
    return address;
  }

  device::Device& device_;
  const Signature& signature_;
  Shape shape_;
  std::vector<BufferPlace> places_;
  std::size_t out_ = 0;
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

/// The two buffers of a sampled run: only there where they are touched.
class SparseBuffers {
 public:
  SparseBuffers(device::Device& device, const RunRequest& request)
      : device_(device), input_(request.input.extent()) {
    const device::Formula formula{input_, request.seed};
    require(device.allocate_sparse({formula, false}, in_), "allocate a sparse input");
    require(device.allocate_sparse({formula, true}, out_), "allocate a sparse output");
  }
  ~SparseBuffers() {
    device_.release(Owner::harness, in_);
    device_.release(Owner::harness, out_);
  }
  SparseBuffers(const SparseBuffers&) = delete;
  SparseBuffers& operator=(const SparseBuffers&) = delete;

  /// Of solve(), the transpose's: in, out, rows, cols.
  [[nodiscard]] std::vector<std::uint64_t> arguments() const {
    return {in_, out_, static_cast<std::uint64_t>(input_.rows),
            static_cast<std::uint64_t>(input_.cols)};
  }

  /// False if the device cannot be read any more.
  bool read(RunResult& result) const {
    return device_.touched(in_, result.touched_in) == Status::success &&
           device_.touched(out_, result.touched_out) == Status::success;
  }

 private:
  device::Device& device_;
  Extent input_;
  std::uint64_t in_ = 0;
  std::uint64_t out_ = 0;
};

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
  RunResult run_in(Session& session, const RunRequest& request, bool& clean) {
    device::RunOptions watch;
    watch.count = request.count;
    watch.check_shared = request.checks;
    watch.check_global = request.checks;
    watch.threads = options_.threads;
    watch.schedule_seed = options_.schedule_seed;
    watch.submission_memory_bytes = options_.submission_memory_bytes;
    session.control.set_options(watch);
    const Buffers buffers{session.control, request};
    session.control.take_evidence();

    const auto end = session.worker.call(buffers.arguments(), request.seconds);
    RunResult result;
    result.end = end_of(end.kind);
    result.signal = end.signal;
    result.exit_status = end.exit_status;
    result.printed = session.worker.take_printed();
    if (result.end == End::crashed) {
      result.crash = describe_crash(end.signal, end.exit_status, end.fault_address, end.text,
                                    buffers.places());
    }
    // A server inside a kernel that never ends answers nobody: its time limit is the call's own.
    if (result.end == End::time_limit) session.control.set_reply_limit(1);
    clean = observe(session.control, buffers, request, result) && result.end == End::returned;
    if (!session.control.connected() && result.end == End::returned) device_failed("run solve()");
    return result;
  }

  /// A sampled run. Nothing is counted and races are not looked for: smaller cases showed those.
  RunResult sample_in(Session& session, const RunRequest& request, bool& clean) {
    device::RunOptions watch;
    watch.count = false;
    watch.check_shared = false;
    watch.check_global = false;
    watch.threads = options_.threads;
    watch.schedule_seed = options_.schedule_seed;
    watch.submission_memory_bytes = options_.submission_memory_bytes;
    session.control.set_options(watch);
    const SparseBuffers buffers{session.control, request};
    session.control.take_evidence();

    const auto end = session.worker.call(buffers.arguments(), request.seconds);
    RunResult result;
    result.end = end_of(end.kind);
    result.signal = end.signal;
    result.exit_status = end.exit_status;
    result.printed = session.worker.take_printed();
    if (result.end == End::time_limit) session.control.set_reply_limit(1);
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
