// SPDX-License-Identifier: Apache-2.0
#include "harness/report/json.hpp"
#include "harness/report/json_evidence.hpp"
#include "samples.hpp"
#include "schema.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <string>
#include <vector>

namespace warpgrade::report {
namespace {

nlohmann::json the_schema() {
  std::ifstream file{WARPGRADE_SOURCE_DIR "/docs/result.schema.json"};
  return nlohmann::json::parse(file);
}

nlohmann::json json_of(const Report& report) {
  return nlohmann::json::parse(write_json(report, {}));
}

TEST(Json, EverySampleIsValid) {
  const auto schema = the_schema();
  for (const auto& sample : kSamples) {
    EXPECT_EQ(schema_complaints(schema, json_of(sample.make())), std::vector<std::string>{})
        << sample.name;
  }
}

TEST(Json, AnEmptyReportIsValid) {
  auto report = Report{};
  report.device.kind = "emulated";
  EXPECT_EQ(schema_complaints(the_schema(), json_of(report)), std::vector<std::string>{});
}

TEST(Json, TheSchemaKnowsEveryOutcomeAndFinding) {
  const auto schema = the_schema();
  const auto& outcomes = schema["properties"]["outcome"]["enum"];
  ASSERT_EQ(outcomes.size(), kOutcomes);
  for (int i = 0; i < kOutcomes; ++i) EXPECT_EQ(outcomes[i], outcome_name(static_cast<Outcome>(i)));
  const auto& kinds = schema["$defs"]["finding"]["properties"]["kind"]["enum"];
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    EXPECT_EQ(kinds[i], finding_kind_name(static_cast<FindingKind>(i)));
  }
}

TEST(Json, TheCheckerFindsWhatIsWrong) {
  const auto schema = the_schema();
  auto broken = json_of(passed_sample());
  broken.erase("goals");
  broken["outcome"] = "splendid";
  broken["timing"]["ratio_interval"] = {1.0};
  broken["correctness"]["cases_run"] = -1;
  broken["extra"] = 1;
  EXPECT_EQ(schema_complaints(schema, broken).size(), 5U);
}

TEST(Json, WallClockTimeIsNotInIt) {
  auto slow = passed_sample();
  slow.wall_seconds = 1000;
  EXPECT_EQ(write_json(slow, {}), write_json(passed_sample(), {}));
}

TEST(Json, NumbersAreRoundedToNineDigits) {
  EXPECT_EQ(number(1.0 / 3).dump(), "0.333333333");
  EXPECT_EQ(number(0.000228).dump(), "0.000228");
  EXPECT_EQ(number(-0.0).dump(), "-0.0");
  EXPECT_EQ(number(std::nan("")).dump(), "null");
  EXPECT_EQ(number(HUGE_VAL).dump(), "null");
}

TEST(Json, KeysStandInTheOrderOfTheDesign) {
  const auto text = write_json(passed_sample(), {});
  std::size_t last = 0;
  for (const auto* key :
       {"schema", "exercise", "submission", "device", "outcome", "passed", "summary", "exit_code",
        "correctness", "findings", "timing", "counters", "goals", "claims"}) {
    const auto at = text.find("\n  \"" + std::string{key} + '"');
    ASSERT_NE(at, std::string::npos) << key;
    EXPECT_GT(at, last) << key;
    last = at;
  }
}

TEST(Json, SizesOfAnyExerciseAreNamed) {
  Report report;
  report.device.kind = "emulated";
  report.sizes = {"rows", "cols", "inner"};
  report.correctness.smallest_failing_case = SmallestCase{{2, 1, 33}, 12, true};
  report.correctness.element = ElementType::float64;
  report.correctness.first_wrong_cells = {
      {0, 0, 0x3ff0000000000000, 0x7fd0dead7fd0dead, Holds::unwritten, -1, -1}};
  const auto json = json_of(report);
  EXPECT_EQ(schema_complaints(the_schema(), json), std::vector<std::string>{});
  const auto& smallest = json["correctness"]["smallest_failing_case"];
  EXPECT_EQ(smallest["rows"], 2);
  EXPECT_EQ(smallest["cols"], 1);
  EXPECT_EQ(smallest["sizes"]["inner"], 33);
  EXPECT_EQ(json["correctness"]["element"], "double");
  const auto& cell = json["correctness"]["first_wrong_cells"][0];
  EXPECT_EQ(cell["expected"], 1.0);
  EXPECT_EQ(cell["got_bits"], "0x7fd0dead7fd0dead");
}

TEST(Json, BytesThatAreNoTextDoNotBreakIt) {
  auto report = passed_sample();
  report.submission_output = "\xff\xfe\x1b[31m\n";
  const auto text = write_json(report, {});
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_NO_THROW(json_of(report));
}

}  // namespace
}  // namespace warpgrade::report
