// SPDX-License-Identifier: Apache-2.0
// The programs against the real server of the emulated device, kernels and all.
#include "harness/device/client.hpp"
#include "harness/device/process.hpp"
#include "tests/submission/cudart/hardware.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include <filesystem>

namespace warpgrade::cudart {
namespace {

device::ServerProcess start_server() {
  return device::ServerProcess::start(
      {std::filesystem::path(WARPGRADE_BINARY_DIR) / "bin/warpgrade-device",
       std::filesystem::path(WARPGRADE_SOURCE_DIR) / "cards/t4.toml", 1});
}

TEST(Emulated, ErrorsThatLeaveTheContextUsable) {
  auto server = start_server();
  expect_as_on_hardware(run_program(server.take_client_fd(), "errors"), "errors.txt");
}

class EmulatedFaults : public testing::TestWithParam<int> {};

TEST_P(EmulatedFaults, StayUntilTheProcessEnds) {
  auto server = start_server();
  const auto how = std::to_string(GetParam());
  expect_as_on_hardware(run_program(server.take_client_fd(), "faults", {how}),
                        "faults_" + how + ".txt");
}

INSTANTIATE_TEST_SUITE_P(Emulated, EmulatedFaults, testing::Range(0, 4));

TEST(Emulated, Reset) {
  auto server = start_server();
  expect_as_on_hardware(run_program(server.take_client_fd(), "reset"), "reset.txt");
}

TEST(Emulated, NamesWhatIsLacking) {
  auto server = start_server();
  run_program(server.take_client_fd(), "lacking");
  device::Client control(server.control_fd());
  const auto evidence = control.take_evidence();
  ASSERT_FALSE(evidence.findings.empty());
  for (const auto& finding : evidence.findings) {
    EXPECT_EQ(finding.kind, FindingKind::unsupported_call) << finding.message;
  }
}

/// The codes that a program said, in order, without the calls.
std::string codes_of(const std::string& printed) {
  std::string codes;
  std::istringstream lines{printed};
  for (std::string line; std::getline(lines, line);) {
    const auto at = line.find(" -> ");
    codes += at == std::string::npos ? line + ' ' : line.substr(at + 4) + ' ';
  }
  return codes;
}

TEST(Emulated, WhatGraphsRefuse) {
  auto server = start_server();
  const auto ran = run_program(server.take_client_fd(), "graphs");
  EXPECT_EQ(codes_of(ran.printed), "1 0 0 0 0 0 1 1 1 98 1 0 count = 2 0 1 0 0 1 0 1 0 0 1 ");
}

TEST(Emulated, WhatHostMemoryRefuses) {
  auto server = start_server();
  const auto ran = run_program(server.take_client_fd(), "host_memory");
  EXPECT_EQ(codes_of(ran.printed),
            "1 0 0 flags = 3 1 1 1 0 static_cast<char*>(to) - static_cast<char*>(pinned) = 4 "
            "1 1 0 0 0 1 1 1 1 0 0 *static_cast<long*>(pinned) = 77 0 "
            "*static_cast<long*>(managed) = 78 1 0 1 0 1 713 1 1 ");
  EXPECT_EQ(ran.wait_status, 0);
}

}  // namespace
}  // namespace warpgrade::cudart
