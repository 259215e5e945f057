// SPDX-License-Identifier: Apache-2.0
#include "harness/report/text.hpp"
#include "harness/report/layout.hpp"
#include "samples.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <sstream>
#include <string>
#include <vector>

namespace warpgrade::report {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in{text};
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TEST(Text, FitsOnAScreen) {
  for (const auto& sample : kSamples) {
    EXPECT_LE(lines_of(write_text(sample.make(), {})).size(), 40U) << sample.name;
  }
}

TEST(Text, SaysWhatItLeavesOut) {
  const auto text = write_text(hostile_sample(), {});
  EXPECT_NE(text.find("more lines of details: --format json has all"), std::string::npos);
  EXPECT_NE(text.find("left out                what it printed"), std::string::npos);
}

TEST(Text, TheVerdictIsNeverLeftOut) {
  for (const auto& sample : kSamples) {
    const auto report = sample.make();
    Style style;
    style.most_lines = 8;
    const auto lines = lines_of(write_text(report, style));
    ASSERT_GE(lines.size(), 3U);
    EXPECT_TRUE(lines[2].starts_with("  " + std::string{outcome_headline(report.outcome)}));
  }
}

TEST(Text, NoLearnersControlCharacterGetsThrough) {
  const auto text = write_text(hostile_sample(), {});
  EXPECT_TRUE(std::ranges::all_of(text, [](char c) { return c == '\n' || (c & 0xe0) != 0; }));
  for (auto line : lines_of(text)) {
    line.erase(0, line.find_first_not_of(' '));
    EXPECT_FALSE(line.starts_with("::")) << line;
    EXPECT_EQ(line.find("##["), std::string::npos) << line;
    EXPECT_EQ(line.find("##vso"), std::string::npos) << line;
  }
}

TEST(Text, ColoursOnlyWhenAsked) {
  EXPECT_EQ(write_text(passed_sample(), {}).find('\x1b'), std::string::npos);
  Style style;
  style.colors = true;
  EXPECT_NE(write_text(passed_sample(), style).find("\x1b[1;32mPASSED\x1b[0m"), std::string::npos);
  EXPECT_NE(write_text(no_faster_sample(), style).find("\x1b[1;31mCORRECT"), std::string::npos);
  EXPECT_NE(write_text(harness_failed_sample(), style).find("\x1b[1;33mTHE"), std::string::npos);
}

TEST(Text, LabelsWhereTimesComeFrom) {
  EXPECT_NE(write_text(passed_sample(), {}).find("2003 x 3001, modelled"), std::string::npos);
  EXPECT_NE(write_text(hostile_sample(), {}).find("2003 x 3001, measured"), std::string::npos);
}

TEST(Text, SaysHowFarTheSmallestCaseIsProved) {
  auto report = wrong_output_sample();
  report.correctness.smallest_failing_case = SmallestCase{{1, 1}, 0, true};
  EXPECT_NE(write_text(report, {}).find("1 x 1   (there is no smaller shape)"), std::string::npos);
  report.correctness.smallest_failing_case = SmallestCase{{9, 9}, 17, false};
  EXPECT_NE(write_text(report, {}).find("there may be a smaller one"), std::string::npos);
}

TEST(Layout, Groups) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1 000");
  EXPECT_EQ(grouped(6011003), "6 011 003");
}

TEST(Layout, Seconds) {
  EXPECT_EQ(seconds_text(2.28e-4), "228 us");
  EXPECT_EQ(seconds_text(1.24e-3), "1.24 ms");
  EXPECT_EQ(seconds_text(12.34), "12.3 s");
  EXPECT_EQ(seconds_text(5e-9), "5.00 ns");
  EXPECT_EQ(seconds_text(0), "0.00 ns");
}

TEST(Layout, Values) {
  EXPECT_EQ(value_text(std::bit_cast<std::uint32_t>(608.0F)), "608");
  EXPECT_EQ(value_text(0x80000000), "-0");
  EXPECT_EQ(value_text(0x7fc00000), "nan (0x7fc00000)");
  EXPECT_EQ(value_text(0xfffffff8, ElementType::int32), "-8");
  EXPECT_EQ(value_text(std::bit_cast<std::uint64_t>(0.1), ElementType::float64), "0.1");
  EXPECT_EQ(value_text(0x7ff8000000000000, ElementType::float64), "nan (0x7ff8000000000000)");
}

TEST(Layout, WrapsAtBlanks) {
  const std::string a(70, 'a');
  const std::string b(90, 'b');
  EXPECT_EQ(wrapped(a + " " + b + " c", 74), (std::vector<std::string>{a, b, "c"}));
  EXPECT_EQ(wrapped("one two", 74), std::vector<std::string>{"one two"});
  EXPECT_TRUE(wrapped("", 74).empty());
}

TEST(Layout, OnlyTheFirstRowHasTheLabel) {
  Section section;
  append(section, "label", std::string(74, 'a') + " b");
  ASSERT_EQ(section.lines.size(), 2U);
  EXPECT_EQ(section.lines[0], "  label                   " + std::string(74, 'a'));
  EXPECT_EQ(section.lines[1], std::string(26, ' ') + "b");
}

TEST(Layout, CutsTheLeastImportantFirst) {
  std::vector<Section> sections{{"a", std::vector<std::string>(10, "a"), 2, 2},
                                {"b", std::vector<std::string>(10, "b"), 2, 1}};
  fit(sections, 18);
  EXPECT_EQ(sections[0].lines.size(), 10U);
  EXPECT_EQ(sections[1].lines.size(), 7U);
  EXPECT_NE(sections[1].lines.back().find("4 more lines of b"), std::string::npos);
}

TEST(Layout, LeavesWholeSectionsOutAtLast) {
  std::vector<Section> sections{{"a", {"a", "a", "a"}, 3, 2},
                                {"b", {"b", "b", "b"}, 3, 1},
                                {"c", {"c", "c", "c"}, 3, kAlwaysShown}};
  fit(sections, 8);
  EXPECT_EQ(sections[0].lines.size(), 3U);
  EXPECT_TRUE(sections[1].lines.empty());
  ASSERT_EQ(sections[2].lines.size(), 4U);
  EXPECT_NE(sections[2].lines.back().find("b: --format json has all"), std::string::npos);
}

TEST(Layout, LeavesWhatFitsAlone) {
  std::vector<Section> sections{{"a", std::vector<std::string>(10, "a"), 2, 2},
                                {"empty", {}, 0, 0}};
  fit(sections, 10);
  EXPECT_EQ(sections[0].lines.size(), 10U);
  EXPECT_EQ(join(sections).size(), 20U);
}

}  // namespace
}  // namespace warpgrade::report
