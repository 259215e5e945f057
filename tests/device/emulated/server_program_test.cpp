// SPDX-License-Identifier: Apache-2.0
// The real server program in a process of its own, with a grader's and a submission's connection.
#include "harness/device/client.hpp"
#include "harness/device/process.hpp"
#include "tests/device/emulated/machine.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

namespace warpgrade::device::emulated {
namespace {

const std::filesystem::path kBinary = WARPGRADE_BINARY_DIR "/bin/warpgrade-device";

ServerProcess start(const char* card = WARPGRADE_SOURCE_DIR "/cards/t4.toml") {
  return ServerProcess::start({kBinary, card, 2});
}

TEST(ServerProgram, RunsAKernelOfTheSubmission) {
  auto server = start();
  const int client_fd = server.take_client_fd();
  Client control(server.control_fd());
  Client client(client_fd);
  EXPECT_EQ(control.info().kind, "emulated");
  EXPECT_EQ(client.info().name, "Tesla T4");

  std::uint64_t out = 0;
  ASSERT_EQ(control.allocate(Owner::harness, 128, out), Status::success);
  ModuleId module = 0;
  const auto fatbin = FatbinBuilder().zstd_ptx(75, kernel_text(kIota)).build();
  ASSERT_EQ(client.load_module(fatbin, module), Status::success);
  LaunchRequest launch{module, "k", {}, {32, 1, 1}, 0, 0, false, std::vector<std::byte>(12)};
  std::memcpy(launch.parameters.data(), &out, sizeof out);
  ASSERT_EQ(client.launch(launch), Status::success);
  std::vector<std::uint32_t> words(32);
  ASSERT_EQ(control.download(out, std::as_writable_bytes(std::span(words))), Status::success);
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(words[i], i);
  EXPECT_EQ(control.take_evidence().steps.at(0).what, "k");
  close(client_fd);
}

TEST(ServerProgram, OutlivesTheSubmissionAndEndsWithTheGrader) {
  auto server = start();
  close(server.take_client_fd());
  EXPECT_EQ(Client(server.control_fd()).synchronize(), Status::success);
  ASSERT_EQ(kill(server.pid(), SIGINT), 0);  // ^C is the grader's to handle.
  EXPECT_EQ(Client(server.control_fd()).synchronize(), Status::success);
  shutdown(server.control_fd(), SHUT_RDWR);
  char byte = 0;
  EXPECT_EQ(read(server.control_fd(), &byte, 1), 0);
}

TEST(ServerProgram, AnUnknownDeviceEndsIt) {
  testing::internal::CaptureStderr();
  {
    auto server = ServerProcess::start({kBinary, WARPGRADE_SOURCE_DIR "/cards/t4.toml", 1, "no"});
    Client control(server.control_fd());
    EXPECT_EQ(control.synchronize(), Status::unknown);
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "warpgrade-device: no such device: no\n");
}

TEST(ServerProgram, ABadCardEndsIt) {
  testing::internal::CaptureStderr();
  {
    auto server = start("/nowhere/card.toml");
    Client control(server.control_fd());
    EXPECT_EQ(control.synchronize(), Status::unknown);
    EXPECT_FALSE(control.connected());
  }
  EXPECT_NE(testing::internal::GetCapturedStderr().find("/nowhere/card.toml"), std::string::npos);
}

}  // namespace
}  // namespace warpgrade::device::emulated
