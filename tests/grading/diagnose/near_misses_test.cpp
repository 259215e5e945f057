// SPDX-License-Identifier: Apache-2.0
// A rule must explain every wrong cell: one cell more or less, and it says nothing.
#include "harness/core/poison.hpp"
#include "tests/grading/diagnose/mistakes.hpp"

#include <algorithm>
#include <bit>

namespace warpgrade::diagnose {
namespace {

bool has(const std::vector<Verdict>& verdicts, Pattern pattern) {
  return std::ranges::find(verdicts, pattern, &Verdict::pattern) != verdicts.end();
}

std::vector<Verdict> verdicts_of(const Outcome& outcome) {
  return all_verdicts(outcome.evidence());
}

/// Makes a right cell of `outcome` wrong: never written.
void add_unwritten(Outcome& outcome, std::int64_t r, std::int64_t c) {
  const auto at = static_cast<std::size_t>(r * outcome.input.rows + c);
  const auto expected = outcome.expected[at];
  outcome.cells.push_back({r, c, expected, kOutputPoison, Holds::unwritten, -1, -1});
  std::ranges::sort(outcome.cells, [](const WrongCell& a, const WrongCell& b) {
    return a.row != b.row ? a.row < b.row : a.col < b.col;
  });
  ++outcome.unwritten;
}

void remove_cell(Outcome& outcome, std::size_t index) {
  if (outcome.cells[index].holds == Holds::unwritten) --outcome.unwritten;
  outcome.cells.erase(outcome.cells.begin() + static_cast<std::ptrdiff_t>(index));
}

struct Case {
  std::string name;
  Mistake mistake;
  Extent input;
  Pattern pattern;
};

void store_unflipped(Machine& m, const Thread& th) {
  const auto row = th.bx * m.edge() + th.ty;
  const auto col = th.by * m.edge() + th.tx;
  if (row < m.cols() && col < m.rows()) m.write(row * m.rows() + col, m.tile(th.ty, th.tx));
}

std::vector<Case> cases() {
  const auto cols = [](const Machine& m) { return m.cols(); };
  const auto rows = [](const Machine& m) { return m.rows(); };
  const auto eight = [](const Machine& /*m*/, const Thread& th) { return th.ty < 8; };
  const auto loaded = [](const Machine& /*m*/, const Thread& th) { return th.ty < 24; };
  const auto swapped = [](const Machine& m, auto row, auto col) {
    return row < m.cols() && col < m.rows();
  };
  const auto one_short = [](const Machine& m, auto row, auto col) {
    return row < m.cols() && col < m.rows() - 1;
  };
  const auto inside = [](const Machine& m, const Thread& th) {
    return th.by * m.edge() + th.ty < m.rows() && th.bx * m.edge() + th.tx < m.cols();
  };
  return {
      {"tile_rows", with_grid(grid_swapped), kWide, Pattern::tile_rows},
      {"not_flipped", with_store(store_unflipped), kWide, Pattern::tile_not_flipped},
      {"output_pitch", with_store(store_pitch(cols)), kTall, Pattern::output_pitch},
      {"input_pitch", with_load(load_pitch(rows)), kWide, Pattern::input_pitch},
      {"periodic", with_store(only_if(store_right, eight)), kWide, Pattern::periodic_rows},
      {"last_column", with_store(store_where(one_short)), kWide, Pattern::last_column},
      {"early_return", with_store(only_if(store_right, inside)), kWide, Pattern::edge_tile_threads},
      {"load_swapped", with_load(load_where(swapped)), kWide, Pattern::leftovers_past_shorter_side},
      {"not_loaded", with_load(only_if(load_right, loaded)), kWide, Pattern::leftovers}};
}

TEST(NearMisses, TheExactMistakeIsNamed) {
  for (const auto& c : cases()) {
    EXPECT_TRUE(has(verdicts_of(run(c.mistake, c.input)), c.pattern)) << c.name;
  }
}

TEST(NearMisses, AStrayUnwrittenCellIsNotExplained) {
  for (const auto& c : cases()) {
    auto outcome = run(c.mistake, c.input);
    // The first right cell that is not on an edge of anything.
    const auto is_wrong = [&](std::int64_t r, std::int64_t col) {
      return std::ranges::any_of(outcome.cells,
                                 [&](const WrongCell& w) { return w.row == r && w.col == col; });
    };
    std::int64_t r = 3;
    std::int64_t col = 3;
    while (is_wrong(r, col)) r < col ? ++r : ++col;
    add_unwritten(outcome, r, col);
    EXPECT_FALSE(has(verdicts_of(outcome), c.pattern)) << c.name;
  }
}

TEST(NearMisses, AMissingWrongCellIsNotExplained) {
  for (const auto& c : cases()) {
    if (c.pattern == Pattern::leftovers) continue;     // Its weakest form allows any set of cells.
    if (c.pattern == Pattern::output_pitch) continue;  // Rows overlap: any cell may be right.
    auto outcome = run(c.mistake, c.input);
    remove_cell(outcome, outcome.cells.size() / 2);
    EXPECT_FALSE(has(verdicts_of(outcome), c.pattern)) << c.name;
  }
}

TEST(NearMisses, AForeignValueIsNotExplained) {
  for (const auto& c : cases()) {
    auto outcome = run(c.mistake, c.input);
    const auto written = std::ranges::find_if(
        outcome.cells, [](const WrongCell& w) { return w.holds == Holds::input; });
    if (written == outcome.cells.end()) continue;
    written->from_row = (written->from_row + 1) % c.input.rows;
    EXPECT_FALSE(has(verdicts_of(outcome), c.pattern)) << c.name;
  }
}

TEST(NearMisses, ScatteredCellsHaveNoPattern) {
  const Extent input{70, 165};
  Outcome outcome = outcome_of(input, run(with_store(store_right), input).expected);
  for (const auto& [r, c] : std::vector<std::pair<int, int>>{{3, 9}, {40, 11}, {77, 60}, {90, 2}}) {
    add_unwritten(outcome, r, c);
  }
  const auto evidence = outcome.evidence();
  const auto verdict = diagnose({&evidence, 1});
  EXPECT_EQ(verdict.pattern, Pattern::none);
  EXPECT_EQ(
      verdict.sentence,
      "the wrong cells have no single pattern: 4 of 11550 cells, 4 of them never written; output "
      "rows 3..90, columns 2..60");
}

TEST(NearMisses, NarrowOutputsHaveNoRowStarts) {
  // Every cell of a one-column output is near a row's start; that says nothing.
  const auto outcome = run(with_load([](auto&, auto&) {}), {1, 97});
  EXPECT_FALSE(has(verdicts_of(outcome), Pattern::clobbered_row_starts));
}

TEST(NearMisses, OneWrongValueIsNoPitch) {
  const Extent input{70, 165};
  auto outcome = run(with_store(store_right), input);
  outcome.cells.push_back({5, 7, outcome.expected[5 * 70 + 7], 0, Holds::input, 9, 20});
  const auto verdicts = verdicts_of(outcome);
  for (const auto pattern : {Pattern::output_pitch, Pattern::input_pitch, Pattern::both_pitches,
                             Pattern::linear_copy, Pattern::tile_not_flipped, Pattern::shifted}) {
    EXPECT_FALSE(has(verdicts, pattern)) << pattern_name(pattern);
  }
}

TEST(Diagnose, TakesWhatHoldsOnEveryCase) {
  // On (612, 613) the last row is also the remainder of four; on (70, 166) it is not.
  const auto one_short = [](const Machine& m, auto row, auto col) {
    return row < m.cols() / 4 * 4 && col < m.rows();
  };
  const auto big = run(with_store(store_where(one_short)), {612, 613});
  const auto small = run(with_store(store_where(one_short)), {70, 166});
  const std::vector<Evidence> first{big.evidence()};
  const std::vector<Evidence> both{big.evidence(), small.evidence()};
  EXPECT_EQ(diagnose(first).pattern, Pattern::last_row);
  EXPECT_EQ(diagnose(both).pattern, Pattern::remainder_of_four);
}

TEST(Diagnose, KeepsTheFirstVerdictIfNothingHoldsOnAll) {
  const auto big = run(with_grid(grid_swapped), kWide);
  const auto small = run(with_store([](auto&, auto&) {}), kSmall);
  const std::vector<Evidence> both{big.evidence(), small.evidence()};
  EXPECT_EQ(diagnose(both).pattern, Pattern::tile_rows);
}

TEST(Patterns, HaveNamesThatLeadBack) {
  for (int i = 0; i < kPatterns; ++i) {
    const auto pattern = static_cast<Pattern>(i);
    EXPECT_EQ(pattern_of_name(pattern_name(pattern)), pattern);
  }
  EXPECT_EQ(pattern_of_name("no such pattern"), Pattern::none);
}

}  // namespace
}  // namespace warpgrade::diagnose
