// SPDX-License-Identifier: Apache-2.0
// Launches: what they do, what they leave in the evidence, and what is refused.
#include "harness/device/emulated/launcher.hpp"
#include "harness/device/messages.hpp"
#include "harness/device/wire.hpp"
#include "tests/device/emulated/machine.hpp"

#include <algorithm>
#include <numeric>

namespace warpgrade::device::emulated {
namespace {

using Launch = Machine;

TEST_F(Launch, RunsAndIsRecorded) {
  const auto module = load(kIota);
  const auto out = allocate(4096);
  ASSERT_EQ(device.launch(request(module, {8, 1, 1}, {128, 1, 1}, out, 10)), Status::success);
  ASSERT_EQ(device.synchronize(), Status::success);
  std::vector<std::uint32_t> expected(1024);
  std::iota(expected.begin(), expected.end(), 10);
  EXPECT_EQ(words(out, 1024), expected);

  const auto evidence = device.take_evidence();
  EXPECT_TRUE(evidence.findings.empty());
  ASSERT_EQ(evidence.steps.size(), 2U);  // The launch and the download above.
  const auto& step = evidence.steps[0];
  EXPECT_EQ(step.kind, Step::Kind::launch);
  EXPECT_EQ(step.what, "k");
  EXPECT_EQ(step.error, 0);
  EXPECT_GT(step.seconds, 0);
  EXPECT_EQ(device.clock_seconds(), step.seconds);
  EXPECT_EQ(step.counters.kernel, "k");
  EXPECT_EQ(step.counters.launches, 1U);
  EXPECT_EQ(step.counters.grid, (Dim3{8, 1, 1}));
  EXPECT_EQ(step.counters.block, (Dim3{128, 1, 1}));
  EXPECT_EQ(step.counters.global_store.requests, 32U);
  EXPECT_EQ(step.counters.global_store.sectors, 128U);
  EXPECT_EQ(step.counters.traffic.unique_sectors_written, 128U);
  EXPECT_EQ(step.counters.traffic.lane_instructions, 1024U * 12);
  ASSERT_EQ(step.touched.size(), 1U);
  EXPECT_EQ(step.touched[0].base, out);
  EXPECT_EQ(step.touched[0].words_written, 1024U);
  EXPECT_EQ(step.touched[0].words_read, 0U);
}

TEST_F(Launch, WithoutCountingThereIsNoCountButStillTouch) {
  RunOptions options;
  options.count = false;
  options.check_shared = false;
  device.set_options(options);
  const auto out = allocate(128);
  ASSERT_EQ(device.launch(request(load(kIota), {}, {32, 1, 1}, out)), Status::success);
  const auto evidence = device.take_evidence();
  const auto& step = evidence.steps.at(0);
  EXPECT_EQ(step.counters.global_store.requests, 0U);
  EXPECT_EQ(step.touched.at(0).words_written, 32U);
}

/// Evidence as bytes, which compares every field.
std::vector<std::byte> bytes_of(const Evidence& evidence) {
  wire::Writer writer;
  writer(evidence);
  return {writer.bytes().begin(), writer.bytes().end()};
}

TEST_F(Launch, EvidenceDoesNotDependOnThreads) {
  const auto module = load(kIota);
  const auto out = allocate(40'000);  // 96 blocks write 49152 bytes: the last ones out of bounds.
  std::vector<Evidence> runs;
  for (const unsigned threads : {1U, 2U, 7U}) {
    RunOptions options;
    options.threads = threads;
    device.set_options(options);
    ASSERT_EQ(device.launch(request(module, {96, 1, 1}, {128, 1, 1}, out, 10)), Status::success);
    EXPECT_EQ(device.synchronize(), Status::illegal_address);
    device.reset();
    runs.push_back(device.take_evidence());
    EXPECT_EQ(bytes_of(runs.back()), bytes_of(runs[0]));
  }
  ASSERT_EQ(runs[0].findings.size(), 1U);
  EXPECT_EQ(runs[0].findings[0].count, 12'288U - 10'000U);
  EXPECT_EQ(runs[0].findings[0].block, (Dim3{78, 0, 0}));
  EXPECT_EQ(runs[0].findings[0].thread, (Dim3{16, 0, 0}));
}

TEST_F(Launch, EvidenceOfABadEndDoesNotDependOnThreads) {
  // Blocks from 50 on trap, all before spin for a while; the budget ends some of the runs first.
  const auto module = load(R"(
mov.u32 %r1, %ctaid.x;
setp.ge.u32 %p1, %r1, 50;
@%p1 trap;
mov.u32 %r2, 0;
again:
add.s32 %r2, %r2, 1;
setp.lt.u32 %p2, %r2, 100;
@%p2 bra again;
ret;)");
  for (const std::uint64_t budget : {100'000U, 1'000'000U}) {
    std::vector<std::byte> first;
    for (const unsigned threads : {1U, 2U, 7U}) {
      RunOptions options;
      options.threads = threads;
      options.instruction_budget = budget;
      device.set_options(options);
      ASSERT_EQ(device.launch(request(module, {96, 1, 1}, {32, 1, 1})), Status::success);
      EXPECT_EQ(device.synchronize(),
                budget == 100'000U ? Status::launch_timeout : Status::launch_failure);
      device.reset();
      const auto evidence = bytes_of(device.take_evidence());
      if (first.empty()) first = evidence;
      EXPECT_EQ(evidence, first) << threads << " threads, budget " << budget;
    }
  }
}

TEST_F(Launch, ARefusalIsAStepAndAFindingAndNotSticky) {
  const auto module = load(kIota);
  EXPECT_EQ(device.launch(request(module, {}, {2048, 1, 1})), Status::invalid_configuration);
  auto too_much_shared = request(module, {}, {32, 1, 1});
  too_much_shared.dynamic_shared_bytes = 53248;
  EXPECT_EQ(device.launch(too_much_shared), Status::invalid_value);
  EXPECT_EQ(device.synchronize(), Status::success);
  const auto evidence = device.take_evidence();
  ASSERT_EQ(evidence.steps.size(), 2U);
  EXPECT_EQ(evidence.steps[0].error, 9);
  EXPECT_EQ(evidence.steps[0].seconds, 0);
  EXPECT_EQ(evidence.steps[0].counters.launches, 0U);
  ASSERT_EQ(evidence.findings.size(), 2U);
  EXPECT_EQ(evidence.findings[0].kind, FindingKind::launch_refused);
  EXPECT_EQ(evidence.findings[0].severity, Severity::error);
  EXPECT_EQ(evidence.findings[0].kernel, "k");
  EXPECT_EQ(evidence.findings[1].message,
            "the launch asked for 53248 bytes of dynamic shared memory; 49152 are allowed without "
            "cudaFuncSetAttribute, 65536 with it");
}

TEST_F(Launch, OptingInRaisesTheLimit) {
  const auto module = load(kIota);
  const auto out = allocate(128);
  auto launch = request(module, {}, {32, 1, 1}, out);
  launch.dynamic_shared_bytes = 53248;
  EXPECT_EQ(device.set_max_dynamic_shared(module, "k", 65537), Status::invalid_value);
  EXPECT_EQ(device.launch(launch), Status::invalid_value);
  EXPECT_EQ(device.set_max_dynamic_shared(module, "k", 53248), Status::success);
  EXPECT_EQ(device.launch(launch), Status::success);
  KernelInfo info;
  EXPECT_EQ(device.kernel_info(module, "k", info), Status::success);
  EXPECT_EQ(info.max_dynamic_shared_bytes, 53248U);
  const auto evidence = device.take_evidence();
  ASSERT_EQ(evidence.findings.size(), 2U);
  EXPECT_EQ(evidence.findings[0].severity, Severity::warning);
  EXPECT_EQ(evidence.findings[0].kind, FindingKind::launch_refused);
}

TEST_F(Launch, WrongArgumentsAreRefused) {
  auto launch = request(load(kIota));
  launch.parameters.pop_back();
  EXPECT_EQ(device.launch(launch), Status::invalid_value);
  EXPECT_EQ(device.take_evidence().findings.at(0).message,
            "the launch passed 11 bytes of arguments, the kernel takes 12");
}

TEST_F(Launch, ACooperativeOneMustFitOnTheCard) {
  auto launch = request(load(kIota), {1280, 1, 1}, {32, 1, 1}, allocate(1280 * 32 * 4));
  launch.cooperative = true;  // A T4 has 40 multiprocessors of at most 16 blocks.
  EXPECT_EQ(device.launch(launch), Status::cooperative_launch_too_large);
  const auto evidence = device.take_evidence();
  EXPECT_EQ(evidence.findings.at(0).kind, FindingKind::launch_refused);
  EXPECT_EQ(evidence.findings.at(0).message,
            "the cooperative launch has 1280 blocks, this card holds 640 of them at once: ask "
            "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
  launch.grid = {640, 1, 1};
  EXPECT_EQ(device.launch(launch), Status::success);
  EXPECT_TRUE(device.take_evidence().findings.empty());
}

TEST_F(Launch, UnknownModulesAndKernelsAreErrors) {
  const auto module = load(kIota);
  EXPECT_EQ(device.launch(request(module + 1)), Status::invalid_resource_handle);
  auto launch = request(module);
  launch.kernel = "other";
  EXPECT_EQ(device.launch(launch), Status::invalid_device_function);
  KernelInfo info;
  EXPECT_EQ(device.kernel_info(module, "other", info), Status::invalid_device_function);
  EXPECT_EQ(device.unload_module(module), Status::success);
  EXPECT_EQ(device.unload_module(module), Status::invalid_resource_handle);
  EXPECT_EQ(device.launch(request(module)), Status::invalid_resource_handle);
}

TEST(Budget, GrowsWithTheGridAndIsSmallerUnderChecks) {
  RunOptions checked;
  RunOptions unchecked;
  unchecked.check_shared = false;
  LaunchRequest launch;
  launch.block = {32, 1, 1};
  EXPECT_EQ(default_budget(launch, checked), 200'128'000U);
  EXPECT_EQ(default_budget(launch, unchecked), 2'000'256'000U);
  launch.grid = {100'000, 1, 1};
  launch.block = {1024, 1, 1};
  EXPECT_EQ(default_budget(launch, unchecked), 2'000'000'000 + 102'400'000ULL * 8000);
  // 64 elements a thread in and out, as tiles of 128 x 128 have: some 25 instructions each.
  launch.grid = {8192, 1, 1};
  launch.block = {32, 8, 1};
  EXPECT_GT(default_budget(launch, checked), 8192ULL * 256 * 128 * 25);
  launch.grid = {2147483647, 65535, 65535};
  EXPECT_EQ(default_budget(launch, checked), ~0ULL);
}

}  // namespace
}  // namespace warpgrade::device::emulated
