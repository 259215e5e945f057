// SPDX-License-Identifier: Apache-2.0
// The device's memory, modules and life on a driver in host memory.
#include "fake_gpu.hpp"
#include "harness/core/poison.hpp"
#include "harness/device/address.hpp"

#include <gtest/gtest.h>

#include <optional>

namespace warpgrade::device::cuda {
namespace {

using Device = CudaDeviceTest;

TEST_F(Device, SaysWhatTheDriverSays) {
  EXPECT_EQ(device.info().kind, "cuda");
  EXPECT_EQ(device.info().name, "Fake");
  EXPECT_EQ(device.info().card, "h200");
  EXPECT_EQ(device.info().uuid, "GPU-abababababababababababababababab");
  EXPECT_EQ(device.info().multiprocessors, 132U);
  EXPECT_EQ(device.info().shared_bytes_per_block_optin, 232448U);
  EXPECT_EQ(device.info().clock_hz, 1.98e9);
  EXPECT_EQ(device.info().total_memory_bytes, std::uint64_t{1} << 30);
}

TEST_F(Device, GivesAddressesThatHostsCannotHave) {
  const auto address = allocate(Owner::harness, 1000);
  EXPECT_TRUE(is_device_address(address));
  EXPECT_TRUE(is_device_address(address + 1000));
  EXPECT_EQ(address % 256, 0U);
}

TEST_F(Device, NewMemoryIsPoisoned) {
  const auto address = allocate(Owner::submission, 8);
  EXPECT_EQ(words(address, 2), (std::vector<std::uint32_t>{kOutputPoison, kOutputPoison}));
}

TEST_F(Device, CopiesAndFills) {
  const auto a = allocate(Owner::harness, 16);
  const auto b = allocate(Owner::harness, 16);
  const std::vector<std::uint32_t> data{1, 2, 3, 4};
  EXPECT_EQ(device.upload(a, std::as_bytes(std::span(data))), Status::success);
  EXPECT_EQ(device.copy(b, a, 16), Status::success);
  EXPECT_EQ(device.fill(b + 4, 7, 4, 1), Status::success);
  EXPECT_EQ(device.fill(b + 8, 9, 1, 1), Status::success);
  EXPECT_EQ(device.fill(b + 12, 0x10005, 2, 1), Status::success);
  EXPECT_EQ(words(b, 4), (std::vector<std::uint32_t>{1, 7, 9, 5}));
  const auto evidence = device.take_evidence();
  ASSERT_EQ(evidence.steps.size(), 6U);
  EXPECT_EQ(evidence.steps[1].to, b);
  EXPECT_EQ(evidence.steps[1].from, a);
  EXPECT_EQ(evidence.steps[2].to, b + 4);
  EXPECT_TRUE(evidence.findings.empty());
}

TEST_F(Device, RefusesWhatLiesInNoAllocation) {
  const auto a = allocate(Owner::harness, 16);
  std::vector<std::byte> data(17);
  EXPECT_EQ(device.upload(a, data), Status::invalid_value);
  EXPECT_EQ(device.download(a + 1, std::span(data).first(16)), Status::invalid_value);
  EXPECT_EQ(device.copy(a, a + 8, 16), Status::invalid_value);
  EXPECT_EQ(device.fill(a, 0, 4, 5), Status::invalid_value);
  EXPECT_EQ(device.fill(a, 0, 4, ~std::uint64_t{0}), Status::invalid_value);
  EXPECT_EQ(device.fill(a, 0, 3, 1), Status::invalid_value);
  EXPECT_EQ(device.release(Owner::submission, a), Status::invalid_value);
  EXPECT_EQ(device.release(Owner::submission, a + 8), Status::invalid_value);
  const auto evidence = device.take_evidence();
  ASSERT_FALSE(evidence.findings.empty());
  for (const auto& finding : evidence.findings) {
    EXPECT_EQ(finding.kind, FindingKind::api_error);
    EXPECT_EQ(finding.severity, Severity::warning);
  }
}

TEST_F(Device, HoldsTheSubmissionToItsShare) {
  RunOptions options;
  options.submission_memory_bytes = 1000;
  device.set_options(options);
  std::uint64_t address = 0;
  EXPECT_EQ(device.allocate(Owner::submission, 1001, address), Status::memory_allocation);
  const auto first = allocate(Owner::submission, 600);
  EXPECT_EQ(device.allocate(Owner::submission, 401, address), Status::memory_allocation);
  EXPECT_EQ(device.take_evidence().allocated_bytes, 600U);
  EXPECT_EQ(device.release(Owner::submission, first), Status::success);
  allocate(Owner::submission, 1000);
  allocate(Owner::harness, 5000);
}

TEST_F(Device, GrowsUntilTheCardIsFull) {
  allocate(Owner::harness, std::uint64_t{300} << 20);
  allocate(Owner::harness, std::uint64_t{300} << 20);
  std::uint64_t address = 0;
  EXPECT_EQ(device.allocate(Owner::harness, std::uint64_t{900} << 20, address),
            Status::memory_allocation);
  std::uint64_t free_bytes = 0;
  std::uint64_t total = 0;
  EXPECT_EQ(device.memory(free_bytes, total), Status::success);
  EXPECT_EQ(total, std::uint64_t{1} << 30);
  EXPECT_LT(free_bytes, total - (std::uint64_t{600} << 20));
}

struct Overrun {
  std::int64_t offset;  ///< From the start of a buffer of 10 bytes.
  const char* words;
};

class GuardZones : public CudaDeviceTest, public testing::WithParamInterface<Overrun> {};

TEST_P(GuardZones, TellTheSideAndTheDistance) {
  fake.kernels["k"] = writes(GetParam().offset, 0xffffffff);
  const auto module = load();
  for (const auto owner : {Owner::harness, Owner::submission}) {
    const auto buffer = allocate(owner, 10);
    device.launch(request(module, "k", buffer));
    auto findings = device.take_evidence().findings;
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].kind, FindingKind::guard_zone_written);
    EXPECT_NE(findings[0].message.find(GetParam().words), std::string::npos) << findings[0].message;
    EXPECT_TRUE(device.take_evidence().findings.empty()) << "the zone is whole again";
    device.release(owner, buffer);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Sides, GuardZones,
    testing::Values(Overrun{-4, "4 bytes before the start of a buffer of 10 bytes"},
                    Overrun{-4, "the nearest 0 bytes away"},
                    Overrun{-12, "the nearest 8 bytes away"},
                    Overrun{8, "2 bytes after the end of a buffer of 10 bytes"},
                    Overrun{10, "4 bytes after the end"}, Overrun{10, "the nearest 0 bytes away"},
                    Overrun{110, "the nearest 100 bytes away"}));

TEST_F(Device, WritesInsideTheBufferTouchNoGuard) {
  fake.kernels["k"] = writes(4, 0xffffffff);
  device.launch(request(load(), "k", allocate(Owner::harness, 8)));
  EXPECT_TRUE(device.take_evidence().findings.empty());
}

TEST_F(Device, GuardsOfAFreedBufferAreLookedAtFirst) {
  fake.kernels["k"] = writes(16, 0xffffffff);
  const auto buffer = allocate(Owner::submission, 16);
  device.launch(request(load(), "k", buffer));
  device.release(Owner::submission, buffer);
  ASSERT_EQ(device.take_evidence().findings.size(), 1U);
}

TEST_F(Device, VariablesHaveAddressesThatWorkEverywhere) {
  fake.variables["v"] = std::vector<std::byte>(16);
  fake.kernels["k"] = writes(4, 42);
  const auto module = load();
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  ASSERT_EQ(device.variable(module, "v", address, bytes), Status::success);
  EXPECT_TRUE(is_device_address(address));
  EXPECT_EQ(bytes, 16U);
  const std::vector<std::uint32_t> data{1, 2, 3, 4};
  EXPECT_EQ(device.upload(address, std::as_bytes(std::span(data))), Status::success);
  EXPECT_EQ(device.launch(request(module, "k", address)), Status::success);
  EXPECT_EQ(words(address, 4), (std::vector<std::uint32_t>{1, 42, 3, 4}));
  std::uint64_t base = 0;
  EXPECT_EQ(device.find(address + 5, base, bytes), Status::success);
  EXPECT_EQ(base, address);
  EXPECT_EQ(device.variable(module, "w", address, bytes), Status::invalid_symbol);
  EXPECT_EQ(device.unload_module(module), Status::success);
  EXPECT_EQ(device.find(base, base, bytes), Status::invalid_value);
}

TEST_F(Device, AModuleThatIsNoFatBinaryFailsWhereItIsUsed) {
  ModuleId module = 0;
  auto cut = fatbin();
  cut.pop_back();
  EXPECT_EQ(device.load_module(cut, module), Status::success);
  KernelInfo info;
  EXPECT_EQ(device.kernel_info(module, "k", info), Status::invalid_kernel_image);
  EXPECT_EQ(device.take_evidence().findings.size(), 1U);
}

TEST_F(Device, TooMuchStaticSharedMemoryIsNamed) {
  const std::string log = "ptxas error : Entry function 'k' uses too much shared data (0x10000)";
  fake.fails["cuModuleLoadDataEx"] = CUDA_ERROR_INVALID_PTX;
  const auto bytes = std::as_bytes(std::span(log));
  fake.variables["log"].assign(bytes.begin(), bytes.end());
  KernelInfo info;
  EXPECT_EQ(device.kernel_info(load(), "k", info), Status::invalid_ptx);
  const auto findings = device.take_evidence().findings;
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].kind, FindingKind::static_shared_limit);
  EXPECT_NE(findings[0].message.find("49152"), std::string::npos);
}

TEST_F(Device, DescribesKernels) {
  auto& kernel = fake.kernels["k"];
  kernel.parameters = {8, 4, 8};
  kernel.static_shared_bytes = 4096;
  kernel.registers = 40;
  const auto module = load();
  KernelInfo info;
  ASSERT_EQ(device.kernel_info(module, "k", info), Status::success);
  ASSERT_EQ(info.parameters.size(), 3U);
  EXPECT_EQ(info.parameters[2].offset, 16U);
  EXPECT_EQ(info.parameter_bytes, 24U);
  EXPECT_EQ(info.static_shared_bytes, 4096U);
  EXPECT_EQ(info.registers, 40U);
  EXPECT_EQ(device.kernel_info(module, "other", info), Status::invalid_device_function);
  EXPECT_EQ(device.kernel_info(module + 1, "k", info), Status::invalid_resource_handle);
}

TEST_F(Device, ResetFreesTheSubmissionsMemoryAlone) {
  const auto ours = allocate(Owner::harness, 16);
  const auto theirs = allocate(Owner::submission, 16);
  EXPECT_EQ(device.reset(), Status::success);
  std::uint64_t base = 0;
  std::uint64_t bytes = 0;
  EXPECT_EQ(device.find(ours, base, bytes), Status::success);
  EXPECT_EQ(device.find(theirs, base, bytes), Status::invalid_value);
  EXPECT_TRUE(device.take_evidence().device_reset);
}

TEST(CudaDeviceStart, SaysWhyThereIsNoGpu) {
  FakeDriver fake;
  fake.fails["cuInit"] = CUDA_ERROR_NO_DEVICE;
  EXPECT_NE(why_no_gpu(fake.table), "");
  EXPECT_THROW(CudaDevice(fake.table, ""), NoGpu);
  fake.fails = {{"no device", CUDA_SUCCESS}};
  EXPECT_NE(why_no_gpu(fake.table), "");
  fake.fails.clear();
  EXPECT_EQ(why_no_gpu(fake.table), "");
}

TEST(CudaDeviceStart, NeedsTheAddressesItAsksFor) {
  FakeDriver fake;
  fake.reserves_elsewhere = true;
  try {
    const CudaDevice device(fake.table, "");
    FAIL() << "no exception";
  } catch (const NoGpu& error) {
    EXPECT_NE(std::string(error.what()).find("0xb0000000000"), std::string::npos) << error.what();
  }
}

TEST(CudaDeviceStart, MakesDoWithFewerAddresses) {
  FakeDriver fake;
  fake.refuses_above = std::uint64_t{4} << 30;
  CudaDevice device(fake.table, "");
  std::uint64_t address = 0;
  EXPECT_EQ(device.allocate(Owner::harness, 1000, address), Status::success);
  EXPECT_TRUE(is_device_address(address));
}

TEST(CudaDeviceEnd, GivesEverythingBack) {
  FakeDriver fake;
  {
    CudaDevice device(fake.table, "");
    std::uint64_t address = 0;
    device.allocate(Owner::harness, 1000, address);
    ModuleId module = 0;
    device.load_module(fatbin(), module);
  }
  EXPECT_EQ(fake.given_back,
            (std::vector<std::string>{"module", "memory", "addresses", "module", "context"}));
}

}  // namespace
}  // namespace warpgrade::device::cuda
