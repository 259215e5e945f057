// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/calibration.hpp"

#include "harness/cli/workshop.hpp"
#include "harness/exercise/fill.hpp"
#include "harness/grading/statistics/median.hpp"
#include "harness/grading/timing/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <stdexcept>
#include <variant>
#include <vector>

namespace warpgrade::cli {
namespace {

using device::Movement;

constexpr int kWarmUps = 5;
constexpr int kSamples = 31;
constexpr double kSeconds = 60;  // One solve(), emulated ones too.

struct Probe {
  const char* source;  ///< Below the root.
  Movement movement;
  model::Sample model::Samples::*result;
};
constexpr std::array kProbes{
    Probe{"exercises/copy.cu", Movement::copied, &model::Samples::copy},
    Probe{"exercises/shared_memory/naive.cu", Movement::transposed, &model::Samples::strided_store},
    Probe{"cards/kernels/strided_load.cu", Movement::transposed, &model::Samples::strided_load},
    Probe{"cards/kernels/conflicts.cu", Movement::transposed, &model::Samples::conflicts},
    Probe{"solutions/shared_memory/shared_memory.cu", Movement::transposed,
          &model::Samples::tile32},
    Probe{"cards/kernels/tile16.cu", Movement::transposed, &model::Samples::tile16}};

struct Measured {
  double seconds = 0;
  double clock_hz = 0;
};

class Calibration {
 public:
  explicit Calibration(const CalibrationRequest& request)
      : request_{request},
        workshop_{make_workshop(request.installation, {request.gpu, request.start_file, ""}, {})} {
    session_.device_binary = request.installation.device_binary;
    session_.worker_binary = request.installation.worker_binary;
    session_.cudart = request.installation.cudart;
    session_.card_file = request.start_file;
    session_.device = "cuda";
  }

  model::Samples run() {
    model::Samples samples;
    const auto copy = compile(kProbes[0].source);
    samples.launch_seconds = measure(copy, {1, 1}, Movement::copied, false).seconds;
    std::vector<double> clocks;
    for (const auto& probe : kProbes) {
      const auto library = compile(probe.source);
      say(fmt::format("measuring {}", probe.source));
      const auto measured = measure(library, request_.input, probe.movement, true);
      clocks.push_back(measured.clock_hz);
      say(fmt::format("counting {}", probe.source));
      samples.*probe.result = {counters_of(library), measured.seconds};
    }
    samples.clock_hz = statistics::median(clocks);
    samples.memcpy_bytes =
        sizeof(float) * static_cast<std::uint64_t>(request_.input.rows * request_.input.cols);
    samples.memcpy_seconds = measure({}, request_.input, Movement::copied, true).seconds;
    return samples;
  }

 private:
  void say(std::string_view what) const {
    if (request_.say) request_.say(what);
  }

  std::filesystem::path compile(const char* source) const {
    const auto compiled =
        workshop_.compile(request_.installation.root / source, transpose_signature());
    if (const auto* refused = std::get_if<compile::Refused>(&compiled)) {
      throw std::runtime_error{fmt::format("{}: {}", source, refused->summary)};
    }
    return std::get<compile::Compiled>(compiled).library;
  }

  /// Medians of one program's runs. @param library  Empty: the device's own copy.
  [[nodiscard]] Measured measure(const std::filesystem::path& library, Extent input,
                                 Movement movement, bool cold) const {
    auto options = session_;
    options.library = library;
    timing::Program program{options, timing::moved_matrix(input, movement)};
    const auto problem = library.empty() ? program.record_copy(1) : program.record(1, kSeconds);
    if (!problem.empty()) throw std::runtime_error{library.string() + ": " + problem};
    std::vector<double> seconds;
    std::vector<double> clocks;
    for (int i = 0; i < kWarmUps + kSamples; ++i) {
      const auto sample = program.sample(static_cast<std::uint64_t>(i) + 2, cold);
      if (sample.failed || sample.wrong_cells > 0) {
        throw std::runtime_error{library.string() + ": a run on the GPU failed"};
      }
      if (i < kWarmUps) continue;
      seconds.push_back(sample.seconds);
      clocks.push_back(sample.clock_low);
    }
    return {statistics::median(seconds), statistics::median(clocks)};
  }

  [[nodiscard]] KernelCounters counters_of(const std::filesystem::path& library) const {
    const Case c{request_.input, {}, 0, ""};
    const auto values = exercise::make_input(c);
    const auto result = workshop_.runner(library)->run({c.input, values, false, true, kSeconds});
    if (result.end != run::End::returned || result.evidence.steps.size() != 1) {
      throw std::runtime_error{library.string() + ": the emulated device did not run it"};
    }
    return result.evidence.steps.front().counters;
  }

  const CalibrationRequest& request_;
  Workshop workshop_;
  run::SessionOptions session_;
};

}  // namespace

std::string card_slug(const std::string& name) {
  std::string slug;
  for (const unsigned char c : name) {
    if (std::isalnum(c) != 0) {
      slug += static_cast<char>(std::tolower(c));
    } else if (!slug.empty() && slug.back() != '_') {
      slug += '_';
    }
  }
  while (!slug.empty() && slug.back() == '_') slug.pop_back();
  return slug;
}

model::Card starting_card(const device::DeviceInfo& gpu, const model::Card& like) {
  auto card = like;
  card.name = gpu.name;
  card.cc_major = gpu.cc_major;
  card.cc_minor = gpu.cc_minor;
  card.multiprocessors = gpu.multiprocessors;
  card.max_threads_per_multiprocessor = gpu.max_threads_per_multiprocessor;
  card.max_blocks_per_multiprocessor = gpu.max_blocks_per_multiprocessor;
  card.shared_bytes_per_block = gpu.shared_bytes_per_block;
  card.shared_bytes_per_block_optin = gpu.shared_bytes_per_block_optin;
  card.shared_bytes_per_multiprocessor = gpu.shared_bytes_per_multiprocessor;
  card.reserved_shared_bytes_per_block = gpu.reserved_shared_bytes_per_block;
  card.memory_bytes = gpu.total_memory_bytes;
  card.l2_bytes = gpu.l2_bytes;
  card.memory_clock_hz = gpu.memory_clock_hz;
  card.memory_bus_bits = gpu.memory_bus_bits;
  const double scale =
      gpu.multiprocessors * gpu.clock_hz / (like.multiprocessors * like.time.clock_hz);
  card.time.clock_hz = gpu.clock_hz;
  card.time.l2_load_sectors_per_second *= scale;
  card.time.l2_full_store_sectors_per_second *= scale;
  card.time.l2_partial_store_sectors_per_second *= scale;
  card.time.peak_bytes_per_second = peak_bytes_per_second(gpu);
  return card;
}

model::Samples measure_card(const CalibrationRequest& request) {
  return Calibration{request}.run();
}

}  // namespace warpgrade::cli
