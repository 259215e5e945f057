// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/run_session.hpp"

#include "harness/device/client.hpp"
#include "harness/device/process.hpp"
#include "harness/submission/worker/spawn.hpp"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <stdexcept>

namespace warpgrade::cli {
namespace {

constexpr int kDeviceFd = 3;
// A program of a course may take its time; whoever has enough presses ^C.
constexpr std::uint64_t kNoBudget = std::uint64_t{1} << 62;

/// Ours, with the runtime's folder before all others.
std::vector<std::string> environment_with(const std::filesystem::path& cudart) {
  constexpr std::string_view libraries = "LD_LIBRARY_PATH=";
  std::vector<std::string> variables;
  std::string path = cudart.parent_path().string();
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    if (text.starts_with(libraries)) {
      path += fmt::format(":{}", text.substr(libraries.size()));
    } else {
      variables.emplace_back(text);
    }
  }
  variables.push_back(std::string{libraries} + path);
  variables.push_back(fmt::format("WARPGRADE_DEVICE_FD={}", kDeviceFd));
  variables.emplace_back("WARPGRADE_SHOW_PRINTS=1");
  return variables;
}

/// Waits for the program. @returns the status of waitpid().
int wait_for(pid_t pid) {
  int status = 0;
  while (waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR) throw std::runtime_error{"the program was lost"};
  }
  return status;
}

}  // namespace

RunReport run_program(const RunRequest& request) {
  auto server =
      device::ServerProcess::start({request.installation.device_binary, request.card_file,
                                    request.emulation.threads, "emulated", request.ptxas});
  device::Client control{server.control_fd()};
  device::RunOptions watch;
  watch.instruction_budget = kNoBudget;
  watch.threads = request.emulation.threads;
  watch.schedule_seed = request.emulation.schedule_seed;
  watch.check_leaks = true;
  control.set_options(watch);

  const int client_fd = server.take_client_fd();
  const int out = request.output_is_ours ? STDERR_FILENO : STDOUT_FILENO;
  const auto pid = worker::spawn({.binary = request.program,
                                  .arguments = request.arguments,
                                  .environment = environment_with(request.installation.cudart),
                                  .descriptors = {STDIN_FILENO, out, STDERR_FILENO, client_fd},
                                  .own_session = false});
  close(client_fd);
  const int status = wait_for(pid);

  RunReport report;
  report.program = request.program.filename().string();
  report.schedule_seed = request.emulation.schedule_seed;
  report.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  report.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  add_evidence(control.take_evidence(), report);
  if (!control.connected()) throw std::runtime_error{"the device server failed"};
  return report;
}

}  // namespace warpgrade::cli
