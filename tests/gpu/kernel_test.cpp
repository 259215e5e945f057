// SPDX-License-Identifier: Apache-2.0
// Kernels: what they are, what is refused, what they print; and, each in a server of its own, what
// kills them.
#include "harness/core/poison.hpp"
#include "machine.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace warpgrade::gpu {
namespace {

using device::Owner;
using device::Status;
using Kernels = OnDevice;

TEST_F(Kernels, AreDescribed) {
  for (const auto fatbin : {WARPGRADE_FATBIN(gpu_test_kernels), WARPGRADE_FATBIN(gpu_test_jit)}) {
    const auto module = load(fatbin);
    device::KernelInfo info;
    ASSERT_EQ(device.kernel_info(module, "write_at", info), Status::success);
    ASSERT_EQ(info.parameters.size(), 3U);
    EXPECT_EQ(info.parameters[1].offset, 8U);
    EXPECT_EQ(info.parameters[2].offset, 16U);
    EXPECT_EQ(info.parameters[2].bytes, 4U);
    EXPECT_EQ(info.parameter_bytes, 20U);
    EXPECT_EQ(info.max_dynamic_shared_bytes, 49152U);
    std::printf("    write_at: %u registers, PTX %u, at most %u threads\n", info.registers,
                info.ptx_version, info.max_threads_per_block);
    ASSERT_EQ(device.kernel_info(module, "bounded", info), Status::success);
    EXPECT_EQ(info.max_threads_per_block, 128U);
    ASSERT_EQ(device.kernel_info(module, "read_unset_shared", info), Status::success);
    EXPECT_EQ(info.static_shared_bytes, 1024U);
    ASSERT_EQ(device.kernel_info(module, "use_dynamic_shared", info), Status::success);
    EXPECT_EQ(info.static_shared_bytes, 0U);
    EXPECT_EQ(device.kernel_info(module, "nothing", info), Status::invalid_device_function);
  }
}

TEST_F(Kernels, SharedMemoryNeedsTheOptIn) {
  const auto module = load(WARPGRADE_FATBIN(gpu_test_kernels));
  const auto out = allocate(4);
  device::LaunchRequest launch{module, "use_dynamic_shared", {}, {256, 1, 1}, 53248, 0,
                               false,  pack(out, 13312)};
  EXPECT_EQ(device.launch(launch), Status::invalid_value);
  EXPECT_EQ(device.set_max_dynamic_shared(module, "use_dynamic_shared", 53248), Status::success);
  EXPECT_EQ(device.launch(launch), Status::success);
  EXPECT_EQ(words(out, 1)[0], 13311U);
  const auto most = device.info().shared_bytes_per_block_optin;
  EXPECT_EQ(device.set_max_dynamic_shared(module, "use_dynamic_shared", most), Status::success);
  launch.dynamic_shared_bytes = most;
  launch.parameters = pack(out, static_cast<int>(most / 4));
  EXPECT_EQ(device.launch(launch), Status::success);
  EXPECT_EQ(device.set_max_dynamic_shared(module, "use_dynamic_shared", most + 1),
            Status::invalid_value);
  EXPECT_EQ(evidence().findings.size(), 2U);
}

TEST_F(Kernels, LimitsAreTheRuntimes) {
  const auto module = load(WARPGRADE_FATBIN(gpu_test_kernels));
  const auto out = allocate(4);
  EXPECT_EQ(launch(module, "bounded", {}, {128, 1, 1}, out), Status::success);
  EXPECT_EQ(launch(module, "bounded", {}, {256, 1, 1}, out), Status::launch_out_of_resources);
  EXPECT_EQ(launch(module, "bounded", {}, {2000, 1, 1}, out), Status::invalid_configuration);
  EXPECT_EQ(launch(module, "bounded", {0, 1, 1}, {}, out), Status::invalid_configuration);
  EXPECT_EQ(launch(module, "bounded", {1, 65536, 1}, {}, out), Status::invalid_configuration);
  EXPECT_EQ(device.synchronize(), Status::success);
  for (const auto& finding : evidence().findings) {
    EXPECT_EQ(finding.kind, FindingKind::launch_refused);
  }
}

TEST_F(Kernels, CooperateAcrossTheGrid) {
  const auto module = load(WARPGRADE_FATBIN(gpu_test_kernels));
  const auto blocks = device.info().multiprocessors;
  const auto counter = allocate(4);
  const auto out = allocate(blocks * 4);
  device.fill(counter, 0, 4, 1);
  device::LaunchRequest launch{module, "across_the_grid", {blocks, 1, 1}, {32, 1, 1}, 0, 0,
                               true,   pack(counter, out)};
  EXPECT_EQ(device.launch(launch), Status::success);
  EXPECT_EQ(words(out, blocks), std::vector<std::uint32_t>(blocks, blocks));
  launch.grid.x = 1'000'000;
  EXPECT_EQ(device.launch(launch), Status::cooperative_launch_too_large);
  EXPECT_EQ(evidence().findings.size(), 1U);
}

TEST_F(Kernels, WhatTheyPrintIsEvidence) {
  const auto module = load(WARPGRADE_FATBIN(gpu_test_kernels));
  EXPECT_EQ(launch(module, "prints", {}, {2, 1, 1}, 7), Status::success);
  EXPECT_EQ(evidence().device_text, "hello 7\nhello 7\n");
}

TEST_F(Kernels, UnsetSharedMemoryHoldsThePoison) {
  const auto module = load(WARPGRADE_FATBIN(gpu_test_kernels));
  const auto out = allocate(1024);
  EXPECT_EQ(launch(module, "read_unset_shared", {}, {256, 1, 1}, out), Status::success);
  const auto got = words(out, 256);
  std::printf("    %ld of 256 words are the poison\n",
              static_cast<long>(std::ranges::count(got, kSharedPoison)));
  EXPECT_EQ(std::ranges::count(got, kSharedPoison), 256);
}

// nvcc refuses more than 48 KiB of static shared memory, and so did older drivers; driver 580 takes
// such PTX and runs it.
TEST_F(Kernels, TooMuchStaticSharedMemoryIsNamedOrRuns) {
  const auto module = load(WARPGRADE_FATBIN(gpu_test_too_much));
  const auto out = allocate(4);
  device::KernelInfo info;
  const auto described = device.kernel_info(module, "too_much", info);
  const auto launched = launch(module, "too_much", {}, {128, 1, 1}, out);
  EXPECT_EQ(described, launched);
  EXPECT_EQ(evidence().findings.empty(), launched == Status::success);
  if (launched == Status::success) {
    EXPECT_EQ(info.static_shared_bytes, 65536U);
  }
}

TEST_F(Kernels, GarbageIsNoModule) {
  std::vector<std::byte> garbage(1000, std::byte{0x5a});
  const auto module = load(garbage);
  device::KernelInfo info;
  EXPECT_EQ(device.kernel_info(module, "k", info), Status::invalid_kernel_image);
}

struct FaultRow {
  const char* kernel;
  std::vector<std::byte> arguments;
  std::vector<Status> statuses;  ///< Any of these; architectures differ for some.
  FindingKind kind;
};

class Faults : public testing::TestWithParam<FaultRow> {};

TEST_P(Faults, KillOneServerAndAreFound) {
  auto server = start_server();
  device::Client client(server.control_fd());
  client.set_reply_limit(60);
  device::RunOptions options;
  options.kernel_seconds = 1;
  client.set_options(options);
  std::uint64_t buffer = 0;
  ASSERT_EQ(client.allocate(Owner::harness, 256, buffer), Status::success);
  device::ModuleId module = 0;
  ASSERT_EQ(client.load_module(WARPGRADE_FATBIN(gpu_test_kernels), module), Status::success);
  auto arguments = GetParam().arguments;
  if (arguments.empty()) arguments = pack(buffer);
  if (arguments.size() == 20) std::memcpy(arguments.data(), &buffer, sizeof buffer);
  if (std::string(GetParam().kernel) == "traps") arguments.clear();
  EXPECT_EQ(client.launch({module, GetParam().kernel, {}, {32, 1, 1}, 0, 0, false, arguments}),
            Status::success);
  const auto status = client.synchronize();
  std::printf("    %s: status %d\n", GetParam().kernel, static_cast<int>(status));
  EXPECT_NE(std::ranges::find(GetParam().statuses, status), GetParam().statuses.end());
  std::uint64_t other = 0;
  EXPECT_EQ(client.allocate(Owner::harness, 256, other), status);
  const auto evidence = client.take_evidence();
  ASSERT_EQ(evidence.findings.size(), 1U);
  std::printf("    %s: %s\n", finding_kind_name(evidence.findings[0].kind),
              evidence.findings[0].message.c_str());
  EXPECT_EQ(evidence.findings[0].kind, GetParam().kind);
  EXPECT_EQ(evidence.findings[0].kernel, GetParam().kernel);

  const auto start = std::chrono::steady_clock::now();
  server.kill();
  const std::chrono::duration<double> killed = std::chrono::steady_clock::now() - start;
  auto next = start_server();
  EXPECT_EQ(device::Client(next.control_fd()).synchronize(), Status::success);
  const std::chrono::duration<double> usable = std::chrono::steady_clock::now() - start;
  std::printf("    killed in %.3f s, the next server works after %.3f s\n", killed.count(),
              usable.count());
  EXPECT_LT(usable.count(), 10);
}

constexpr std::uint64_t kBuffer = 0;  // Replaced by the buffer's address.

INSTANTIATE_TEST_SUITE_P(
    Kinds, Faults,
    testing::Values(
        FaultRow{"write_at",
                 pack(kBuffer, 1LL << 36, 1.0F),
                 {Status::illegal_address},
                 FindingKind::out_of_bounds},
        FaultRow{"misaligned", {}, {Status::misaligned_address}, FindingKind::misaligned},
        FaultRow{"asserts", pack(1), {Status::device_assert}, FindingKind::device_assert},
        FaultRow{
            "traps", {}, {Status::launch_failure, Status::illegal_instruction}, FindingKind::trap},
        FaultRow{"spins", {}, {Status::launch_timeout}, FindingKind::kernel_time_limit}),
    [](const auto& row) { return std::string(row.param.kernel); });

TEST(Servers, TwoShareTheGpuAndTheirAddresses) {
  auto one = start_server();
  auto other = start_server();
  device::Client a(one.control_fd());
  device::Client b(other.control_fd());
  std::uint64_t in_a = 0;
  std::uint64_t in_b = 0;
  ASSERT_EQ(a.allocate(Owner::harness, 1024, in_a), Status::success);
  ASSERT_EQ(b.allocate(Owner::harness, 1024, in_b), Status::success);
  EXPECT_EQ(a.fill(in_a, 1, 4, 256), Status::success);
  EXPECT_EQ(b.fill(in_b, 2, 4, 256), Status::success);
  std::uint32_t word = 0;
  const auto bytes = std::as_writable_bytes(std::span(&word, 1));
  EXPECT_EQ(a.download(in_a, bytes), Status::success);
  EXPECT_EQ(word, 1U);
  EXPECT_EQ(b.download(in_b, bytes), Status::success);
  EXPECT_EQ(word, 2U);
}

}  // namespace
}  // namespace warpgrade::gpu
