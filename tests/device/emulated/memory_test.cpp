// SPDX-License-Identifier: Apache-2.0
// Allocation, transfers and who may do what.
#include "tests/device/emulated/machine.hpp"

#include <unistd.h>

#include <array>
#include <numeric>

namespace warpgrade::device::emulated {
namespace {

using Memory = Machine;

template <class T>
std::span<const std::byte> bytes_of(const T& values) {
  return std::as_bytes(std::span(values));
}

TEST_F(Memory, WhatGoesUpComesDown) {
  const auto address = allocate(64);
  std::array<std::uint32_t, 16> values{};
  std::iota(values.begin(), values.end(), 5);
  ASSERT_EQ(device.upload(address, bytes_of(values)), Status::success);
  EXPECT_EQ(words(address, 16), std::vector<std::uint32_t>(values.begin(), values.end()));
  const auto evidence = device.take_evidence();
  ASSERT_EQ(evidence.steps.size(), 2U);
  EXPECT_EQ(evidence.steps[0].kind, Step::Kind::memory_copy);
  EXPECT_EQ(evidence.steps[0].bytes, 64U);
  EXPECT_EQ(evidence.steps[0].to, address);
  EXPECT_EQ(evidence.steps[0].from, 0U);
  EXPECT_TRUE(evidence.findings.empty());
}

TEST_F(Memory, CopiesAndFillsTakeModelledTime) {
  const auto a = allocate(4096);
  const auto b = allocate(4096);
  ASSERT_EQ(device.fill(a, 0x01020304, 4, 1024), Status::success);
  ASSERT_EQ(device.copy(b, a, 4096), Status::success);
  EXPECT_EQ(words(b, 1024), std::vector<std::uint32_t>(1024, 0x01020304));
  const auto steps = device.take_evidence().steps;
  ASSERT_EQ(steps.size(), 3U);
  EXPECT_EQ(steps[0].kind, Step::Kind::memory_set);
  EXPECT_EQ(steps[0].to, a);
  EXPECT_EQ(steps[1].to, b);
  EXPECT_EQ(steps[1].from, a);
  EXPECT_GT(steps[0].seconds, 0);
  EXPECT_GT(steps[1].seconds, 0);
  EXPECT_EQ(device.clock_seconds(), steps[0].seconds + steps[1].seconds);
}

TEST_F(Memory, FillsRepeatTheLowBytes) {
  const auto a = allocate(16);
  ASSERT_EQ(device.fill(a, 0x1234, 4, 4), Status::success);
  ASSERT_EQ(device.fill(a, 0xabcd, 2, 3), Status::success);
  ASSERT_EQ(device.fill(a, 0x99ff, 1, 1), Status::success);
  EXPECT_EQ(words(a, 4), (std::vector<std::uint32_t>{0xabcdabff, 0xabcd, 0x1234, 0x1234}));
  EXPECT_EQ(device.fill(a, 0, 3, 1), Status::invalid_value);
  EXPECT_EQ(device.fill(a, 0, 8, 1), Status::invalid_value);
}

TEST_F(Memory, RangesThatLeaveTheirAllocationAreRefusedWhole) {
  const auto a = allocate(64);
  const auto b = allocate(64);
  std::array<std::byte, 65> data{};
  const std::array<Status, 6> results{
      device.upload(a, data),          device.download(a + 60, std::span(data).first(8)),
      device.copy(a, b + 1, 64),       device.fill(a, 0, 4, 17),
      device.fill(a, 0, 4, ~0ULL / 2), device.upload(a - 1, std::span(data).first(1))};
  for (const auto result : results) EXPECT_EQ(result, Status::invalid_value);
  const auto evidence = device.take_evidence();
  ASSERT_EQ(evidence.findings.size(), results.size());
  EXPECT_EQ(evidence.findings[0].kind, FindingKind::api_error);
  EXPECT_EQ(evidence.steps.size(), results.size());
  EXPECT_EQ(evidence.steps[0].error, 1);
}

TEST_F(Memory, NothingIsAlwaysAllowed) {
  EXPECT_EQ(device.upload(0, {}), Status::success);
  EXPECT_EQ(device.download(0, {}), Status::success);
  EXPECT_EQ(device.copy(0, 0, 0), Status::success);
  EXPECT_EQ(device.fill(0, 0, 4, 0), Status::success);
  EXPECT_EQ(device.release(Owner::submission, 0), Status::success);
  EXPECT_EQ(allocate(0), 0U);
  EXPECT_TRUE(device.take_evidence().steps.empty());
}

TEST_F(Memory, TheSubmissionMayNotFreeTheGradersBuffers) {
  const auto in = allocate(64, Owner::harness);
  EXPECT_EQ(device.release(Owner::submission, in), Status::invalid_value);
  EXPECT_EQ(device.take_evidence().findings.at(0).message,
            "cudaFree of a buffer that belongs to the grader");
  EXPECT_EQ(words(in, 16).size(), 16U);
  EXPECT_EQ(device.release(Owner::harness, in), Status::success);
}

TEST_F(Memory, FreeingTwiceOrTheMiddleIsAnError) {
  const auto a = allocate(64, Owner::submission);
  EXPECT_EQ(device.release(Owner::submission, a + 4), Status::invalid_value);
  EXPECT_EQ(device.release(Owner::submission, a), Status::success);
  EXPECT_EQ(device.release(Owner::submission, a), Status::invalid_value);
  EXPECT_EQ(device.take_evidence().findings.size(), 2U);
}

TEST_F(Memory, WhatTheSubmissionHoldsIsCounted) {
  allocate(1000, Owner::harness);
  const auto a = allocate(100, Owner::submission);
  allocate(10, Owner::submission);
  EXPECT_EQ(device.take_evidence().allocated_bytes, 110U);
  device.release(Owner::submission, a);
  EXPECT_EQ(device.take_evidence().allocated_bytes, 10U);
}

TEST_F(Memory, TheSubmissionHasAShare) {
  RunOptions options;
  options.submission_memory_bytes = 1000;
  device.set_options(options);
  allocate(5000, Owner::harness);
  allocate(900, Owner::submission);
  std::uint64_t address = 7;
  EXPECT_EQ(device.allocate(Owner::submission, 101, address), Status::memory_allocation);
  EXPECT_EQ(device.allocate(Owner::submission, ~0ULL, address), Status::memory_allocation);
  EXPECT_EQ(address, 7U);
  allocate(100, Owner::submission);
  EXPECT_EQ(device.take_evidence().findings.at(0).kind, FindingKind::api_error);
}

TEST_F(Memory, TheCardHasAnEnd) {
  std::uint64_t address = 0;
  EXPECT_EQ(device.allocate(Owner::submission, device.info().total_memory_bytes + 1, address),
            Status::memory_allocation);
  std::uint64_t free_bytes = 0;
  std::uint64_t total_bytes = 0;
  ASSERT_EQ(device.memory(free_bytes, total_bytes), Status::success);
  EXPECT_EQ(free_bytes, total_bytes);
  allocate(1 << 20);
  ASSERT_EQ(device.memory(free_bytes, total_bytes), Status::success);
  EXPECT_LE(free_bytes, total_bytes - (1 << 20));
}

TEST_F(Memory, FindsTheAllocationOfAnAddress) {
  const auto a = allocate(64);
  std::uint64_t base = 0;
  std::uint64_t bytes = 0;
  EXPECT_EQ(device.find(a + 63, base, bytes), Status::success);
  EXPECT_EQ(base, a);
  EXPECT_EQ(bytes, 64U);
  EXPECT_EQ(device.find(a + 64, base, bytes), Status::invalid_value);
}

TEST_F(Memory, ResetFreesTheSubmissionsOnly) {
  const auto in = allocate(64, Owner::harness);
  const auto own = allocate(64, Owner::submission);
  EXPECT_EQ(device.reset(), Status::success);
  std::uint64_t base = 0;
  std::uint64_t bytes = 0;
  EXPECT_EQ(device.find(in, base, bytes), Status::success);
  EXPECT_EQ(device.find(own, base, bytes), Status::invalid_value);
  const auto evidence = device.take_evidence();
  EXPECT_TRUE(evidence.device_reset);
  EXPECT_EQ(evidence.allocated_bytes, 0U);
  EXPECT_FALSE(device.take_evidence().device_reset);
}

TEST_F(Memory, UnsupportedCallsAreFindings) {
  device.note_unsupported("cudaGraphLaunch\n\x1b[31m");
  const auto finding = device.take_evidence().findings.at(0);
  EXPECT_EQ(finding.kind, FindingKind::unsupported_call);
  EXPECT_EQ(finding.message, "the runtime call cudaGraphLaunch31m is not supported");
}

TEST_F(Memory, MappedMemoryCountsAsTheSubmissions) {
  std::uint64_t address = 0;
  ASSERT_EQ(device.allocate_mapped(Owner::submission, 100, address), Status::success);
  const auto window = device.mapped_window();
  ASSERT_GE(window.fd, 0);
  EXPECT_LT(address - window.base, window.bytes);
  EXPECT_EQ(device.take_evidence().allocated_bytes, 100U);
  EXPECT_EQ(device.allocate_mapped(Owner::submission, 0, address), Status::invalid_value);
  device.reset();
  EXPECT_EQ(device.take_evidence().allocated_bytes, 0U);

  // The harness's own buffers lie elsewhere: a submission cannot map them.
  const auto own = allocate(4096);
  EXPECT_GE(own - window.base, window.bytes);
  close(window.fd);
}

TEST_F(Memory, MappedMemoryIsPartOfTheSubmissionsShare) {
  RunOptions options;
  options.submission_memory_bytes = 1000;
  device.set_options(options);
  std::uint64_t address = 0;
  EXPECT_EQ(device.allocate_mapped(Owner::submission, 800, address), Status::success);
  EXPECT_EQ(device.allocate_mapped(Owner::submission, 300, address), Status::memory_allocation);
  EXPECT_EQ(device.release(Owner::submission, address), Status::success);
}

TEST_F(Memory, WhatTheHostWritesCannotBeReplayed) {
  device.begin_recording();
  std::uint64_t address = 0;
  ASSERT_EQ(device.allocate_mapped(Owner::submission, 100, address), Status::success);
  device.fill(address, 0, 1, 100);
  std::string problem;
  device.end_recording(problem);
  EXPECT_EQ(problem, "solve() has memory that the host writes, too");
}

}  // namespace
}  // namespace warpgrade::device::emulated
