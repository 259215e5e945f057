// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/gpu_checkups.hpp"

#include "harness/core/text.hpp"
#include "harness/submission/compile/command.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <cstdlib>
#include <filesystem>

namespace warpgrade::cli {
namespace {

namespace fs = std::filesystem;

constexpr double kSmiSeconds = 20;

std::vector<std::string> split(std::string_view text, char at) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const auto end = std::min(text.find(at), text.size());
    if (const auto part = trimmed(text.substr(0, end)); !part.empty()) parts.emplace_back(part);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

/// "13.0" as 13000, as the driver counts.
int version_number(std::string_view text) {
  int major = 0;
  int minor = 0;
  const auto* const end = text.data() + text.size();
  const auto [dot, error] = std::from_chars(text.data(), end, major);
  if (error == std::errc{} && dot != end) std::from_chars(dot + 1, end, minor);
  return major * 1000 + minor * 10;
}

Checkup check_driver(const device::cuda::Presence& presence, std::string_view toolkit) {
  const auto runs = fmt::format("runs CUDA {}.{}", presence.driver_version / 1000,
                                presence.driver_version % 1000 / 10);
  // Minor versions of one CUDA run on each other's drivers.
  if (version_number(toolkit) / 1000 <= presence.driver_version / 1000) {
    return {"driver", Health::good, runs, ""};
  }
  return {"driver", Health::broken, fmt::format("{}, but nvcc is of CUDA {}", runs, toolkit),
          "update the driver, or set CUDACXX to an nvcc that is not newer"};
}

Checkup check_card(const device::DeviceInfo& gpu, bool has_card) {
  auto what =
      fmt::format("{}, compute capability {}.{}, {} multiprocessors, {:.0f} GiB, L2 {:.0f} MiB",
                  gpu.name, gpu.cc_major, gpu.cc_minor, gpu.multiprocessors,
                  static_cast<double>(gpu.total_memory_bytes) / (1 << 30),
                  static_cast<double>(gpu.l2_bytes) / (1 << 20));
  if (has_card) return {"gpu", Health::good, std::move(what), ""};
  return {"gpu", Health::warning, what + "; there is no card file for it",
          "warpgrade calibrate writes one: counters are those of a Tesla T4 until then"};
}

/// One field of nvidia-smi's table and what to make of it.
struct Field {
  const char* what;
  const char* query;
  bool (*is_well)(std::string_view value);
  const char* found;  ///< With {} for the value.
  const char* remedy;
};

bool any(std::string_view /*value*/) { return true; }
bool is_zero(std::string_view value) {
  return value.find_first_not_of("0x") == std::string_view::npos;
}
bool is_on(std::string_view value) { return value == "Enabled"; }

constexpr std::array kFields{
    Field{"clock", "clocks.sm", any, "{} now", ""},
    Field{"clock limit", "clocks.max.sm", any, "{} at most", ""},
    Field{"throttling", "clocks_event_reasons.hw_slowdown",
          [](std::string_view v) { return v != "Active"; }, "slowed down by the hardware: {}",
          "the GPU is too hot or short of power: timings will waver"},
    Field{"ecc", "ecc.mode.current", any, "{}", ""},
    Field{"persistence", "persistence_mode", is_on, "{}",
          "nvidia-smi -pm 1 as root: each grading starts the driver anew until then"},
    Field{"ecc errors", "ecc.errors.uncorrected.volatile.total",
          [](std::string_view v) { return is_zero(v) || v.starts_with('['); }, "{} uncorrected",
          "the memory is failing: results of this GPU cannot be believed"},
};

void add_fields(const Smi& smi, std::vector<Checkup>& checkups) {
  std::string query = "--query-gpu=";
  for (const auto& field : kFields)
    query += fmt::format("{}{}", &field == kFields.data() ? "" : ",", field.query);
  const auto table = smi({query, "--format=csv,noheader", "--id=0"});
  const auto values = table ? split(*table, ',') : std::vector<std::string>{};
  if (values.size() != kFields.size()) {
    checkups.push_back({"nvidia-smi", Health::warning, "does not tell clocks, ECC and persistence",
                        "put nvidia-smi of this driver in PATH"});
    return;
  }
  for (std::size_t i = 0; i < kFields.size(); ++i) {
    const auto& field = kFields.at(i);
    const bool well = field.is_well(values[i]);
    checkups.push_back({field.what, well ? Health::good : Health::warning,
                        fmt::format(fmt::runtime(field.found), values[i]),
                        well ? "" : field.remedy});
  }
}

Checkup check_others(const Smi& smi) {
  const auto table = smi({"--query-compute-apps=pid,name", "--format=csv,noheader", "--id=0"});
  const auto others = table ? split(*table, '\n') : std::vector<std::string>{};
  if (others.empty()) return {"other programs", Health::good, "none on the GPU", ""};
  return {"other programs", Health::warning,
          fmt::format("{} on the GPU: {}", others.size(), fmt::join(others, "; ")),
          "end them before you grade: they make timings waver, or undecided"};
}

}  // namespace

std::optional<std::string> run_smi(const std::vector<std::string>& arguments) {
  const auto program = find_in_path("nvidia-smi");
  if (program.empty()) return std::nullopt;
  compile::Command command;
  command.argv = {program.string()};
  command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
  command.folder = fs::temp_directory_path();
  // It looks its library up as the driver does.
  if (const char* path = std::getenv("LD_LIBRARY_PATH")) {
    command.environment.push_back(fmt::format("LD_LIBRARY_PATH={}", path));
  }
  command.seconds = kSmiSeconds;
  const auto end = compile::run_command(command);
  if (end.timed_out || end.signal != 0 || end.exit_status != 0) return std::nullopt;
  return end.text;
}

std::vector<Checkup> examine_gpu(const device::cuda::Presence& presence, std::string_view toolkit,
                                 bool has_card, const Smi& smi) {
  if (!presence.gpu) {
    return {{"gpu", Health::good, "none, everything is emulated: " + presence.why_not, ""}};
  }
  std::vector<Checkup> checkups{check_card(*presence.gpu, has_card),
                                check_driver(presence, toolkit)};
  add_fields(smi, checkups);
  checkups.push_back(check_others(smi));
  return checkups;
}

}  // namespace warpgrade::cli
