// SPDX-License-Identifier: Apache-2.0
#include "harness/device/recorder.hpp"

#include <gtest/gtest.h>

#include <string>

namespace warpgrade::device {
namespace {

Finding at_line(int line) {
  Finding finding;
  finding.kernel = "k";
  finding.message = "m";
  finding.where = {"a.cu", line};
  return finding;
}

TEST(Recorder, TakesEverythingOnce) {
  Recorder recorder;
  recorder.step({Step::Kind::memory_set, "cudaMemset", 0, 1.0, 4, 0, 0, {}, {}});
  recorder.finding(at_line(3));
  recorder.text("hello");
  recorder.device_reset();
  const auto evidence = recorder.take();
  EXPECT_EQ(evidence.steps.size(), 1U);
  EXPECT_EQ(evidence.findings.size(), 1U);
  EXPECT_EQ(evidence.device_text, "hello");
  EXPECT_TRUE(evidence.device_reset);
  const auto nothing = recorder.take();
  EXPECT_TRUE(nothing.steps.empty());
  EXPECT_TRUE(nothing.findings.empty());
  EXPECT_FALSE(nothing.device_reset);
}

TEST(Recorder, CountsTheSameDefectOnOneFinding) {
  Recorder recorder;
  for (int i = 0; i < 5; ++i) recorder.finding(at_line(3));
  recorder.finding(at_line(4));
  const auto evidence = recorder.take();
  ASSERT_EQ(evidence.findings.size(), 2U);
  EXPECT_EQ(evidence.findings[0].count, 5U);
}

TEST(Recorder, WithoutALineTheWordsTellDefectsApart) {
  Recorder recorder;
  auto finding = at_line(0);
  recorder.finding(finding);
  finding.message = "other";
  recorder.finding(finding);
  recorder.finding(finding);
  EXPECT_EQ(recorder.take().findings.size(), 2U);
}

TEST(Recorder, StepsAreBoundedAndTheirTimeIsKept) {
  Recorder recorder;
  const std::size_t count = Recorder::kMaxSteps + 1000;
  for (std::size_t i = 0; i < count; ++i) {
    recorder.step({Step::Kind::launch, "k", i == count - 500 ? 700 : 0, 0.5, 2, 0, 0, {}, {}});
  }
  const auto evidence = recorder.take();
  ASSERT_EQ(evidence.steps.size(), Recorder::kMaxSteps + 1);
  const auto& rest = evidence.steps.back();
  EXPECT_EQ(rest.kind, Step::Kind::other);
  EXPECT_EQ(rest.error, 700);
  EXPECT_EQ(rest.seconds, 500.0);
  EXPECT_EQ(rest.bytes, 2000U);
}

TEST(Recorder, AFloodOfWarningsDoesNotHideAnError) {
  Recorder recorder;
  for (int line = 1; line < 10'000; ++line) {
    auto finding = at_line(line);
    finding.severity = Severity::warning;
    recorder.finding(finding);
  }
  recorder.finding(at_line(1));
  const auto evidence = recorder.take();
  EXPECT_EQ(evidence.findings.size(), Recorder::kMaxFindings + 1);
  EXPECT_EQ(evidence.findings.back().severity, Severity::error);
}

TEST(Recorder, TextIsCapped) {
  Recorder recorder;
  for (int i = 0; i < 100; ++i) recorder.text(std::string(10'000, 'x'));
  EXPECT_EQ(recorder.take().device_text.size(), Recorder::kMaxTextBytes);
}

TEST(Recorder, MessagesAreOneLine) {
  Recorder recorder;
  auto finding = at_line(1);
  finding.message = "a\nb\x1b[31m" + std::string(2000, 'z');
  recorder.finding(finding);
  const auto message = recorder.take().findings.at(0).message;
  EXPECT_EQ(message.substr(0, 8), "a b [31m");
  EXPECT_EQ(message.size(), Recorder::kMaxMessageBytes + 3);
}

}  // namespace
}  // namespace warpgrade::device
