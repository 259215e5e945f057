// SPDX-License-Identifier: Apache-2.0
// How fast the emulated device runs the lesson's kernels, with what is watched switched on step by
// step. `lanes/s` are lane instructions a second of wall time; `vs_copy` is the time against the
// copy watched alike.
#include <benchmark/benchmark.h>

#include <array>
#include <chrono>
#include <map>
#include <string>

#include "bench/lesson_device.hpp"

namespace {

using warpgrade::bench::LessonDevice;
using warpgrade::bench::must;
using warpgrade::device::RunOptions;

constexpr std::uint64_t kRows = 2003;
constexpr std::uint64_t kCols = 3001;

struct Watched {
  const char* name;
  bool count;
  bool checks;
};
constexpr std::array kWatched{Watched{"bare", false, false}, Watched{"counters", true, false},
                              Watched{"all_checks", true, true}};
constexpr std::array kKernels{"copy", "naive_strided_store", "naive_strided_load", "tiled_static",
                              "tiled_padded"};

std::map<std::string, double>& copy_seconds() {
  static std::map<std::string, double> seconds;
  return seconds;
}

void run(benchmark::State& state, const char* kernel, const Watched& watched, unsigned threads) {
  LessonDevice bench{kRows, kCols};
  const auto request = bench.launch(kernel);
  RunOptions options;
  options.threads = threads;
  bench.device.set_options(options);
  bench.device.take_evidence();
  must(bench.device.launch(request));
  const auto lanes = static_cast<double>(
      bench.device.take_evidence().steps.at(0).counters.traffic.lane_instructions);
  options.count = watched.count;
  options.check_shared = options.check_global = watched.checks;
  bench.device.set_options(options);
  double total = 0;
  for (auto _ : state) {  // NOLINT(clang-analyzer-deadcode.DeadStores): its usual form.
    const auto start = std::chrono::steady_clock::now();
    must(bench.device.launch(request));
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    state.SetIterationTime(seconds);
    total += seconds;
    bench.device.take_evidence();
  }
  const double seconds = total / static_cast<double>(state.iterations());
  const auto key = std::string{watched.name} + std::to_string(threads);
  if (std::string{kernel} == "copy") copy_seconds()[key] = seconds;
  state.counters["lanes/s"] = lanes / seconds;
  if (copy_seconds().contains(key)) state.counters["vs_copy"] = seconds / copy_seconds()[key];
}

}  // namespace

int main(int argc, char** argv) {
  for (const unsigned threads : {1U, 2U}) {
    for (const auto& watched : kWatched) {
      for (const char* kernel : kKernels) {
        const auto name =
            std::string{kernel} + "/" + watched.name + "/threads:" + std::to_string(threads);
        benchmark::RegisterBenchmark(name.c_str(), run, kernel, watched, threads)
            ->UseManualTime()
            ->Unit(benchmark::kMillisecond)
            ->Iterations(5);
      }
    }
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
