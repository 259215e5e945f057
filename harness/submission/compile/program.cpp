// SPDX-License-Identifier: Apache-2.0
#include "harness/submission/compile/program.hpp"

#include "harness/submission/compile/command.hpp"
#include "harness/submission/compile/diagnostics.hpp"
#include "harness/submission/compile/nvcc.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>

namespace warpgrade::compile {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostDiagnostics = 20;

Refused refused(const CommandEnd& end, const Settings& settings) {
  Refused result;
  if (end.timed_out) {
    result.outcome = Outcome::compile_limit;
    result.summary = fmt::format("compiling took more than {:.0f} seconds", settings.seconds);
    return result;
  }
  result.diagnostics = read_diagnostics(end.text);
  std::ranges::stable_sort(result.diagnostics, {}, &Diagnostic::severity);
  if (result.diagnostics.size() > kMostDiagnostics) result.diagnostics.resize(kMostDiagnostics);
  result.summary = result.diagnostics.empty() ? "nvcc failed without naming an error: " + end.text
                                              : result.diagnostics.front().message;
  return result;
}

}  // namespace

std::optional<Refused> compile_program(const fs::path& source, const fs::path& program,
                                       const Settings& settings) {
  const auto end = run_command(nvcc_program_command(settings, source, program));
  if (end.signal == 0 && end.exit_status == 0 && !end.timed_out) return std::nullopt;
  return refused(end, settings);
}

bool asks_for_cudart(const fs::path& program) {
  std::ifstream file{program, std::ios::binary};
  const std::string bytes{std::istreambuf_iterator<char>{file}, {}};
  if (!file) throw std::runtime_error{fmt::format("cannot read {}", program.string())};
  // The name stands in the table of what the loader has to find.
  return bytes.find("libcudart.so.") != std::string::npos;
}

}  // namespace warpgrade::compile
