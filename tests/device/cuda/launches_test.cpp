// SPDX-License-Identifier: Apache-2.0
// Launches, faults, recordings and replays on a driver in host memory.
#include "fake_gpu.hpp"
#include "harness/core/index_fill.hpp"
#include "harness/core/poison.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpgrade::device::cuda {
namespace {

using Launches = CudaDeviceTest;

std::vector<Finding> of_kind(const Evidence& evidence, FindingKind kind) {
  std::vector<Finding> found;
  std::ranges::copy_if(evidence.findings, std::back_inserter(found),
                       [&](const Finding& finding) { return finding.kind == kind; });
  return found;
}

TEST_F(Launches, RunWithTheirShapeAndLeaveAStep) {
  fake.kernels["_Z5tiledPf"] = writes(0, 5);
  fake.kernels["_Z5tiledPf"].static_shared_bytes = 4096;
  const auto buffer = allocate(Owner::harness, 16);
  device.take_evidence();
  auto launch = request(load(), "_Z5tiledPf", buffer);
  launch.grid = {3, 2, 1};
  launch.block = {32, 8, 1};
  launch.dynamic_shared_bytes = 128;
  EXPECT_EQ(device.launch(launch), Status::success);
  ASSERT_EQ(fake.configs.size(), 1U);
  EXPECT_EQ(fake.configs[0].gridDimX, 3U);
  EXPECT_EQ(fake.configs[0].gridDimY, 2U);
  EXPECT_EQ(fake.configs[0].blockDimY, 8U);
  EXPECT_EQ(fake.configs[0].sharedMemBytes, 128U);
  EXPECT_EQ(fake.configs[0].numAttrs, 0U);
  const auto evidence = device.take_evidence();
  ASSERT_EQ(evidence.steps.size(), 1U);
  const auto& step = evidence.steps[0];
  EXPECT_EQ(step.what, "tiled");
  EXPECT_NEAR(step.seconds, 1e-3, 1e-6);
  EXPECT_NEAR(device.clock_seconds(), 1e-3, 1e-6);
  EXPECT_EQ(step.counters.launches, 1U);
  EXPECT_EQ(step.counters.grid, (Dim3{3, 2, 1}));
  EXPECT_EQ(step.counters.static_shared_bytes, 4096U);
  EXPECT_EQ(step.counters.dynamic_shared_bytes, 128U);
}

TEST_F(Launches, CooperativeOnesSaySo) {
  fake.kernels["k"] = writes(0, 5);
  auto launch = request(load(), "k", allocate(Owner::harness, 16));
  launch.cooperative = true;
  EXPECT_EQ(device.launch(launch), Status::success);
  EXPECT_EQ(fake.configs.at(0).numAttrs, 1U);
}

TEST_F(Launches, WordsThatTheyChangeAreCounted) {
  fake.kernels["k"] = writes(4, 5);
  const auto in = allocate(Owner::harness, 16);
  const auto out = allocate(Owner::harness, 16);
  const auto module = load();
  device.launch(request(module, "k", out));
  device.launch(request(module, "k", out));  // The same value again: nothing changes.
  auto steps = device.take_evidence().steps;
  ASSERT_EQ(steps.size(), 2U);
  ASSERT_EQ(steps[0].touched.size(), 2U);
  EXPECT_EQ(steps[0].touched[0].base, in);
  EXPECT_EQ(steps[0].touched[0].words_written, 0U);
  EXPECT_EQ(steps[0].touched[1].base, out);
  EXPECT_EQ(steps[0].touched[1].words_written, 1U);
  EXPECT_EQ(steps[1].touched[1].words_written, 0U);

  RunOptions options;
  options.count = false;
  device.set_options(options);
  device.launch(request(module, "k", in));
  EXPECT_TRUE(device.take_evidence().steps[0].touched.empty());
}

TEST_F(Launches, SharedMemoryIsPoisonedBeforeThemWhereItIsChecked) {
  fake.kernels["k"] = writes(0, 5);
  const auto launch = request(load(), "k", allocate(Owner::harness, 16));
  RunOptions options;
  options.check_shared = false;
  device.set_options(options);
  device.launch(launch);
  EXPECT_EQ(std::ranges::count(fake.launched, "warpgrade_poison_shared"), 0);
  device.set_options({});
  device.launch(launch);
  EXPECT_EQ(std::ranges::count(fake.launched, "warpgrade_poison_shared"), 1);
}

TEST_F(Launches, BeyondALimitAreRefusedInTheWordsOfEveryDevice) {
  fake.kernels["k"] = writes(0, 5);
  const auto module = load();
  auto launch = request(module, "k");
  launch.block = {2000, 1, 1};
  EXPECT_EQ(device.launch(launch), Status::invalid_configuration);
  launch = request(module, "k");
  launch.dynamic_shared_bytes = 53248;
  EXPECT_EQ(device.launch(launch), Status::invalid_value);
  EXPECT_TRUE(fake.configs.empty());
  const auto evidence = device.take_evidence();
  const auto refused = of_kind(evidence, FindingKind::launch_refused);
  ASSERT_EQ(refused.size(), 2U);
  EXPECT_EQ(refused[0].message, "the launch asked for 2000 threads per block, the limit is 1024");
  EXPECT_NE(refused[1].message.find("49152 are allowed without cudaFuncSetAttribute, 232448 with"),
            std::string::npos);
  EXPECT_EQ(evidence.steps[1].error, 1);
  EXPECT_EQ(device.synchronize(), Status::success);
}

TEST_F(Launches, MayHaveMoreSharedMemoryAfterTheOptIn) {
  fake.kernels["k"] = writes(0, 5);
  const auto module = load();
  EXPECT_EQ(device.set_max_dynamic_shared(module, "k", 232449), Status::invalid_value);
  EXPECT_EQ(device.set_max_dynamic_shared(module, "k", 53248), Status::success);
  auto launch = request(module, "k", allocate(Owner::harness, 16));
  launch.dynamic_shared_bytes = 53248;
  EXPECT_EQ(device.launch(launch), Status::success);
}

TEST_F(Launches, RegistersAreNamedWhereTheyAreTheLimit) {
  auto& kernel = fake.kernels["k"];
  kernel = writes(0, 5);
  kernel.registers = 128;
  kernel.max_threads = 512;
  auto launch = request(load(), "k");
  launch.block = {1024, 1, 1};
  EXPECT_EQ(device.launch(launch), Status::launch_out_of_resources);
  EXPECT_EQ(device.take_evidence().findings.at(0).message,
            "the launch asked for 1024 threads per block, the kernel's 128 registers a thread "
            "allow 512");
}

TEST_F(Launches, ArgumentsOfTheWrongSizeAreRefused) {
  fake.kernels["k"] = writes(0, 5);
  auto launch = request(load(), "k");
  launch.parameters.resize(12);
  EXPECT_EQ(device.launch(launch), Status::invalid_value);
  EXPECT_EQ(of_kind(device.take_evidence(), FindingKind::launch_refused).size(), 1U);
}

TEST_F(Launches, TheDriverMayRefuseMore) {
  fake.kernels["k"] = writes(0, 5);
  fake.kernels["k"].result = CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE;
  EXPECT_EQ(device.launch(request(load(), "k")), Status::cooperative_launch_too_large);
  const auto refused = of_kind(device.take_evidence(), FindingKind::launch_refused);
  ASSERT_EQ(refused.size(), 1U);
  EXPECT_NE(refused[0].message.find("the driver refused the launch"), std::string::npos);
  EXPECT_EQ(device.synchronize(), Status::success);
}

struct FaultRow {
  CUresult fault;
  Status status;
  FindingKind kind;
};

class Faults : public CudaDeviceTest, public testing::WithParamInterface<FaultRow> {};

TEST_P(Faults, AreStickyAndFound) {
  fake.kernels["k"] = writes(0, 5);
  fake.kernels["k"].fault = GetParam().fault;
  RunOptions options;
  options.kernel_seconds = 1e-3;
  device.set_options(options);
  const auto buffer = allocate(Owner::harness, 16);
  const auto module = load();
  EXPECT_EQ(device.launch(request(module, "k", buffer)), Status::success) << "launches are async";
  const auto status = GetParam().status;
  EXPECT_EQ(device.synchronize(), status);
  std::vector<std::byte> data(16);
  std::uint64_t address = 0;
  EXPECT_EQ(device.download(buffer, data), status);
  EXPECT_EQ(device.allocate(Owner::harness, 1, address), status);
  EXPECT_EQ(device.launch(request(module, "k", buffer)), status);
  EXPECT_EQ(device.reset(), Status::success);
  EXPECT_EQ(device.synchronize(), status) << "only a new process helps";
  const auto evidence = device.take_evidence();
  ASSERT_EQ(evidence.findings.size(), 1U);
  EXPECT_EQ(evidence.findings[0].kind, GetParam().kind);
  EXPECT_EQ(evidence.findings[0].kernel, "k");
  EXPECT_EQ(evidence.steps.at(0).error, static_cast<int>(status));
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, Faults,
    testing::Values(
        FaultRow{CUDA_ERROR_ILLEGAL_ADDRESS, Status::illegal_address, FindingKind::out_of_bounds},
        FaultRow{CUDA_ERROR_MISALIGNED_ADDRESS, Status::misaligned_address,
                 FindingKind::misaligned},
        FaultRow{CUDA_ERROR_ASSERT, Status::device_assert, FindingKind::device_assert},
        FaultRow{CUDA_ERROR_LAUNCH_FAILED, Status::launch_failure, FindingKind::trap},
        FaultRow{CUDA_ERROR_NOT_READY, Status::launch_timeout, FindingKind::kernel_time_limit}));

TEST(CudaDeviceEnd, AfterAFaultNothingIsAskedOfTheDriver) {
  FakeDriver fake;
  fake.kernels["k"].fault = CUDA_ERROR_ILLEGAL_ADDRESS;
  {
    CudaDevice device(fake.table, "");
    ModuleId module = 0;
    device.load_module(fatbin(), module);
    device.launch({module, "k", {}, {}, 0, 0, false, {}});
    fake.given_back.clear();
  }
  EXPECT_TRUE(fake.given_back.empty());
}

TEST_F(Launches, AnErrorOfTheDeviceThatNoKernelMakesIsTheHarnesss) {
  fake.kernels["k"].fault = CUDA_ERROR_ECC_UNCORRECTABLE;
  auto launch = request(load(), "k");
  launch.parameters.clear();
  EXPECT_THROW(device.launch(launch), std::runtime_error);
}

TEST_F(Launches, WhatAnAssertionSaysIsTheFinding) {
  auto& kernel = fake.kernels["k"];
  kernel.fault = CUDA_ERROR_ASSERT;
  kernel.run = [](const std::byte*) {
    std::fprintf(stderr, "a.cu:7: k: block: [0,0,0]: Assertion `x` failed.\nmore\n");
    std::printf("hello");
  };
  auto launch = request(load(), "k");
  launch.parameters.clear();
  device.launch(launch);
  const auto evidence = device.take_evidence();
  EXPECT_EQ(evidence.findings.at(0).message, "a.cu:7: k: block: [0,0,0]: Assertion `x` failed.");
  EXPECT_EQ(evidence.device_text, "hello");
}

class Replays : public CudaDeviceTest {
 protected:
  static constexpr Extent kInput{5, 7};
  static constexpr std::uint64_t kBytes = 5 * 7 * sizeof(float);

  /// Transposes 5 x 7: parameters in, out.
  static FakeDriver::Kernel transposes() {
    FakeDriver::Kernel kernel;
    kernel.parameters = {8, 8};
    kernel.run = [](const std::byte* packed) {
      const auto* from = FakeDriver::at(parameter<std::uint64_t>(packed, 0));
      auto* to = FakeDriver::at(parameter<std::uint64_t>(packed, 8));
      for (int r = 0; r < 5; ++r) {
        for (int c = 0; c < 7; ++c) std::memcpy(to + (c * 5 + r) * 4, from + (r * 7 + c) * 4, 4);
      }
    };
    return kernel;
  }
  LaunchRequest transpose() {
    LaunchRequest launch{load(), "t", {}, {}, 0, 0, false, {}};
    launch.parameters.resize(16);
    std::memcpy(launch.parameters.data(), &in, 8);
    std::memcpy(launch.parameters.data() + 8, &out, 8);
    return launch;
  }
  std::uint64_t wrong(std::uint64_t seed, Movement movement = Movement::transposed) {
    std::uint64_t count = 0;
    EXPECT_EQ(device.count_wrong(out, {kInput, seed}, movement, count), Status::success);
    return count;
  }

  std::uint64_t in = allocate(Owner::harness, kBytes);
  std::uint64_t out = allocate(Owner::harness, kBytes);
};

TEST_F(Replays, FillsAreThoseOfTheFormula) {
  ASSERT_EQ(device.fill_index(in, {kInput, 9}), Status::success);
  const IndexFill fill(35, 9);
  const auto cells = words(in, 35);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    EXPECT_EQ(cells[i], fill.bits(static_cast<std::int64_t>(i)));
  }
}

TEST_F(Replays, OutputsAreCheckedByTheFormula) {
  ASSERT_EQ(device.fill_index(out, {kInput, 9}), Status::success);
  EXPECT_EQ(wrong(9, Movement::copied), 0U);
  EXPECT_EQ(wrong(8, Movement::copied), 35U);
  EXPECT_EQ(wrong(9), 32U) << "two corners and the middle stay in place";
  ASSERT_EQ(device.fill(out + 40, 0, 4, 1), Status::success);
  EXPECT_EQ(wrong(9, Movement::copied), 1U);
}

TEST_F(Replays, FormulasNeedRoom) {
  std::uint64_t count = 0;
  EXPECT_EQ(device.fill_index(in, {{6, 6}, 0}), Status::invalid_value);
  EXPECT_EQ(device.fill_index(in, {{0, 6}, 0}), Status::invalid_value);
  EXPECT_EQ(device.fill_index(in, {{std::int64_t{1} << 40, std::int64_t{1} << 40}, 0}),
            Status::invalid_value);
  EXPECT_EQ(device.count_wrong(in + 4, {kInput, 0}, Movement::copied, count),
            Status::invalid_value);
}

TEST_F(Replays, RunOnFreshDataAndTakeTheirTime) {
  fake.kernels["t"] = transposes();
  std::string problem = "none";
  device.begin_recording();
  EXPECT_EQ(device.launch(transpose()), Status::success);
  EXPECT_EQ(device.end_recording(problem), Status::success);
  EXPECT_EQ(problem, "");
  for (std::uint64_t seed = 1; seed < 4; ++seed) {
    device.fill_index(in, {kInput, seed});
    device.fill(out, kOutputPoison, 4, 35);
    EXPECT_EQ(wrong(seed), 35U);
    Replay replay;
    ASSERT_EQ(device.replay(seed % 2 == 0, replay), Status::success);
    EXPECT_NEAR(replay.seconds, 1e-3, 1e-6);
    EXPECT_EQ(replay.clock_low, 2e9);
    EXPECT_EQ(replay.clock_high, 2e9);
    EXPECT_EQ(wrong(seed), 0U);
  }
  EXPECT_EQ(fake.configs.size(), 4U);
  EXPECT_EQ(std::ranges::count(fake.launched, "warpgrade_read_through"), 1);
}

TEST_F(Replays, RepeatEveryKindOfStepInOrder) {
  const std::vector<std::uint32_t> data(35, 3);
  device.begin_recording();
  device.upload(in, std::as_bytes(std::span(data)));
  device.copy(out, in, kBytes);
  device.fill(out, 8, 4, 1);
  std::string problem;
  device.end_recording(problem);
  device.fill(out, 0, 4, 35);
  Replay replay;
  ASSERT_EQ(device.replay(false, replay), Status::success);
  auto expected = data;
  expected[0] = 8;
  EXPECT_EQ(words(out, 35), expected);
}

TEST_F(Replays, LeaveNoEvidence) {
  fake.kernels["t"] = transposes();
  device.begin_recording();
  device.launch(transpose());
  std::string problem;
  device.end_recording(problem);
  device.take_evidence();
  Replay replay;
  device.replay(true, replay);
  const auto evidence = device.take_evidence();
  EXPECT_TRUE(evidence.steps.empty());
  EXPECT_TRUE(evidence.findings.empty());
}

TEST_F(Replays, NeedARecording) {
  Replay replay;
  EXPECT_EQ(device.replay(true, replay), Status::not_supported);
  device.begin_recording();
  std::string problem;
  device.end_recording(problem);
  EXPECT_NE(problem, "");
  EXPECT_EQ(device.replay(true, replay), Status::not_supported);
}

TEST_F(Replays, FaultsInThemAreStickyToo) {
  fake.kernels["t"] = transposes();
  device.begin_recording();
  device.launch(transpose());
  std::string problem;
  device.end_recording(problem);
  device.take_evidence();
  fake.kernels["t"].fault = CUDA_ERROR_ILLEGAL_ADDRESS;
  Replay replay;
  EXPECT_EQ(device.replay(true, replay), Status::illegal_address);
  EXPECT_EQ(device.synchronize(), Status::illegal_address);
  EXPECT_EQ(device.take_evidence().findings.size(), 1U);
}

// solve() may free its buffers before it returns; the replays still write there.
TEST_F(Replays, MemoryOfARecordingIsNotGivenOutAgain) {
  device.begin_recording();
  const auto temporary = allocate(Owner::submission, 64);
  device.fill(temporary, 1, 4, 16);
  device.release(Owner::submission, temporary);
  std::string problem;
  device.end_recording(problem);
  EXPECT_EQ(problem, "");
  const auto later = allocate(Owner::submission, 64);
  EXPECT_NE(later, temporary);
  Replay replay;
  EXPECT_EQ(device.replay(false, replay), Status::success);
  EXPECT_EQ(words(later, 1)[0], kOutputPoison);
  device.release(Owner::submission, later);
  device.begin_recording();
  EXPECT_EQ(allocate(Owner::submission, 64), temporary) << "dropped with the recording";
}

TEST_F(Replays, AResetCannotBeReplayed) {
  device.begin_recording();
  device.fill(out, 0, 4, 1);
  device.reset();
  std::string problem;
  device.end_recording(problem);
  EXPECT_NE(problem.find("resets"), std::string::npos);
}

}  // namespace
}  // namespace warpgrade::device::cuda
