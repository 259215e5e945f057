// SPDX-License-Identifier: Apache-2.0
#include "tests/submission/cudart/fake_device.hpp"
#include "tests/submission/cudart/program.hpp"

#include <gtest/gtest.h>

#include <cstring>

namespace warpgrade::cudart {
namespace {

using device::FakeDevice;
using device::make_kernel;

constexpr const char* kMany = "_Z4manycsixfd4PairPKfb";

template <class T>
void expect_argument(const device::LaunchRequest& request, std::size_t offset, T want) {
  T got{};
  ASSERT_LE(offset + sizeof got, request.parameters.size());
  std::memcpy(&got, request.parameters.data() + offset, sizeof got);
  EXPECT_EQ(got, want) << "at " << offset;
}

void expect_many(const device::LaunchRequest& request) {
  EXPECT_EQ(request.kernel, kMany);
  EXPECT_EQ(request.grid, (Dim3{2, 3, 4}));
  EXPECT_EQ(request.block, (Dim3{5, 6, 7}));
  EXPECT_EQ(request.dynamic_shared_bytes, 48U);
  EXPECT_GE(request.stream, 3U) << "a stream of the program's own";
  expect_argument<char>(request, 0, 1);
  expect_argument<short>(request, 2, 2);
  expect_argument(request, 4, 3);
  expect_argument(request, 8, 4LL);
  expect_argument(request, 16, 5.5F);
  expect_argument(request, 24, 6.5);
  expect_argument(request, 32, 7);
  expect_argument(request, 40, 8.5);
  expect_argument<void*>(request, 48, nullptr);
  expect_argument(request, 56, true);
}

TEST(Launch, PacksArgumentsOnEveryPath) {
  FakeDevice device;
  device.kernels[kMany] = make_kernel({1, 2, 4, 8, 4, 8, 16, 8, 1});
  const auto ran = run_program(device, "arguments");
  EXPECT_EQ(ran.wait_status, 0) << ran.printed;
  ASSERT_EQ(device.launches.size(), 3U);
  for (const auto& request : device.launches) expect_many(request);
  EXPECT_FALSE(device.launches[1].cooperative);
  EXPECT_TRUE(device.launches[2].cooperative);
}

TEST(Launch, SendsAModuleOnceAndWhole) {
  FakeDevice device;
  device.kernels[kMany] = make_kernel({1, 2, 4, 8, 4, 8, 16, 8, 1});
  run_program(device, "arguments");
  ASSERT_EQ(device.modules.size(), 1U);
  const auto& image = device.modules.front();
  std::uint64_t bytes = 0;
  ASSERT_GT(image.size(), 16U);
  std::memcpy(&bytes, image.data() + 8, sizeof bytes);
  EXPECT_EQ(image.size(), 16 + bytes);
}

TEST(Launch, ReportsByNameWhatItLacks) {
  FakeDevice device;
  const auto ran = run_program(device, "lacking");
  EXPECT_EQ(ran.printed,
            "cudaMallocManaged(&p, 4) -> 801\nlast 801, 801, then 0\n"
            "cudaMallocArray(&array, &channel, 4) -> 801\n"
            "cudaCreateTextureObject(&texture, nullptr, nullptr, nullptr) -> 801\n"
            "last 801, 801, then 0\nplain.x = 32\nplain.f = 2\n");
  EXPECT_EQ(ran.wait_status, 0);
  EXPECT_EQ(device.unsupported, (std::vector<std::string>{"cudaMallocManaged", "cudaMallocArray",
                                                          "cudaCreateTextureObject"}));
}

}  // namespace
}  // namespace warpgrade::cudart
