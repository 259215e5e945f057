// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/gpu_bench.hpp"

#include <span>

namespace warpgrade::cli {
namespace {

// Longer than a grading takes; whoever waits longer meets something that hangs.
constexpr double kLongestWait = 300;

std::unique_ptr<run::Runner> runner_for(run::SessionOptions session,
                                        const std::filesystem::path& library) {
  session.library = library;
  return run::make_session_runner(session);
}

}  // namespace

device::Lock lock_gpu(const device::DeviceInfo& gpu, const Say& say) {
  const auto waiting = [&] {
    if (say) say("another grading uses the GPU: waiting");
  };
  return device::Lock::take(std::filesystem::temp_directory_path(), gpu.uuid, waiting,
                            kLongestWait);
}

GpuBench::GpuBench(const run::SessionOptions& session, const Contenders& contenders,
                   const device::DeviceInfo& gpu, const Say& say)
    : runner_{runner_for(session, contenders.submission)} {
  hardware_.name = gpu.name;
  hardware_.submission = runner_.get();
  hardware_.l2_bytes = gpu.l2_bytes;
  hardware_.claim = [this, gpu, say] {
    if (!lock_) lock_ = lock_gpu(gpu, say);
  };
  hardware_.time = [session, contenders, gpu, say](
                       const Shape& input, std::span<const statistics::Question> questions) {
    return time_on_gpu(session, contenders, input, questions, gpu, say);
  };
}

}  // namespace warpgrade::cli
