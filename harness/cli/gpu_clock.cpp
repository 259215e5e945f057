// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/gpu_clock.hpp"

#include "harness/grading/timing/measure.hpp"
#include "harness/grading/timing/program.hpp"

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>

namespace warpgrade::cli {
namespace {

using device::Movement;
using timing::Program;
using Owned = std::unique_ptr<Program>;

constexpr double kRecordSeconds = 20;  // One solve(); the ladder has shown that it ends.
constexpr double kDecideSeconds = 8;   // The budget of a timing that decides.
constexpr double kTableSeconds = 0.5;  // Of one that is only shown.
constexpr std::size_t kTableTriples = 20;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// A seed that no submission can know beforehand.
std::uint64_t fresh_seed() {
  std::random_device random;
  return std::uint64_t{random()} << 32 | random();
}

class Clock {
 public:
  Clock(const run::SessionOptions& session, const Contenders& contenders, const Shape& input)
      : session_{session}, contenders_{contenders}, input_{input} {}

  /// What naive and the submission work on.
  [[nodiscard]] std::unique_ptr<timing::Data> data() const {
    const auto& signature = contenders_.signature;
    if (signature.transposes) {
      return timing::moved_matrix(input_.extent(), Movement::transposed);
    }
    return timing::host_made(signature, input_, contenders_.data);
  }
  /// What the copies work on.
  [[nodiscard]] std::unique_ptr<timing::Data> copied() const {
    return timing::moved_matrix(contenders_.signature.copied_extent(input_), Movement::copied);
  }

  [[nodiscard]] Owned open(const std::filesystem::path& library,
                           std::unique_ptr<timing::Data> data) const {
    auto options = session_;
    options.library = library;
    return std::make_unique<Program>(options, std::move(data));
  }

  /// One of the harness's own: what goes wrong with it is our fault.
  [[nodiscard]] Owned open_own(const std::filesystem::path& library,
                               std::unique_ptr<timing::Data> data) const {
    auto program = open(library, std::move(data));
    const auto problem = library.empty() ? program->record_copy(fresh_seed())
                                         : program->record(fresh_seed(), kRecordSeconds);
    if (problem.empty()) return program;
    throw std::runtime_error{
        fmt::format("the harness's own program cannot be timed on the GPU: {}", problem)};
  }

 private:
  const run::SessionOptions& session_;
  const Contenders& contenders_;
  const Shape& input_;
};

timing::Sampler sampler(const Owned& program) {
  return [&program](std::uint64_t seed) { return program->sample(seed, true); };
}

timing::Settings settings_for(std::span<const statistics::Question> questions, const Say& say) {
  timing::Settings settings;
  settings.plan.questions.assign(questions.begin(), questions.end());
  settings.seconds = kDecideSeconds;
  settings.seed = fresh_seed();
  settings.now = now;
  settings.progress = say;
  if (!questions.empty()) return settings;
  settings.plan.fewest = kTableTriples;
  settings.plan.most = kTableTriples;
  settings.seconds = kTableSeconds;
  return settings;
}

}  // namespace

double peak_bytes_per_second(const device::DeviceInfo& gpu) {
  constexpr double transfers_a_clock = 2;
  constexpr double bits = 8;
  return transfers_a_clock * gpu.memory_clock_hz * gpu.memory_bus_bits / bits;
}

grading::Clocked time_on_gpu(const run::SessionOptions& session, const Contenders& contenders,
                             const Shape& input, std::span<const statistics::Question> questions,
                             const device::DeviceInfo& gpu, const Say& say) {
  if (say) say("timing on the GPU: " + shape_text(input));
  const Clock clock{session, contenders, input};
  grading::Clocked clocked;
  const auto solve = clock.open(contenders.submission, clock.data());
  clocked.problem = solve->record(fresh_seed(), kRecordSeconds);
  if (!clocked.problem.empty()) return clocked;
  const auto copy = clock.open_own(contenders.copy, clock.copied());
  const auto naive = clock.open_own(contenders.naive, clock.data());
  const auto memcpy = clock.open_own({}, clock.copied());
  const timing::Contest contest{sampler(copy), sampler(naive), sampler(solve), sampler(memcpy)};
  const auto measured = timing::measure(contest, settings_for(questions, say));
  clocked.timing = timing::timing_of(measured, contenders.signature, input, gpu.l2_bytes);
  clocked.timing.peak_bytes_per_second = peak_bytes_per_second(gpu);
  clocked.wrong_cells = measured.wrong_cells;
  clocked.failed = measured.solve_failed;
  return clocked;
}

}  // namespace warpgrade::cli
