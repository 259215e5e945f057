// SPDX-License-Identifier: Apache-2.0
// warpgrade-device: the device server. The grader starts it with two connected sockets; it says
// nothing but errors, on stderr, and ends when the grader closes its end.
#include "harness/device/cuda/presence.hpp"
#include "harness/device/emulated/emulated_device.hpp"
#include "harness/device/server.hpp"
#include "harness/emulator/model/card.hpp"

#include <CLI/CLI.hpp>

#include <sys/prctl.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace {

namespace device = warpgrade::device;

constexpr int kFailed = 3;

/// Device memory holds a learner's data and kernels: nothing of it goes to a core file. ^C in a
/// terminal reaches the whole foreground group, and what to do about it is the grader's decision.
void settle_in() {
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
#ifndef __SANITIZE_ADDRESS__  // The leak checker has to trace its own process.
  prctl(PR_SET_DUMPABLE, 0);
#endif
  signal(SIGINT, SIG_IGN);
  signal(SIGPIPE, SIG_IGN);
}

struct Arguments {
  std::string device = "emulated";
  std::string card;
  int control_fd = -1;
  int client_fd = -1;
  unsigned threads = 0;
  std::string ptxas;
};

std::unique_ptr<device::Device> open_emulated(const Arguments& arguments) {
  if (const char* missing = device::emulated::missing_on_this_machine()) {
    throw std::runtime_error(missing);
  }
  return std::make_unique<device::emulated::EmulatedDevice>(
      warpgrade::model::read_card(arguments.card), arguments.threads, arguments.ptxas);
}

std::unique_ptr<device::Device> open_cuda(const Arguments& arguments) {
  return device::cuda::open_gpu(std::filesystem::path(arguments.card).stem().string());
}

std::unique_ptr<device::Device> open_any(const Arguments& arguments) {
  return device::cuda::look_for_gpu().gpu ? open_cuda(arguments) : open_emulated(arguments);
}

struct Choice {
  std::string_view name;
  std::unique_ptr<device::Device> (*open)(const Arguments&);
};
constexpr std::array kChoices{Choice{"emulated", open_emulated}, Choice{"cuda", open_cuda},
                              Choice{"auto", open_any}};

int serve_device(const Arguments& arguments) {
  const auto* const choice = std::ranges::find(kChoices, arguments.device, &Choice::name);
  if (choice == kChoices.end()) throw std::runtime_error("no such device: " + arguments.device);
  const auto opened = choice->open(arguments);
  // Not before: the driver writes to files of its own process, which this would take away.
  settle_in();
  device::serve(*opened, arguments.control_fd, arguments.client_fd);
  return 0;
}

}  // namespace

int main(int argc, char** argv) try {
  CLI::App app{"The device server of warpgrade; the grader starts it."};
  Arguments arguments;
  app.add_option("--device", arguments.device, "emulated, cuda, or auto: cuda if there is one");
  app.add_option("--card", arguments.card, "Card file (TOML)")->required();
  app.add_option("--control-fd", arguments.control_fd, "Socket of the grader")->required();
  app.add_option("--client-fd", arguments.client_fd, "Socket of the submission's process")
      ->required();
  app.add_option("--threads", arguments.threads, "CPU threads of a launch; 0: all");
  app.add_option("--ptxas", arguments.ptxas, "Asked for the registers of kernels");
  CLI11_PARSE(app, argc, argv);
  return serve_device(arguments);
} catch (const std::exception& error) {
  std::fprintf(stderr, "warpgrade-device: %s\n", error.what());
  return kFailed;
}
