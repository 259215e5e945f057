// SPDX-License-Identifier: Apache-2.0
// What the device remembers between launches: which bytes were written, and what is never freed.
#include "harness/device/emulated/leaks.hpp"
#include "harness/device/emulated/source_text.hpp"
#include "tests/device/emulated/machine.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace warpgrade::device::emulated {
namespace {

/// Every thread reads its word of p0 and writes it back plus p1.
constexpr std::string_view kAdd = R"(
ld.param.u64 %rd1, [p0];
ld.param.u32 %r1, [p1];
mov.u32 %r4, %tid.x;
cvta.to.global.u64 %rd2, %rd1;
mul.wide.s32 %rd3, %r4, 4;
add.s64 %rd4, %rd2, %rd3;
ld.global.u32 %r2, [%rd4];
add.s32 %r6, %r2, %r1;
st.global.u32 [%rd4], %r6;
ret;)";

class Checks : public Machine {
 protected:
  void options(bool global, bool leaks = false) {
    RunOptions options;
    options.check_global = global;
    options.check_leaks = leaks;
    device.set_options(options);
  }
  /// Lanes of kAdd on 32 words at `address` that read what is not set.
  std::uint64_t unset_reads(std::uint64_t address) {
    EXPECT_EQ(device.launch(request(load(kAdd), {}, {32, 1, 1}, address, 1)), Status::success);
    std::uint64_t lanes = 0;
    for (const auto& finding : device.take_evidence().findings) {
      if (finding.kind == FindingKind::unset_global_read) lanes += finding.count;
    }
    return lanes;
  }
  std::vector<Finding> leaks() { return device.take_evidence().findings; }
};

TEST_F(Checks, AKernelSetsWhatItWrites) {
  const auto data = allocate(128);
  EXPECT_EQ(unset_reads(data), 32U);
  EXPECT_EQ(unset_reads(data), 0U);
}

TEST_F(Checks, UploadsFillsAndFormulasSet) {
  const std::vector<std::byte> bytes(64);
  const auto data = allocate(128);
  ASSERT_EQ(device.upload(data, bytes), Status::success);
  ASSERT_EQ(device.fill(data + 64, 0, 4, 8), Status::success);
  EXPECT_EQ(unset_reads(data), 8U);
  const auto matrix = allocate(128);
  ASSERT_EQ(device.fill_index(matrix, {{4, 8}, 1}), Status::success);
  EXPECT_EQ(unset_reads(matrix), 0U);
}

TEST_F(Checks, CopiesTakeTheMarksAlong) {
  const auto from = allocate(128);
  const auto to = allocate(128);
  ASSERT_EQ(device.fill(from, 0, 4, 10), Status::success);
  ASSERT_EQ(device.copy(to, from, 128), Status::success);
  EXPECT_EQ(unset_reads(to), 22U);
}

TEST_F(Checks, ACopyToTheHostSaysHowMuchIsUnset) {
  const auto data = allocate(128);
  ASSERT_EQ(device.fill(data, 0, 4, 10), Status::success);
  words(data, 10);
  EXPECT_TRUE(device.take_evidence().findings.empty());
  words(data, 32);
  const auto findings = device.take_evidence().findings;
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].kind, FindingKind::unset_global_read);
  EXPECT_EQ(findings[0].severity, Severity::warning);
}

TEST_F(Checks, WithoutTheCheckMemoryCountsAsSet) {
  options(false);
  const auto data = allocate(128);
  EXPECT_EQ(unset_reads(data), 0U);
  options(true);
  EXPECT_EQ(unset_reads(data), 0U) << "it was not watched from the start";
}

TEST_F(Checks, WhatIsWrittenUncheckedCountsAsSet) {
  const auto data = allocate(128);
  options(false);
  EXPECT_EQ(unset_reads(data), 0U);
  options(true);
  EXPECT_EQ(unset_reads(data), 0U);
}

TEST_F(Checks, ReplaysSetToo) {
  const auto data = allocate(128);
  const auto module = load(kIota);
  device.begin_recording();
  ASSERT_EQ(device.launch(request(module, {}, {32, 1, 1}, data)), Status::success);
  std::string problem;
  ASSERT_EQ(device.end_recording(problem), Status::success);
  Replay replay;
  ASSERT_EQ(device.replay(true, replay), Status::success);
  device.take_evidence();
  EXPECT_EQ(unset_reads(data), 0U);
}

TEST_F(Checks, LeaksAreCountedAtTheEnd) {
  options(true, true);
  const auto kept = allocate(400, Owner::submission);
  allocate(400, Owner::submission);
  allocate(16, Owner::submission);
  allocate(99, Owner::harness);
  ASSERT_EQ(device.release(Owner::submission, kept), Status::success);
  const auto findings = leaks();
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].kind, FindingKind::memory_leak);
  EXPECT_EQ(findings[0].severity, Severity::info);
  EXPECT_EQ(findings[0].count, 2U);
  EXPECT_EQ(findings[0].message,
            "2 allocations of 416 bytes together were never freed: 1 of 400 bytes, 1 of 16 bytes");
}

TEST_F(Checks, AResetLeaksWhatWasThere) {
  options(true, true);
  allocate(400, Owner::submission);
  ASSERT_EQ(device.reset(), Status::success);
  const auto findings = leaks();
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].message, "an allocation of 400 bytes was never freed");
}

TEST_F(Checks, NobodyAskedForLeaks) {
  allocate(400, Owner::submission);
  EXPECT_TRUE(leaks().empty());
}

TEST_F(Checks, AfterAnErrorThatStaysNoFreeSucceedsAndNoneIsMissed) {
  options(true, true);
  const auto data = allocate(64, Owner::submission);
  ASSERT_EQ(device.launch(request(load(kIota), {}, {32, 1, 1}, data)), Status::success);
  ASSERT_NE(device.synchronize(), Status::success);
  for (const auto& finding : leaks()) EXPECT_NE(finding.kind, FindingKind::memory_leak);
}

TEST(Leaks, ListTheLargestSizes) {
  EXPECT_FALSE(leak_finding({}));
  const auto finding = leak_finding({1, 2, 3, 4, 5, 6});
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->message,
            "6 allocations of 21 bytes together were never freed: 1 of 6 bytes, 1 of 5 bytes, 1 of "
            "4 bytes, 1 of 3 bytes, 1 of 2 bytes, ...");
}

TEST(SourceText, IsThatOfSmallRegularFiles) {
  const auto file = std::filesystem::temp_directory_path() /
                    ("warpgrade-source-" + std::to_string(getpid()) + ".cu");
  std::ofstream{file} << "int a;";
  EXPECT_EQ(source_text(file.string()), "int a;");
  std::filesystem::resize_file(file, (1 << 20) + 1);
  EXPECT_EQ(source_text(file.string()), "");
  std::filesystem::remove(file);
  EXPECT_EQ(source_text(file.string()), "");
  EXPECT_EQ(source_text("/dev/zero"), "");
  EXPECT_EQ(source_text("/"), "");
}

}  // namespace
}  // namespace warpgrade::device::emulated
