// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/grading_session.hpp"

#include "scratch_folder.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <stdexcept>
#include <string>

namespace warpgrade::cli {
namespace {

namespace fs = std::filesystem;

const fs::path kCopy = "copy.cu";
const fs::path kNaive = "naive.cu";

/// A compiler that refuses one file, and no device at all.
Workshop refusing(const fs::path& refused) {
  Workshop workshop;
  workshop.compile = [refused](const fs::path& source, const Signature&) -> compile::Result {
    if (source.filename() != refused) return compile::Compiled{source, "cafe", false, {}};
    return compile::Refused{
        Outcome::no_solve,
        "beef",
        "no solve found",
        {{{"x.cu", 3}, Severity::warning, "unused"}, {{}, Severity::error, "linker"}}};
  };
  workshop.reference = [](const fs::path&, const Signature&) {
    return exercise::ReferenceFunction{};
  };
  workshop.runner = [](const fs::path&) -> std::unique_ptr<run::Runner> {
    throw std::runtime_error{"no device"};
  };
  return workshop;
}

class SessionTest : public testing::Test {
 protected:
  SessionTest() {
    options_.file = "dir/x.cu";
    exercise_.id = "shared_memory";
    exercise_.title = "Shared memory";
    exercise_.naive = kNaive;
    card_.id = "t4";
    card_.name = "Tesla T4";
  }
  Report grade(const Workshop& workshop) {
    return grade_submission({&options_, &exercise_, &card_, nullptr, kCopy, {}}, workshop);
  }

  GradeOptions options_;
  exercise::Exercise exercise_;
  model::Card card_;
};

TEST_F(SessionTest, AFileThatIsRefusedIsAReport) {
  const auto report = grade(refusing("x.cu"));
  EXPECT_EQ(report.outcome, Outcome::no_solve);
  EXPECT_EQ(report.summary, "no solve found");
  EXPECT_EQ(report.submission_sha256, "beef");
  EXPECT_EQ(report.submission_file, "dir/x.cu");
  EXPECT_EQ(report.exercise_title, "Shared memory");
  EXPECT_EQ(report.device.name, "Tesla T4");
  ASSERT_EQ(report.details.size(), 2U);
  EXPECT_EQ(report.details[0], "x.cu:3: warning: unused");
  EXPECT_EQ(report.details[1], "error: linker");
}

TEST_F(SessionTest, ABaselineThatIsRefusedIsOurFault) {
  for (const auto& file : {kCopy, kNaive}) {
    try {
      (void)grade(refusing(file));
      FAIL() << file;
    } catch (const std::runtime_error& error) {
      EXPECT_TRUE(std::string{error.what()}.starts_with(file.string())) << error.what();
    }
  }
}

TEST_F(SessionTest, WithoutADeviceNothingIsGraded) {
  EXPECT_THROW(grade(refusing("another.cu")), std::runtime_error);
}

TEST_F(SessionTest, AnUnknownExerciseStillHasAHeader) {
  options_.exercise = "mine";
  options_.card = "t4";
  const auto report = report_header(options_, nullptr, nullptr, nullptr);
  EXPECT_EQ(report.exercise, "mine");
  EXPECT_EQ(report.device.card, "t4");
}

}  // namespace
}  // namespace warpgrade::cli
