// SPDX-License-Identifier: Apache-2.0
// Figures of NVIDIA's occupancy calculator (cuda_occupancy.h of CUDA 13.0), for a Tesla T4 and an
// H200.
#include "harness/device/occupancy.hpp"

#include <gtest/gtest.h>

namespace warpgrade::device {
namespace {

DeviceInfo t4() {
  DeviceInfo info;
  info.cc_major = 7;
  info.cc_minor = 5;
  info.multiprocessors = 40;
  info.max_threads_per_multiprocessor = 1024;
  info.max_blocks_per_multiprocessor = 16;
  info.shared_bytes_per_multiprocessor = 65536;
  return info;
}

DeviceInfo h200() {
  DeviceInfo info;
  info.cc_major = 9;
  info.multiprocessors = 132;
  info.max_threads_per_multiprocessor = 2048;
  info.max_blocks_per_multiprocessor = 32;
  info.shared_bytes_per_multiprocessor = 233472;
  info.reserved_shared_bytes_per_block = 1024;
  return info;
}

struct Row {
  DeviceInfo device;
  std::uint32_t threads;
  std::uint64_t shared;
  std::uint32_t registers;
  std::uint32_t blocks;
  Occupancy::Limit limit;
};

TEST(Occupancy, IsTheLeastOfFourShares) {
  using Limit = Occupancy::Limit;
  for (const auto& row :
       {Row{t4(), 256, 0, 0, 4, Limit::block_size}, Row{t4(), 32, 0, 16, 16, Limit::blocks},
        Row{t4(), 96, 0, 0, 10, Limit::block_size},
        Row{t4(), 256, 33000, 32, 1, Limit::shared_memory},
        Row{t4(), 256, 0, 80, 3, Limit::registers}, Row{t4(), 160, 0, 100, 3, Limit::registers},
        Row{h200(), 256, 0, 32, 8, Limit::block_size}, Row{h200(), 256, 0, 33, 6, Limit::registers},
        Row{h200(), 128, 48 << 10, 32, 4, Limit::shared_memory},
        Row{h200(), 32, 0, 255, 8, Limit::registers}}) {
    KernelLimits kernel;
    kernel.static_shared_bytes = row.shared;
    kernel.registers = row.registers;
    LaunchRequest request;
    request.block = {row.threads, 1, 1};
    const auto got = occupancy_of(row.device, kernel, request);
    EXPECT_EQ(got.blocks, row.blocks) << row.threads << " " << row.shared << " " << row.registers;
    EXPECT_EQ(got.limit, row.limit) << row.threads << " " << row.shared << " " << row.registers;
    EXPECT_EQ(got.warps, row.blocks * ((row.threads + 31) / 32));
    EXPECT_EQ(blocks_per_multiprocessor(row.device, kernel, row.threads, 0), row.blocks);
  }
}

TEST(Occupancy, RegistersLimitABlockInEqualParts) {
  EXPECT_EQ(threads_by_registers(t4(), 0), 1024U);
  EXPECT_EQ(threads_by_registers(t4(), 64), 1024U);
  EXPECT_EQ(threads_by_registers(t4(), 65), 896U);
  EXPECT_EQ(threads_by_registers(t4(), 96), 640U);
  EXPECT_EQ(threads_by_registers(h200(), 255), 256U);
}

}  // namespace
}  // namespace warpgrade::device
