// SPDX-License-Identifier: Apache-2.0
// A worker on a device server: the learner's host code launches, the server runs the kernels.
#include "harness/device/client.hpp"
#include "harness/device/process.hpp"
#include "harness/submission/worker/worker_process.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <string>
#include <vector>

namespace warpgrade::worker {
namespace {

using device::Owner;
using device::Status;

constexpr std::uint64_t kRows = 31;
constexpr std::uint64_t kCols = 97;
constexpr double kLong = 60;  ///< Never reached.

const std::filesystem::path kBuild = WARPGRADE_BINARY_DIR;

class OnDevice : public testing::Test {
 protected:
  OnDevice()
      : server_(device::ServerProcess::start(
            {kBuild / "bin/warpgrade-device",
             std::filesystem::path(WARPGRADE_SOURCE_DIR) / "cards/t4.toml", 1})),
        control(server_.control_fd()),
        input(kRows * kCols) {
    std::iota(input.begin(), input.end(), 1.0F);
  }

  /// One call of the submission on `input`; its output.
  std::vector<float> run(const std::string& submission) {
    const auto bytes = input.size() * sizeof(float);
    std::uint64_t in = 0;
    std::uint64_t out = 0;
    EXPECT_EQ(control.allocate(Owner::harness, bytes, in), Status::success);
    EXPECT_EQ(control.allocate(Owner::harness, bytes, out), Status::success);
    EXPECT_EQ(control.upload(in, std::as_bytes(std::span(input))), Status::success);
    EXPECT_EQ(control.fill(out, 0, sizeof(float), input.size()), Status::success);
    control.take_evidence();
    auto worker = WorkerProcess::start(
        {kBuild / "bin/warpgrade-worker", kBuild / "lib/libcudart.so",
         kBuild / "tests/fixtures/worker" / (submission + ".so"), server_.take_client_fd()});
    end = worker.call(std::vector<std::uint64_t>{in, out, kRows, kCols}, kLong);
    EXPECT_EQ(end.kind, CallEnd::Kind::returned) << end.text << " signal " << end.signal;
    printed = worker.take_printed();
    evidence = control.take_evidence();
    std::vector<float> output(input.size());
    output_status = control.download(out, std::as_writable_bytes(std::span(output)));
    return output;
  }

  [[nodiscard]] bool found(FindingKind kind) const {
    return std::ranges::any_of(evidence.findings, [&](const auto& f) { return f.kind == kind; });
  }

 private:
  device::ServerProcess server_;

 protected:
  device::Client control;
  std::vector<float> input;
  CallEnd end;
  std::string printed;
  Evidence evidence;
  Status output_status = Status::unknown;
};

TEST_F(OnDevice, Transposes) {
  const auto output = run("transposes");
  ASSERT_EQ(output_status, Status::success);
  for (std::uint64_t r = 0; r < kRows; ++r) {
    for (std::uint64_t c = 0; c < kCols; ++c) {
      ASSERT_EQ(output[c * kRows + r], input[r * kCols + c]) << r << ", " << c;
    }
  }
  ASSERT_EQ(evidence.steps.size(), 1U);
  EXPECT_EQ(evidence.steps.front().counters.grid, (Dim3{4, 1, 1}));
  EXPECT_TRUE(evidence.findings.empty());
}

TEST_F(OnDevice, ALaunchErrorIsSeenThoughItWasSwallowed) {
  run("swallows_an_error");
  EXPECT_EQ(printed, "invalid argument\n");
  EXPECT_TRUE(found(FindingKind::launch_refused));
}

TEST_F(OnDevice, OptingInLiftsTheLimit) {
  EXPECT_EQ(run("opts_in").front(), 1.0F);
  EXPECT_TRUE(evidence.findings.empty());
}

TEST_F(OnDevice, AFaultComesBackFromTheNextCall) {
  run("reads_out_of_bounds");
  EXPECT_EQ(printed, "cudaErrorIllegalAddress\n");
  EXPECT_TRUE(found(FindingKind::out_of_bounds));
}

}  // namespace
}  // namespace warpgrade::worker
