// SPDX-License-Identifier: Apache-2.0
// Times one launch of a kernel of the lesson on the emulated device, for bench/peers/run.sh:
//   emulator_seconds KERNEL ROWS COLS counters|checks THREADS
// prints cpu seconds, wall seconds and lane instructions of the launch: the least of several runs.
#include "bench/lesson_device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <exception>
#include <limits>
#include <span>
#include <string>

namespace {

using warpgrade::bench::LessonDevice;
using warpgrade::bench::must;
using warpgrade::device::RunOptions;

/// Runs until they took that long together, but at least kRuns.
constexpr double kSeconds = 1;
constexpr int kRuns = 5;

/// CPU seconds of the whole process: what other programs on the machine do is not in it.
double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Measured {
  double cpu = std::numeric_limits<double>::max();
  double wall = std::numeric_limits<double>::max();
  std::uint64_t lanes = 0;
};

Measured measure(LessonDevice& lesson, const std::string& kernel) {
  const auto request = lesson.launch(kernel);
  Measured least;
  double total = 0;
  for (int run = 0; run <= kRuns || total < kSeconds; ++run) {
    const double cpu = cpu_seconds();
    const double wall = wall_seconds();
    must(lesson.device.launch(request));
    const double took = wall_seconds() - wall;
    const double took_cpu = cpu_seconds() - cpu;
    const auto evidence = lesson.device.take_evidence();
    if (run == 0) continue;  // Touches the memory for the first time.
    total += took;
    least.cpu = std::min(least.cpu, took_cpu);
    least.wall = std::min(least.wall, took);
    least.lanes = evidence.steps.at(0).counters.traffic.lane_instructions;
  }
  return least;
}

}  // namespace

int main(int argc, char** argv) try {
  const std::span arguments(argv, static_cast<std::size_t>(argc));
  if (argc != 6) {
    std::fputs("usage: emulator_seconds KERNEL ROWS COLS counters|checks THREADS\n", stderr);
    return 2;
  }
  LessonDevice lesson{std::stoull(arguments[2]), std::stoull(arguments[3])};
  RunOptions options;
  options.check_shared = options.check_global = std::string{arguments[4]} == "checks";
  options.threads = static_cast<unsigned>(std::stoul(arguments[5]));
  lesson.device.set_options(options);
  const auto [cpu, wall, lanes] = measure(lesson, arguments[1]);
  fmt::print("{:.9f} {:.9f} {}\n", cpu, wall, lanes);
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "emulator_seconds: {}\n", error.what());
  return 3;
}
