// SPDX-License-Identifier: Apache-2.0
// Times: those of h200_reference.md again through recordings, and whole timings of programs, idle
// and under load. WARPGRADE_GRADINGS says how many gradings of each kind (5).
#include "harness/grading/statistics/median.hpp"
#include "harness/grading/timing/contestant.hpp"
#include "harness/grading/timing/measure.hpp"
#include "harness/grading/timing/program.hpp"
#include "harness/grading/timing/timing_case.hpp"
#include "machine.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string_view>
#include <thread>

namespace warpgrade::gpu {
namespace {

using device::Movement;
using device::Status;
using statistics::Answer;
using timing::Contestant;
using timing::moved_matrix;
using timing::Program;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

bool is_h200(const device::DeviceInfo& info) { return info.name.find("H200") != std::string::npos; }

struct LessonKernel {
  const char* name;
  Movement movement;
  double vs_copy;    ///< At 16381 x 16411, h200_reference.md.
  double tolerance;  ///< Relative; strided loads differ from one H200 to the next (1.41 and 1.62).
  std::uint32_t edge = 32;  ///< Of its tile.
};
constexpr std::array kLesson{LessonKernel{"copy", Movement::copied, 1, 0.01},
                             LessonKernel{"naive_strided_store", Movement::transposed, 7.32, 0.1},
                             LessonKernel{"naive_strided_load", Movement::transposed, 1.41, 0.2},
                             LessonKernel{"tiled_static", Movement::transposed, 2.07, 0.1},
                             LessonKernel{"tiled_padded", Movement::transposed, 1.66, 0.1},
                             LessonKernel{"tiled_16x16", Movement::transposed, 2.10, 0.1, 16}};

class Times : public OnDevice {
 protected:
  static constexpr int kSamples = 21;

  struct Median {
    double seconds = 0;
    double spread = 0;  ///< Quartile distance over the median.
    double clock_hz = 0;
    std::uint64_t wrong = 0;
  };

  /// Medians of replays of `work`.
  Median median_of(Extent input, Movement movement, const Contestant::Work& work, bool cold) {
    Contestant contestant(device, moved_matrix(input, movement));
    const auto problem = contestant.record(work, 1);
    EXPECT_EQ(problem, "");
    Median result;
    if (!problem.empty()) return result;
    std::vector<double> seconds;
    std::vector<double> clocks;
    for (int i = 0; i < kSamples + 5; ++i) {
      const auto sample = contestant.sample(static_cast<std::uint64_t>(i) + 2, cold);
      EXPECT_FALSE(sample.failed);
      result.wrong += sample.wrong_cells;
      if (i < 5) continue;  // Warm-up.
      seconds.push_back(sample.seconds);
      clocks.push_back(sample.clock_low);
    }
    result.seconds = statistics::median(seconds);
    result.spread = (statistics::quantile(seconds, 0.75) - statistics::quantile(seconds, 0.25)) /
                    result.seconds;
    result.clock_hz = statistics::median(clocks);
    return result;
  }

  Contestant::Work lesson(device::ModuleId module, const LessonKernel& kernel, Extent input) {
    return [=, this](std::span<const std::uint64_t> arguments) -> std::string {
      const auto rows = static_cast<std::uint64_t>(input.rows);
      const auto cols = static_cast<std::uint64_t>(input.cols);
      const auto edge = kernel.edge;
      const Dim3 grid{static_cast<std::uint32_t>((cols + edge - 1) / edge),
                      static_cast<std::uint32_t>((rows + edge - 1) / edge), 1};
      const Dim3 block = edge == 16 ? Dim3{16, 16, 1} : Dim3{32, 8, 1};
      return launch(module, kernel.name, grid, block, arguments[0], arguments[1], rows, cols) ==
                     Status::success
                 ? ""
                 : "the launch failed";
    };
  }

  void print(const char* name, Extent input, const Median& m, double copy) const {
    const auto bytes = 8.0 * static_cast<double>(input.rows * input.cols);
    std::printf("    %-20s %9.2f us %7.0f GB/s %6.3fx  spread %.2f %%  %.0f MHz  wrong %llu\n",
                name, m.seconds * 1e6, bytes / m.seconds / 1e9, m.seconds / copy, 100 * m.spread,
                m.clock_hz / 1e6, static_cast<unsigned long long>(m.wrong));
  }

  /// Prints one table; returns the ratios to copy.
  std::map<std::string, double> table(std::span<const std::byte> fatbin, Extent input, bool cold) {
    std::printf("  %lld x %lld, %s\n", static_cast<long long>(input.rows),
                static_cast<long long>(input.cols), cold ? "L2 flushed" : "warm");
    const auto module = load(fatbin);
    std::map<std::string, double> ratios;
    double copy = 1;
    for (const auto& kernel : kLesson) {
      const auto m = median_of(input, kernel.movement, lesson(module, kernel, input), cold);
      if (ratios.empty()) copy = m.seconds;
      ratios[kernel.name] = m.seconds / copy;
      EXPECT_EQ(m.wrong, 0U) << kernel.name;
      print(kernel.name, input, m, copy);
    }
    const auto m = median_of(input, Movement::copied, timing::copy_by_device(device, input), cold);
    print("cudaMemcpy", input, m, copy);
    ratios["cudaMemcpy"] = m.seconds / copy;
    return ratios;
  }
};

TEST_F(Times, OfTheLessonAreThoseOfTheReference) {
  const auto fatbin = WARPGRADE_FATBIN(gpu_test_lesson);
  table(fatbin, {2003, 3001}, false);
  table(fatbin, {2003, 3001}, true);
  table(fatbin, {8003, 12001}, true);
  table(fatbin, {16384, 16384}, true);
  const auto ratios = table(fatbin, {16381, 16411}, true);
  if (!is_h200(device.info())) return;
  for (const auto& kernel : kLesson) {
    EXPECT_NEAR(ratios.at(kernel.name), kernel.vs_copy, kernel.tolerance * kernel.vs_copy)
        << kernel.name;
  }
}

// Whether PTX that the driver compiles is as fast as nvcc's machine code: the answer decides what
// submissions are compiled to.
TEST_F(Times, OfPtxAndMachineCodeSideBySide) {
  const Extent input{4595, 6873};
  std::printf("  machine code\n");
  table(WARPGRADE_FATBIN(gpu_test_lesson), input, true);
  std::printf("  PTX\n");
  table(WARPGRADE_FATBIN(gpu_test_lesson_jit), input, true);
}

TEST_F(Times, OfASampleItself) {
  const Extent input{4595, 6873};
  Contestant contestant(device, moved_matrix(input, Movement::copied));
  ASSERT_EQ(contestant.record(timing::copy_by_device(device, input), 1), "");
  const auto start = now();
  for (int i = 0; i < 50; ++i) contestant.sample(static_cast<std::uint64_t>(i), true);
  std::printf("    one sample costs %.3f ms\n", (now() - start) / 50 * 1e3);
}

/// Another program on the GPU, as long as it lives.
class Hog {
 public:
  explicit Hog(std::string kind) {
    if (kind == "idle") return;
    const auto binary = (bin() / "gpu_hog").string();
    std::array<char*, 3> arguments{const_cast<char*>(binary.c_str()), kind.data(), nullptr};
    EXPECT_EQ(posix_spawn(&pid_, binary.c_str(), nullptr, nullptr, arguments.data(), environ), 0);
    std::this_thread::sleep_for(std::chrono::seconds(3));  // Until it is at work.
    EXPECT_EQ(waitpid(pid_, nullptr, WNOHANG), 0) << "the hog has ended";
  }
  ~Hog() {
    if (pid_ <= 0) return;
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  Hog(const Hog&) = delete;
  Hog& operator=(const Hog&) = delete;

 private:
  pid_t pid_ = 0;
};

run::SessionOptions options_for(const std::string& program) {
  run::SessionOptions options;
  options.device_binary = bin() / "warpgrade-device";
  options.worker_binary = bin() / "warpgrade-worker";
  for (const auto& entry : std::filesystem::directory_iterator(bin().parent_path() / "lib")) {
    if (entry.path().filename().string().starts_with("libcudart.so")) options.cudart = entry.path();
  }
  options.library = bin() / "gpu_programs" / (program + ".so");
  options.card_file = "cards/h200.toml";
  options.device = "cuda";
  return options;
}

int gradings() {
  const char* wanted = std::getenv("WARPGRADE_GRADINGS");
  return wanted == nullptr ? 5 : std::atoi(wanted);
}

/// A program on its own server, recorded on the case.
std::unique_ptr<Program> start_program(const std::string& name, Extent input, Movement movement) {
  auto program =
      std::make_unique<Program>(options_for(name), timing::moved_matrix(input, movement));
  const auto problem = name == "memcpy" ? program->record_copy(1) : program->record(1, 20);
  EXPECT_EQ(problem, "") << name;
  return problem.empty() ? std::move(program) : nullptr;
}

timing::Sampler sampler(Program& program) {
  return [&program](std::uint64_t seed) { return program.sample(seed, true); };
}

struct Kind {
  const char* program;
  Answer right;
};
constexpr std::array kKinds{Kind{"tiled", Answer::yes}, Kind{"padded", Answer::yes},
                            Kind{"naive", Answer::no}, Kind{"tweaked", Answer::no}};

/// What gradings of one kind came to.
struct Tally {
  int right = 0;
  int wrong = 0;
  int open = 0;
  int named = 0;
  std::vector<double> ratios;
  std::vector<double> seconds;
  std::string noise;
};

void add(Tally& tally, const timing::Measured& measured, Answer right, double seconds) {
  const auto answer = measured.summary.answers.at(0);
  tally.right += answer == right ? 1 : 0;
  tally.open += answer == Answer::open ? 1 : 0;
  tally.wrong += answer != right && answer != Answer::open ? 1 : 0;
  tally.named += measured.summary.noise.empty() ? 0 : 1;
  if (!measured.summary.noise.empty()) tally.noise = measured.summary.noise.front();
  tally.ratios.push_back(measured.summary.ratio_to_copy.middle);
  tally.seconds.push_back(seconds);
  EXPECT_EQ(measured.wrong_cells, 0U);
  EXPECT_FALSE(measured.solve_failed);
}

void print(const char* name, const Tally& tally, const timing::Measured& last) {
  double mean = 0;
  for (const double ratio : tally.ratios) mean += ratio / static_cast<double>(tally.ratios.size());
  double squares = 0;
  for (const double ratio : tally.ratios) squares += (ratio - mean) * (ratio - mean);
  const auto cv = std::sqrt(squares / static_cast<double>(tally.ratios.size())) / mean;
  const auto& s = last.summary;
  std::printf(
      "    %-8s right %d wrong %d open %d named %d  ratio %.3f (cv %.2f %%)  last [%.3f, %.3f] "
      "s %.3f [%.3f, %.3f] n %zu kept %zu  copy %.1f us naive %.1f us solve %.1f us memcpy %.1f us "
      " "
      "%.2f s each  %s\n",
      name, tally.right, tally.wrong, tally.open, tally.named, mean, 100 * cv, s.ratio_to_copy.low,
      s.ratio_to_copy.high, s.speedup_over_naive.middle, s.speedup_over_naive.low,
      s.speedup_over_naive.high, s.triples, s.kept, s.copy_seconds * 1e6, s.naive_seconds * 1e6,
      s.solve_seconds * 1e6, last.memcpy_seconds.value_or(0) * 1e6,
      statistics::median(tally.seconds), tally.noise.c_str());
  std::fflush(stdout);
}

class Gradings : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    std::uint64_t l2 = 0;
    {
      auto server = start_server();
      l2 = device::Client(server.control_fd()).info().l2_bytes;
    }
    input_ = timing::beyond_cache({2003, 3001}, l2);
    std::printf("  %lld x %lld, %s\n", static_cast<long long>(input_.rows),
                static_cast<long long>(input_.cols), GetParam());
    copy_ = start_program("copy", input_, Movement::copied);
    naive_ = start_program("naive", input_, Movement::transposed);
    memcpy_ = start_program("memcpy", input_, Movement::copied);
    ASSERT_TRUE(copy_ && naive_ && memcpy_);
    hog_.emplace(GetParam());
  }

  [[nodiscard]] static bool idle() { return std::string_view{GetParam()} == "idle"; }
  /// What the issue asks a hundred times of an idle GPU is asked five times as often there.
  [[nodiscard]] static int many() { return idle() ? 5 * gradings() : gradings(); }

  /// Times a program `times` times; `right` is the answer to whether it is 1.10 times as fast as
  /// naive.
  Tally grade(const char* name, Movement movement, Answer right, int times) {
    Tally tally;
    const auto solve = start_program(name, input_, movement);
    if (!solve) return tally;
    const timing::Contest contest{sampler(*copy_), sampler(*naive_), sampler(*solve),
                                  sampler(*memcpy_)};
    timing::Measured last;
    for (int i = 0; i < times; ++i) {
      timing::Settings settings;
      settings.plan.questions = {{statistics::Question::Ratio::speedup_over_naive, 1.10}};
      settings.seed = seed_();
      settings.now = now;
      const auto began = now();
      last = timing::measure(contest, settings);
      add(tally, last, right, now() - began);
    }
    print(name, tally, last);
    return tally;
  }

 private:
  Extent input_;
  std::unique_ptr<Program> copy_;
  std::unique_ptr<Program> naive_;
  std::unique_ptr<Program> memcpy_;
  std::optional<Hog> hog_;
  std::random_device seed_;
};

// G1 and G2 of trust.md on the real thing.
TEST_P(Gradings, NoiseTurnsNoAnswer) {
  for (const auto& kind : kKinds) {
    const bool is_naive = std::string_view{kind.program} == "naive";
    const auto tally =
        grade(kind.program, Movement::transposed, kind.right, is_naive ? many() : gradings());
    EXPECT_EQ(tally.wrong, 0) << kind.program;
    EXPECT_LE(20 * tally.open, idle() ? 0 : 3 * gradings()) << "at most 15 % undecided";
  }
}

// G3.
TEST_P(Gradings, CopyTakesAsLongAsCopy) {
  const auto tally = grade("copy", Movement::copied, Answer::yes, many());
  if (!idle()) return;
  for (const double ratio : tally.ratios) EXPECT_NEAR(ratio, 1, 0.02);
}

INSTANTIATE_TEST_SUITE_P(Under, Gradings, testing::Values("idle", "memory", "sms", "bursts"),
                         [](const auto& row) { return std::string(row.param); });

}  // namespace
}  // namespace warpgrade::gpu
