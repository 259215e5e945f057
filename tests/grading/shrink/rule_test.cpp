// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/shrink/rule.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <ostream>
#include <string>

namespace warpgrade::shrink {
namespace {

constexpr std::int64_t kTile = 32;

struct Row {
  std::string name;
  std::function<bool(const Shape&)> fails;
  Shape smallest;
  std::optional<Rule> rule;
};
void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

std::map<Shape, bool, BySize> probe(const Row& row) {
  std::map<Shape, bool, BySize> known;
  for (const auto shape : rule_probes(row.smallest, kTile)) known[shape] = row.fails(shape);
  return known;
}

class Rules : public testing::TestWithParam<Row> {};

TEST_P(Rules, AreInferred) { EXPECT_EQ(infer_rule(probe(GetParam()), kTile), GetParam().rule); }

bool tiles_differ(const Shape& shape) {
  const auto e = shape.extent();
  return (e.cols + 31) / 32 != (e.rows + 31) / 32;
}

INSTANTIATE_TEST_SUITE_P(
    Table, Rules,
    testing::Values(
        Row{"always", [](const Shape&) { return true; }, {1, 1}, Rule{Property::any}},
        Row{"wide",
            [](const Shape& shape) {
              const auto e = shape.extent();
              return e.cols > 32;
            },
            {1, 33},
            Rule{Property::any, 0, Measure::cols, 32}},
        Row{"tall",
            [](const Shape& shape) {
              const auto e = shape.extent();
              return e.rows > 24;
            },
            {25, 1},
            Rule{Property::any, 0, Measure::rows, 24}},
        Row{"swapped grid", tiles_differ, {1, 33}, Rule{Property::other_tile_counts, 32}},
        Row{"more cols",
            [](const Shape& shape) {
              const auto e = shape.extent();
              return e.cols > e.rows;
            },
            {1, 2},
            Rule{Property::cols_exceed_rows}},
        Row{"either",
            [](const Shape& shape) {
              const auto e = shape.extent();
              return e.cols > 8 || e.rows > 8;
            },
            {1, 9},
            Rule{Property::any, 0, Measure::longer_side, 8}},
        Row{"both",
            [](const Shape& shape) {
              const auto e = shape.extent();
              return e.cols > 1 && e.rows > 1;
            },
            {2, 2},
            Rule{Property::any, 0, Measure::shorter_side, 1}},
        Row{"leading dimension",
            [](const Shape& shape) {
              const auto e = shape.extent();
              return e.cols != e.rows && e.cols > 1;
            },
            {1, 2},
            Rule{Property::not_square, 0, Measure::cols, 1}},
        Row{"ragged",
            [](const Shape& shape) {
              const auto e = shape.extent();
              return e.rows % 32 != 0 || e.cols % 32 != 0;
            },
            {1, 1},
            Rule{Property::either_ragged, 32}},
        Row{"no simple rule",
            [](const Shape& shape) {
              const auto e = shape.extent();
              return (e.rows * 7 + e.cols * 3) % 5 == 0;
            },
            {1, 1},
            std::nullopt}));

TEST(Rule, NeedsProbesRightBesideTheLimit) {
  std::map<Shape, bool, BySize> known;
  for (std::int64_t cols = 1; cols <= 40; ++cols) {
    if (cols != 20) known[{1, cols}] = cols > 20;
  }
  EXPECT_EQ(infer_rule(known, kTile), std::nullopt);  // 20 itself was not tried.
  known[{1, 20}] = false;
  EXPECT_NE(infer_rule(known, kTile), std::nullopt);
}

TEST(Rule, NeedsMoreThanAHandfulOfProbes) {
  EXPECT_EQ(infer_rule({{{1, 1}, true}, {{2, 2}, true}}, kTile), std::nullopt);
}

TEST(Rule, OneContradictionIsEnough) {
  Row row{"",
          [](const Shape& shape) {
            const auto e = shape.extent();
            return e.cols > 32;
          },
          {1, 33},
          std::nullopt};
  auto known = probe(row);
  known[{50, 90}] = false;
  EXPECT_EQ(infer_rule(known, kTile), std::nullopt);
}

TEST(Rule, ProbesLieRoundTheSmallestCaseAndTheTile) {
  const auto probes = rule_probes({1, 33}, kTile);
  const auto has = [&](const Shape& shape) {
    const auto e = shape.extent();
    return std::ranges::find(probes, e) != probes.end();
  };
  EXPECT_TRUE(has({1, 32}));
  EXPECT_TRUE(has({33, 33}));
  EXPECT_TRUE(has({65, 34}));
  EXPECT_FALSE(has({0, 1}));
}

}  // namespace
}  // namespace warpgrade::shrink
