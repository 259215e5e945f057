// SPDX-License-Identifier: Apache-2.0
// Every call of the port, through a real socket pair and back.
#include "harness/device/client.hpp"
#include "tests/device/fake_device.hpp"
#include "tests/device/served.hpp"

#include <gtest/gtest.h>

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace warpgrade::device {
namespace {

std::vector<std::byte> pattern(std::size_t bytes) {
  std::vector<std::byte> data(bytes);
  for (std::size_t i = 0; i < bytes; ++i) data[i] = static_cast<std::byte>(i * 7 + i / 251);
  return data;
}

Evidence rich_evidence() {
  Evidence evidence;
  Step step;
  step.what = "transpose";
  step.error = 700;
  step.seconds = 0.25;
  step.counters.kernel = "transpose";
  step.counters.grid = {3, 4, 5};
  step.counters.global_load = {1, 2, 3, 4};
  step.counters.shared_store.wavefronts_ideal = 11;
  step.counters.traffic.atomics = 12;
  step.counters.lines.push_back({LineCounters::Kind::shared_store, {"a.cu", 9}, 1, 2, 3, -4});
  step.touched = {{0x100, 5, 6}};
  evidence.steps = {step, Step{Step::Kind::memory_set, "cudaMemset", 0, 0.5, 64, 0, 0, {}, {}}};
  Finding finding;
  finding.kind = FindingKind::static_shared_limit;
  finding.severity = Severity::info;
  finding.message = "said";
  finding.other = {"b.cu", 3};
  finding.thread = {7, 8, 9};
  finding.count = 13;
  evidence.findings = {finding};
  evidence.allocated_bytes = 77;
  evidence.device_text = "printed";
  return evidence;
}

TEST(ClientServer, ResultsComeBack) {
  FakeDevice device;
  device.device_info.name = "Tesla T4";
  device.device_info.max_grid = {1, 2, 3};
  Served served(device);
  Client client(served.client);

  EXPECT_EQ(client.info().name, "Tesla T4");
  EXPECT_EQ(client.info().max_grid, (Dim3{1, 2, 3}));
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  EXPECT_EQ(client.allocate(Owner::submission, 64, a), Status::success);
  EXPECT_EQ(a, FakeDevice::kBase);
  EXPECT_EQ(client.memory(a, b), Status::success);
  EXPECT_EQ(a, 7U);
  EXPECT_EQ(b, 9U);
  EXPECT_EQ(client.variable(1, "v", a, b), Status::success);
  EXPECT_EQ(a, FakeDevice::kBase + 16);
  EXPECT_EQ(b, 32U);
  EXPECT_EQ(client.find(1, a, b), Status::success);
  EXPECT_EQ(a, FakeDevice::kBase);
  ModuleId module = 0;
  EXPECT_EQ(client.load_module(pattern(1000), module), Status::success);
  EXPECT_EQ(module, 5U);
  KernelInfo kernel;
  EXPECT_EQ(client.kernel_info(5, "k", kernel), Status::success);
  ASSERT_EQ(kernel.parameters.size(), 2U);
  EXPECT_EQ(kernel.parameters[1].bytes, 4U);
  EXPECT_EQ(client.clock_seconds(), 1.5);
  EXPECT_TRUE(client.connected());
  served.stop();
  EXPECT_EQ(device.fatbin, pattern(1000));
}

TEST(ClientServer, WhatKernelsPrintIsTakenOnce) {
  FakeDevice device;
  device.printed = "hello\n";
  Served served(device);
  Client client(served.client);
  EXPECT_EQ(client.take_printed(), "hello\n");
  EXPECT_EQ(client.take_printed(), "");
}

TEST(ClientServer, SparseMatricesAreTheControlsAlone) {
  FakeDevice device;
  device.patches = {{64, {1, 2, 3}}, {128, {}}};
  Served served(device);
  Client control(served.control);
  std::uint64_t address = 0;
  EXPECT_EQ(control.allocate_sparse({{{46341, 46342}, 4}, true}, address), Status::success);
  EXPECT_EQ(address, FakeDevice::kBase);
  EXPECT_EQ(device.last_sparse.formula.input, (Extent{46341, 46342}));
  EXPECT_TRUE(device.last_sparse.poisoned);
  std::vector<Patch> patches;
  EXPECT_EQ(control.touched(address, patches), Status::success);
  ASSERT_EQ(patches.size(), 2U);
  EXPECT_EQ(patches[0].first, 64);
  EXPECT_EQ(patches[0].cells, device.patches[0].cells);
  Client client(served.client);
  EXPECT_NE(client.touched(address, patches), Status::success);
}

TEST(ClientServer, WhatTimingAsksArrives) {
  FakeDevice device;
  Served served(device);
  Client control(served.control);
  EXPECT_EQ(control.fill_index(1, {{2, 3}, 4}), Status::success);
  EXPECT_EQ(device.last_formula.input, (Extent{2, 3}));
  std::uint64_t wrong = 0;
  EXPECT_EQ(control.count_wrong(1, {{2, 3}, 5}, Movement::transposed, wrong), Status::success);
  EXPECT_EQ(wrong, 3U);
  std::string problem;
  EXPECT_EQ(control.end_recording(problem), Status::success);
  EXPECT_EQ(problem, "a problem");
  Replay replay;
  EXPECT_EQ(control.replay(false, replay), Status::success);
  EXPECT_EQ(replay.seconds, 2.5);
  EXPECT_EQ(replay.clock_low, 1e9);
  EXPECT_EQ(replay.clock_high, 2e9);
  served.stop();
  EXPECT_EQ(device.last_formula.seed, 5U);
  EXPECT_EQ(device.last_movement, Movement::transposed);
}

TEST(ClientServer, EveryCallReachesTheDeviceInOrder) {
  FakeDevice device;
  device.bytes = pattern(64);
  Served served(device);
  Client control(served.control);
  KernelInfo info;
  std::vector<std::byte> data(8);
  control.set_options({});
  control.release(Owner::harness, 1);
  control.upload(FakeDevice::kBase, data);
  control.download(FakeDevice::kBase, data);
  control.copy(1, 2, 3);
  control.fill(1, 2, 4, 3);
  control.unload_module(1);
  control.set_max_dynamic_shared(1, "k", 2);
  control.launch({});
  control.synchronize();
  control.reset();
  control.note_unsupported("cudaFoo");
  control.take_evidence();
  control.begin_recording();
  Replay replay;
  control.replay(true, replay);
  served.stop();
  EXPECT_EQ(device.calls,
            (std::vector<std::string>{"set_options", "release", "upload", "download", "copy",
                                      "fill", "unload_module", "set_max_dynamic_shared", "launch",
                                      "synchronize", "reset", "cudaFoo", "take_evidence",
                                      "begin_recording", "replay cold"}));
}

TEST(ClientServer, ADeviceErrorComesBackAsItsNumber) {
  FakeDevice device;
  device.next = Status::illegal_address;
  Served served(device);
  Client client(served.client);
  std::uint64_t address = 42;
  EXPECT_EQ(client.allocate(Owner::submission, 64, address), Status::illegal_address);
  EXPECT_EQ(address, 42U);
  EXPECT_EQ(client.synchronize(), Status::illegal_address);
  EXPECT_TRUE(client.connected());
}

TEST(ClientServer, OutOfHostMemoryIsAnErrorOfThatCall) {
  FakeDevice device;
  Served served(device);
  Client client(served.client);
  std::uint64_t address = 0;
  EXPECT_EQ(client.allocate(Owner::submission, ~std::uint64_t{0}, address),
            Status::memory_allocation);
  EXPECT_EQ(client.synchronize(), Status::success);
}

TEST(ClientServer, ALaunchKeepsEveryField) {
  FakeDevice device;
  Served served(device);
  Client client(served.client);
  const LaunchRequest request{3, "_Z1k", {1, 2, 3}, {4, 5, 6}, 77, 8, true, pattern(300)};
  EXPECT_EQ(client.launch(request), Status::success);
  served.stop();
  EXPECT_EQ(device.last_launch.module, 3U);
  EXPECT_EQ(device.last_launch.kernel, "_Z1k");
  EXPECT_EQ(device.last_launch.grid, (Dim3{1, 2, 3}));
  EXPECT_EQ(device.last_launch.block, (Dim3{4, 5, 6}));
  EXPECT_EQ(device.last_launch.dynamic_shared_bytes, 77U);
  EXPECT_EQ(device.last_launch.stream, 8U);
  EXPECT_TRUE(device.last_launch.cooperative);
  EXPECT_EQ(device.last_launch.parameters, pattern(300));
}

TEST(ClientServer, OptionsKeepEveryField) {
  FakeDevice device;
  Served served(device);
  Client control(served.control);
  control.set_options({.count = false,
                       .check_shared = false,
                       .check_global = false,
                       .check_leaks = true,
                       .threads = 3,
                       .instruction_budget = 4,
                       .submission_memory_bytes = 5,
                       .kernel_seconds = 6,
                       .schedule_seed = 7});
  served.stop();
  EXPECT_FALSE(device.options.count);
  EXPECT_FALSE(device.options.check_shared);
  EXPECT_EQ(device.options.threads, 3U);
  EXPECT_EQ(device.options.instruction_budget, 4U);
  EXPECT_EQ(device.options.submission_memory_bytes, 5U);
  EXPECT_FALSE(device.options.check_global);
  EXPECT_TRUE(device.options.check_leaks);
  EXPECT_EQ(device.options.kernel_seconds, 6);
  EXPECT_EQ(device.options.schedule_seed, 7U);
}

TEST(ClientServer, EvidenceKeepsEveryField) {
  FakeDevice device;
  device.evidence = rich_evidence();
  Served served(device);
  const auto got = Client(served.control).take_evidence();
  wire::Writer expected;
  wire::Writer actual;
  expected(rich_evidence());
  actual(got);
  EXPECT_TRUE(std::ranges::equal(expected.bytes(), actual.bytes()));
  ASSERT_EQ(got.steps.size(), 2U);
  EXPECT_EQ(got.steps[0].counters.lines.at(0).lane_stride_bytes, -4);
  EXPECT_EQ(got.findings.at(0).kind, FindingKind::static_shared_limit);
}

TEST(ClientServer, LongTransfersAreCutAndArriveWhole) {
  FakeDevice device;
  const auto data = pattern(wire::kChunkBytes + 12345);
  device.bytes.resize(data.size());
  Served served(device);
  Client client(served.client);
  ASSERT_EQ(client.upload(FakeDevice::kBase, data), Status::success);
  std::vector<std::byte> back(data.size());
  ASSERT_EQ(client.download(FakeDevice::kBase, back), Status::success);
  EXPECT_TRUE(back == data);
  served.stop();
  EXPECT_TRUE(device.bytes == data);
}

TEST(ClientServer, ALongUploadPastTheEndMovesNothing) {
  FakeDevice device;
  const auto data = pattern(wire::kChunkBytes + 100);
  device.bytes.resize(data.size() - 1);
  Served served(device);
  Client client(served.client);
  EXPECT_EQ(client.upload(FakeDevice::kBase, data), Status::invalid_value);
  served.stop();
  EXPECT_TRUE(device.bytes == std::vector<std::byte>(data.size() - 1));
}

TEST(ClientServer, TheClientOwnsNothingOfTheHarness) {
  FakeDevice device;
  Served served(device);
  Client client(served.client);
  std::uint64_t address = 0;
  device.last_owner = Owner::harness;
  EXPECT_EQ(client.allocate(Owner::harness, 1, address), Status::success);
  served.stop();
  EXPECT_EQ(device.last_owner, Owner::submission);
}

TEST(ClientServer, OptionsAndEvidenceAreNotTheClients) {
  for (const bool evidence : {false, true}) {
    FakeDevice device;
    Served served(device);
    Client client(served.client);
    if (evidence) {
      client.take_evidence();
    } else {
      client.set_options({});
    }
    EXPECT_FALSE(client.connected());
    EXPECT_EQ(client.synchronize(), Status::unknown);
    EXPECT_EQ(Client(served.control).synchronize(), Status::success);
    served.stop();
    EXPECT_EQ(device.calls, std::vector<std::string>{"synchronize"});
  }
}

TEST(ClientServer, OnlyTheSubmissionsResetIsEvidence) {
  FakeDevice device;
  Served served(device);
  Client control(served.control);
  Client client(served.client);
  control.reset();
  EXPECT_FALSE(control.take_evidence().device_reset);
  client.reset();
  EXPECT_TRUE(control.take_evidence().device_reset);
  control.reset();
  EXPECT_FALSE(control.take_evidence().device_reset);
}

TEST(ClientServer, TheClientsEndLeavesTheControl) {
  FakeDevice device;
  Served served(device);
  served.close_client();
  EXPECT_EQ(Client(served.control).synchronize(), Status::success);
}

TEST(ClientServer, AServerThatNeverAnswersIsGivenUp) {
  const auto fds = socket_pair();
  Client client(fds[0]);
  client.set_reply_limit(0.001);
  EXPECT_EQ(client.synchronize(), Status::unknown);
  EXPECT_FALSE(client.connected());
  close(fds[0]);
  close(fds[1]);
}

TEST(ClientServer, AnOversizedNameIsRefusedLocally) {
  FakeDevice device;
  Served served(device);
  Client client(served.client);
  KernelInfo info;
  EXPECT_EQ(client.kernel_info(1, std::string(wire::kMaxRequestBytes, 'x'), info),
            Status::invalid_value);
  ModuleId module = 0;
  EXPECT_EQ(client.load_module(std::vector<std::byte>(wire::kChunkBytes + 1), module),
            Status::invalid_kernel_image);
  EXPECT_TRUE(client.connected());
}

/// Has one byte of mapped memory.
class SharingDevice : public FakeDevice {
 public:
  explicit SharingDevice(int fd) : fd_{fd} {}
  MappedWindow mapped_window() override { return {4096, 1, dup(fd_)}; }

 private:
  int fd_;
};

TEST(ClientServer, TheFileOfMappedMemoryComesAlong) {
  const int fd = memfd_create("test", MFD_CLOEXEC);
  ASSERT_EQ(write(fd, "x", 1), 1);
  SharingDevice device(fd);
  Served served(device);
  Client client(served.client);
  std::uint64_t address = 0;
  EXPECT_EQ(client.allocate_mapped(Owner::harness, 2, address), Status::success);
  EXPECT_EQ(address, FakeDevice::kBase + 2);
  EXPECT_EQ(device.last_owner, Owner::submission);

  const auto window = client.mapped_window();
  EXPECT_EQ(window.base, 4096U);
  EXPECT_EQ(window.bytes, 1U);
  ASSERT_GE(window.fd, 0);
  char got = 0;
  EXPECT_EQ(pread(window.fd, &got, 1, 0), 1);
  EXPECT_EQ(got, 'x');
  close(window.fd);
  close(fd);
  EXPECT_EQ(client.clock_seconds(), client.clock_seconds()) << "the connection goes on";
  EXPECT_TRUE(client.connected());
}

TEST(ClientServer, ADeviceWithoutMappedMemorySaysSo) {
  FakeDevice device;
  Served served(device);
  Client client(served.client);
  EXPECT_EQ(client.mapped_window().fd, -1);
  EXPECT_TRUE(client.connected());
}

}  // namespace
}  // namespace warpgrade::device
