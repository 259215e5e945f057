// SPDX-License-Identifier: Apache-2.0
// warpgrade-device: the device server. The grader starts it with two connected sockets; it says
// nothing but errors, on stderr, and ends when the grader closes its end.
#include "harness/device/emulated/emulated_device.hpp"
#include "harness/device/server.hpp"
#include "harness/emulator/model/card.hpp"

#include <CLI/CLI.hpp>

#include <sys/prctl.h>
#include <sys/resource.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <string>

namespace {

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
  std::string card;
  int control_fd = -1;
  int client_fd = -1;
  unsigned threads = 0;
};

int serve_card(const Arguments& arguments) {
  namespace device = warpgrade::device;
  if (const char* missing = device::emulated::missing_on_this_machine()) {
    std::fprintf(stderr, "warpgrade-device: %s\n", missing);
    return kFailed;
  }
  device::emulated::EmulatedDevice card(warpgrade::model::read_card(arguments.card),
                                        arguments.threads);
  device::serve(card, arguments.control_fd, arguments.client_fd);
  return 0;
}

}  // namespace

int main(int argc, char** argv) try {
  CLI::App app{"The device server of warpgrade; the grader starts it."};
  Arguments arguments;
  app.add_option("--card", arguments.card, "Card file (TOML)")->required();
  app.add_option("--control-fd", arguments.control_fd, "Socket of the grader")->required();
  app.add_option("--client-fd", arguments.client_fd, "Socket of the submission's process")
      ->required();
  app.add_option("--threads", arguments.threads, "CPU threads of a launch; 0: all");
  CLI11_PARSE(app, argc, argv);
  settle_in();
  return serve_card(arguments);
} catch (const std::exception& error) {
  std::fprintf(stderr, "warpgrade-device: %s\n", error.what());
  return kFailed;
}
