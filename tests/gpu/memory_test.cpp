// SPDX-License-Identifier: Apache-2.0
// Memory, addresses, guards and formulas on the real thing.
#include "harness/core/index_fill.hpp"
#include "harness/core/poison.hpp"
#include "harness/device/address.hpp"
#include "harness/device/cuda/gpu.hpp"
#include "machine.hpp"

#include <chrono>
#include <cstdio>
#include <set>

namespace warpgrade::gpu {
namespace {

using device::Movement;
using device::Owner;
using device::Status;
using Memory = OnDevice;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

TEST(Start, TellsWhatItFoundAndHowLongItTook) {
  const auto start = std::chrono::steady_clock::now();
  const auto driver = device::cuda::load_driver();
  const auto loaded = seconds_since(start);
  ASSERT_EQ(device::cuda::why_no_gpu(driver), "");
  const auto initialised = seconds_since(start);
  device::cuda::CudaDevice device(driver, "h200");
  const auto opened = seconds_since(start);
  int version = 0;
  driver.cuDriverGetVersion(&version);
  const auto& info = device.info();
  std::printf("    driver %d, %s, %s, cc %u.%u, %u SMs, L2 %.1f MB, memory %.1f GB, %.0f MHz\n",
              version, info.name.c_str(), info.uuid.c_str(), info.cc_major, info.cc_minor,
              info.multiprocessors, static_cast<double>(info.l2_bytes) / 1e6,
              static_cast<double>(info.total_memory_bytes) / 1e9, info.clock_hz / 1e6);
  std::printf("    shared %llu, opt-in %llu, per SM %llu, reserved %llu\n",
              static_cast<unsigned long long>(info.shared_bytes_per_block),
              static_cast<unsigned long long>(info.shared_bytes_per_block_optin),
              static_cast<unsigned long long>(info.shared_bytes_per_multiprocessor),
              static_cast<unsigned long long>(info.reserved_shared_bytes_per_block));
  std::printf("    dlopen %.3f s, cuInit %.3f s, device %.3f s\n", loaded, initialised - loaded,
              opened - initialised);
  EXPECT_EQ(info.kind, "cuda");
}

// What the driver says to address hints: nothing is expected, but everything else here rests on it.
TEST(Start, TellsWhichAddressesTheDriverGives) {
  const auto driver = device::cuda::load_driver();
  ASSERT_EQ(device::cuda::why_no_gpu(driver), "");
  const device::cuda::Gpu gpu(driver);
  for (const std::uint64_t hint :
       {device::kDeviceBase, device::kDeviceBase + (std::uint64_t{512} << 30),
        std::uint64_t{0x0300'0000'0000}, std::uint64_t{0x2000'0000'0000}, std::uint64_t{0}}) {
    for (const std::uint64_t gigabytes : {1, 240, 960}) {
      CUdeviceptr given = 0;
      const auto result =
          driver.cuMemAddressReserve(&given, gigabytes << 30, std::size_t{2} << 20, hint, 0);
      std::printf("    hint %#14llx, %3llu GiB: %s %#llx\n", static_cast<unsigned long long>(hint),
                  static_cast<unsigned long long>(gigabytes),
                  result == CUDA_SUCCESS ? "given" : describe(driver, result).c_str(), given);
      if (result == CUDA_SUCCESS) driver.cuMemAddressFree(given, gigabytes << 30);
    }
  }
}

TEST_F(Memory, AddressesLieWhereHostsHaveNothing) {
  const auto a = allocate(1000);
  std::printf("    first address %#llx\n", static_cast<unsigned long long>(a));
  EXPECT_TRUE(device::is_device_address(a));
  EXPECT_EQ(a % 256, 0U);
}

TEST_F(Memory, GrowsByGigabytes) {
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 4; ++i) {
    const auto a = allocate(std::uint64_t{2} << 30);
    EXPECT_TRUE(device::is_device_address(a));
  }
  std::printf("    8 GiB in %.3f s\n", seconds_since(start));
  std::uint64_t free_bytes = 0;
  std::uint64_t total = 0;
  EXPECT_EQ(device.memory(free_bytes, total), Status::success);
  EXPECT_LT(free_bytes, total);
}

TEST_F(Memory, NewMemoryIsPoisonedAndWhatGoesUpComesDown) {
  const auto a = allocate(4096);
  EXPECT_EQ(words(a, 1024), std::vector<std::uint32_t>(1024, kOutputPoison));
  std::vector<std::uint32_t> data(1024);
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<std::uint32_t>(i * i);
  EXPECT_EQ(device.upload(a, std::as_bytes(std::span(data))), Status::success);
  const auto b = allocate(4096);
  EXPECT_EQ(device.copy(b, a, 4096), Status::success);
  EXPECT_EQ(words(b, 1024), data);
  EXPECT_EQ(device.fill(b, 0x1234, 2, 6), Status::success);
  EXPECT_EQ(device.fill(b, 0x56, 1, 3), Status::success);
  EXPECT_EQ(words(b, 3), (std::vector<std::uint32_t>{0x12565656, 0x12341234, 0x12341234}));
}

TEST_F(Memory, FormulasAreThoseOfTheHost) {
  for (const Extent input : {Extent{1, 1}, Extent{5, 7}, Extent{31, 33}, Extent{611, 613},
                             Extent{1048561, 1}, Extent{2003, 3001}}) {
    for (const std::uint64_t seed : {std::uint64_t{0}, ~std::uint64_t{0}}) {
      const auto cells = static_cast<std::size_t>(input.rows * input.cols);
      const auto a = allocate(cells * 4);
      ASSERT_EQ(device.fill_index(a, {input, seed}), Status::success);
      const IndexFill fill(static_cast<std::int64_t>(cells), seed);
      const auto got = words(a, cells);
      std::size_t wrong = 0;
      std::vector<std::uint32_t> transposed(cells);
      const auto rows = static_cast<std::size_t>(input.rows);
      const auto cols = static_cast<std::size_t>(input.cols);
      for (std::size_t i = 0; i < cells; ++i) {
        wrong += got[i] != fill.bits(static_cast<std::int64_t>(i)) ? 1 : 0;
        transposed[i % cols * rows + i / cols] = got[i];
      }
      EXPECT_EQ(wrong, 0U) << input.rows << " x " << input.cols;
      std::uint64_t counted = 1;
      EXPECT_EQ(device.count_wrong(a, {input, seed}, Movement::copied, counted), Status::success);
      EXPECT_EQ(counted, 0U);
      transposed[cells / 2] ^= 1;
      ASSERT_EQ(device.upload(a, std::as_bytes(std::span(transposed))), Status::success);
      EXPECT_EQ(device.count_wrong(a, {input, seed}, Movement::transposed, counted),
                Status::success);
      EXPECT_EQ(counted, 1U) << input.rows << " x " << input.cols;
      device.release(Owner::harness, a);
    }
  }
}

TEST_F(Memory, GuardsTellWhatWasWrittenBesideABuffer) {
  const auto module = load(WARPGRADE_FATBIN(gpu_test_kernels));
  const auto a = allocate(1001);
  EXPECT_TRUE(evidence().findings.empty());
  EXPECT_EQ(launch(module, "write_byte", {}, {}, a, 1001LL, char{1}), Status::success);
  EXPECT_EQ(launch(module, "write_byte", {}, {}, a, -9LL, char{1}), Status::success);
  const auto findings = evidence().findings;
  ASSERT_EQ(findings.size(), 2U);
  EXPECT_NE(findings[0].message.find("1 bytes before the start"), std::string::npos);
  EXPECT_NE(findings[0].message.find("nearest 8 bytes"), std::string::npos);
  EXPECT_NE(findings[1].message.find("1 bytes after the end"), std::string::npos);
  EXPECT_TRUE(evidence().findings.empty());
}

TEST_F(Memory, VariablesWorkThroughTheirShownAddresses) {
  const auto module = load(WARPGRADE_FATBIN(gpu_test_kernels));
  std::uint64_t table = 0;
  std::uint64_t factor = 0;
  std::uint64_t bytes = 0;
  ASSERT_EQ(device.variable(module, "table", table, bytes), Status::success);
  EXPECT_EQ(bytes, 16U);
  ASSERT_EQ(device.variable(module, "factor", factor, bytes), Status::success);
  EXPECT_TRUE(device::is_device_address(table));
  const std::uint32_t seven = 7;
  EXPECT_EQ(device.upload(factor, std::as_bytes(std::span(&seven, 1))), Status::success);
  const auto out = allocate(16);
  EXPECT_EQ(launch(module, "use_variables", {}, {4, 1, 1}, out), Status::success);
  EXPECT_EQ(words(out, 4), (std::vector<std::uint32_t>{70, 140, 210, 280}));
  EXPECT_EQ(launch(module, "through_pointer", {}, {}, table, out), Status::success);
  EXPECT_EQ(words(out, 1)[0], 20U);
}

TEST_F(Memory, WordsThatAKernelChangesAreCounted) {
  const auto module = load(WARPGRADE_FATBIN(gpu_test_lesson));
  const Extent input{31, 33};
  const auto in = allocate(31 * 33 * 4);
  const auto out = allocate(31 * 33 * 4);
  device.fill_index(in, {input, 1});
  device.take_evidence();
  EXPECT_EQ(launch(module, "tiled_static", {2, 1, 1}, {32, 8, 1}, in, out, std::uint64_t{31},
                   std::uint64_t{33}),
            Status::success);
  std::uint64_t wrong = 1;
  EXPECT_EQ(device.count_wrong(out, {input, 1}, Movement::transposed, wrong), Status::success);
  EXPECT_EQ(wrong, 0U);
  const auto steps = evidence().steps;
  ASSERT_EQ(steps.size(), 1U);
  EXPECT_EQ(steps[0].what, "tiled_static");
  EXPECT_GT(steps[0].seconds, 0);
  ASSERT_EQ(steps[0].touched.size(), 2U);
  EXPECT_EQ(steps[0].touched[0].words_written, 0U);
  EXPECT_EQ(steps[0].touched[1].words_written, 31U * 33U);
}

}  // namespace
}  // namespace warpgrade::gpu
