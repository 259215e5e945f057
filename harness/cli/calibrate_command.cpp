// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/arguments.hpp"
#include "harness/cli/calibration.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/gpu_bench.hpp"
#include "harness/cli/output.hpp"
#include "harness/cli/signals.hpp"
#include "harness/cli/usage_error.hpp"
#include "harness/device/cuda/presence.hpp"
#include "harness/emulator/model/time.hpp"
#include "harness/grading/timing/timing_case.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <array>
#include <ctime>
#include <memory>

namespace warpgrade::cli {
namespace {

namespace fs = std::filesystem;

constexpr Extent kLesson{2003, 3001};
constexpr auto kLike = "h200";  // Its constants are all measured or fitted.

struct Options {
  std::string output;
  bool force = false;
};

fs::path output_file(const Options& options, const Installation& installation,
                     const device::DeviceInfo& gpu) {
  auto file = options.output.empty() ? installation.root / "cards" / (card_slug(gpu.name) + ".toml")
                                     : fs::path{options.output};
  if (fs::exists(file) && !options.force) {
    throw UsageError{
        fmt::format("{}: is there already; --force writes it anew, --output names "
                    "another file",
                    file.string())};
  }
  return file;
}

struct Line {
  const char* what;
  model::Sample model::Samples::*sample;
};
constexpr std::array kLines{Line{"copy", &model::Samples::copy},
                            Line{"naive, strided stores", &model::Samples::strided_store},
                            Line{"naive, strided loads", &model::Samples::strided_load},
                            Line{"bank conflicts alone", &model::Samples::conflicts},
                            Line{"tile 32 x 32", &model::Samples::tile32},
                            Line{"tile 16 x 16", &model::Samples::tile16}};

std::string table(const model::Samples& samples, const model::Fit& fit, Extent input) {
  auto text = fmt::format("{} x {}{:>23}{:>12}{:>12}\n", input.rows, input.cols, "measured",
                          "modelled", "vs copy");
  for (const auto& [what, member] : kLines) {
    const auto& sample = samples.*member;
    text += fmt::format("{:<24}{:>8.1f} us{:>9.1f} us{:>11.2f}x\n", what, sample.seconds * 1e6,
                        model::launch_seconds(sample.counters, fit.card) * 1e6,
                        sample.seconds / samples.copy.seconds);
  }
  text += fmt::format("{:<24}{:>8.1f} us\n", "cudaMemcpy", samples.memcpy_seconds * 1e6);
  text += fmt::format("{:<24}{:>8.1f} us\n", "one element", samples.launch_seconds * 1e6);
  for (const auto& name : fit.kept) {
    text += fmt::format("{}: not determined by these times, kept as it was\n", name);
  }
  return text;
}

int calibrate(const Options& options) {
  const auto installation = find_installation();
  const auto presence = device::cuda::look_for_gpu();
  if (!presence.gpu) throw UsageError{"calibrate needs a GPU: " + presence.why_not};
  const auto& gpu = *presence.gpu;
  const auto file = output_file(options, installation, gpu);
  const CleanEnd clean_end;
  const Progress progress;
  const Say say = [&](std::string_view what) { progress.show(what); };
  const auto lock = lock_gpu(gpu, say);
  const auto start = starting_card(gpu, model::read_card(find_card(installation.root, kLike)));
  const auto start_file = fs::temp_directory_path() / (card_slug(gpu.name) + ".toml");
  write_file(start_file, model::card_text(start, "where the fit starts"));
  const auto input = timing::beyond_cache(kLesson, gpu.l2_bytes);
  const auto samples = measure_card({installation, gpu, start_file, input, say});
  const auto fit = model::fit_card(start, samples);
  write_file(file, model::card_text(
                       fit.card, fmt::format("SPDX-License-Identifier: Apache-2.0\n"
                                             "{}, measured by warpgrade calibrate on {:%Y-%m-%d}, "
                                             "{} x {}; limits and bus as the driver says.\n"
                                             "L2 rates for loads and whole stores are scaled from "
                                             "the H200's. Meaning: docs/adr/0005-time-model.md.",
                                             gpu.name, fmt::gmtime(std::time(nullptr)), input.rows,
                                             input.cols)));
  print(table(samples, fit, input));
  print(fmt::format("written: {}\n", file.string()));
  return 0;
}

}  // namespace

void add_calibrate(CLI::App& app, Action& chosen) {
  const auto options = std::make_shared<Options>();
  auto* const command =
      app.add_subcommand("calibrate", "Measures this machine's GPU and writes a card file");
  command->add_option("--output", options->output,
                      "The card file; by default cards/<the GPU's name>.toml");
  command->add_flag("--force", options->force, "Overwrite a card file that is there");
  command->footer("Example: warpgrade calibrate --output my_gpu.toml");
  command->callback([&chosen, options] { chosen = [options] { return calibrate(*options); }; });
}

}  // namespace warpgrade::cli
