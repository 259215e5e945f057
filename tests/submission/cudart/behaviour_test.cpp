// SPDX-License-Identifier: Apache-2.0
// The programs of programs/ were run on an H200 (CUDA 13.0.88, driver 580.159); h200/ holds what
// they printed. Ours must print the same.
#include "tests/submission/cudart/fake_device.hpp"
#include "tests/submission/cudart/hardware.hpp"
#include "tests/submission/cudart/program.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <string>

namespace warpgrade::cudart {
namespace {

using device::FakeDevice;
using device::LaunchRequest;
using device::make_kernel;
using device::Status;

template <class T>
T argument(const LaunchRequest& request, std::size_t offset) {
  T value{};
  std::memcpy(&value, request.parameters.data() + offset, sizeof value);
  return value;
}

TEST(Behaviour, ErrorsThatLeaveTheContextUsable) {
  FakeDevice device;
  device.kernels["_Z7nothingv"] = make_kernel({});
  device.kernels["_Z7boundedv"] = make_kernel({});
  device.kernels["_Z7boundedv"].info.max_threads_per_block = 64;
  device.kernels["_Z11shared_userPf"] = make_kernel({8});
  device.kernels["_Z12large_staticPf"] = make_kernel({8});
  device.kernels["_Z12large_staticPf"].info.static_shared_bytes = 24576;
  device.kernels["_Z12large_staticPf"].info.max_dynamic_shared_bytes = 24576;
  device.variables["symbol"].bytes = 64;
  device.variables["constants"].bytes = 16;
  expect_as_on_hardware(run_program(device, "errors"), "errors.txt");
  EXPECT_TRUE(device.unsupported.empty());
}

/// As the device code of faults.cu would.
Status break_context(FakeDevice& /*device*/, const LaunchRequest& request) {
  constexpr std::array how{Status::illegal_address, Status::misaligned_address,
                           Status::launch_failure, Status::device_assert};
  return how.at(static_cast<std::size_t>(argument<int>(request, 0)));
}

class Faults : public testing::TestWithParam<int> {};

TEST_P(Faults, StayUntilTheProcessEnds) {
  FakeDevice device;
  device.kernels["_Z7nothingv"] = make_kernel({});
  device.kernels["_Z6breaksiPf"] = make_kernel({4, 8}, break_context);
  device.variables["symbol"].bytes = 4;
  const auto how = std::to_string(GetParam());
  expect_as_on_hardware(run_program(device, "faults", {how}), "faults_" + how + ".txt");
  EXPECT_EQ(device.launches.size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(Behaviour, Faults, testing::Range(0, 4));

TEST(Behaviour, CooperativeLaunchThatIsTooLarge) {
  FakeDevice device;
  device.kernels["_Z7nothingv"] = make_kernel({});
  expect_as_on_hardware(run_program(device, "cooperative"), "cooperative.txt");
}

/// As the device code of reset.cu would.
Status store_symbol(FakeDevice& device, const LaunchRequest& request) {
  std::uint64_t symbol = 0;
  std::uint64_t bytes = 0;
  device.variable(0, "symbol", symbol, bytes);
  return device.copy(argument<std::uint64_t>(request, 0), symbol, bytes);
}

TEST(Behaviour, Reset) {
  FakeDevice device;
  device.kernels["_Z5storePi"] = make_kernel({8}, store_symbol);
  device.variables["symbol"].bytes = 4;
  expect_as_on_hardware(run_program(device, "reset"), "reset.txt");
  EXPECT_EQ(device.modules.size(), 2U) << "loaded anew after the reset";
}

}  // namespace
}  // namespace warpgrade::cudart
