// SPDX-License-Identifier: Apache-2.0
// What a device saw comes before what the cells look like.
#include "harness/core/poison.hpp"
#include "tests/grading/diagnose/mistakes.hpp"

namespace warpgrade::diagnose {
namespace {

Finding finding_at(FindingKind kind, std::string message, int line = 0, int other = 0) {
  Finding finding;
  finding.kind = kind;
  finding.message = std::move(message);
  finding.where = {"a.cu", line};
  finding.other = {"a.cu", other};
  return finding;
}

Verdict verdict_of(const Outcome& outcome) {
  const auto evidence = outcome.evidence();
  return diagnose({&evidence, 1});
}

Outcome nothing_written() {
  return run(with_store([](auto&, auto&) {}), kSmall);
}

TEST(Causes, ARefusedLaunchSaysWhyNothingWasWritten) {
  auto outcome = nothing_written();
  outcome.launches[0].refused = true;
  EXPECT_EQ(verdict_of(outcome).sentence, "nothing was written: every launch failed");
  outcome.findings = {finding_at(FindingKind::launch_refused,
                                 "the launch asked for 4096 threads per block, the limit is 1024")};
  const auto verdict = verdict_of(outcome);
  EXPECT_EQ(verdict.pattern, Pattern::nothing_written);
  EXPECT_EQ(verdict.sentence,
            "nothing was written: the launch asked for 4096 threads per block, the limit is 1024");
}

TEST(Causes, ARefusedOptInComesBeforeTheLaunchItSpoils) {
  auto outcome = nothing_written();
  outcome.findings = {
      finding_at(FindingKind::api_error, "cudaFuncSetAttribute asked for 67072 bytes"),
      finding_at(FindingKind::launch_refused, "the launch asked for 67072 bytes")};
  outcome.findings[0].severity = Severity::warning;
  EXPECT_EQ(verdict_of(outcome).sentence,
            "nothing was written: cudaFuncSetAttribute asked for 67072 bytes");
}

TEST(Causes, NoLaunchAtAll) {
  auto outcome = nothing_written();
  outcome.launches.clear();
  EXPECT_EQ(verdict_of(outcome).sentence,
            "nothing was written: solve() returned without storing a cell and launched no kernel");
}

// No barrier: the first warp's rows are there, the others are not.
Outcome missing_barrier() {
  auto outcome =
      run(with_load(only_if(load_right, [](auto&, const Thread& th) { return th.ty % 8 != 3; })),
          kWide);
  outcome.findings = {finding_at(FindingKind::shared_memory_race, "a race", 15, 12)};
  return outcome;
}

TEST(Causes, ARaceExplainsUnsetCells) {
  const auto verdict = verdict_of(missing_barrier());
  EXPECT_EQ(verdict.pattern, Pattern::race);
  EXPECT_EQ(verdict.sentence,
            "wrong cells hold leftovers of the tile: no barrier between the tile's store (line 12) "
            "and its read (line 15)");
}

TEST(Causes, ARefilledTileHoldsTheNextTilesValues) {
  // The next tile's first rows are already there when the last warps read.
  const auto load_next = [](Machine& m, const Thread& th) {
    load_right(m, th);
    if (th.ty % 8 == 0 && (th.bx + 2) * m.edge() <= m.cols())
      load_right(m, {th.bx + 1, th.by, th.tx, th.ty});
  };
  auto outcome = run(with_load(load_next), kWide);
  outcome.findings = {finding_at(FindingKind::shared_memory_race, "a race", 14, 11)};
  EXPECT_EQ(
      verdict_of(outcome).sentence,
      "wrong cells hold the next tile's values: the tile is refilled (line 11) before everyone "
      "has read it (line 14)");
}

TEST(Causes, PairsThatAreSwappedTwice) {
  const auto store_half_swapped = [](Machine& m, const Thread& th) {
    const auto row = th.bx * m.edge() + th.ty;
    const auto col = th.by * m.edge() + th.tx;
    const bool swapped = (th.tx / 2 + th.ty / 2) % 2 == 0;
    const auto value = swapped ? m.tile(th.ty, th.tx) : m.tile(th.tx, th.ty);
    if (row < m.cols() && col < m.rows() && value != kSharedPoison) {
      m.write(row * m.rows() + col, value);
    }
  };
  auto outcome = run(with_store(store_half_swapped, 16), {64, 128});
  outcome.findings = {finding_at(FindingKind::shared_memory_race, "a race", 9, 9)};
  const auto verdict = verdict_of(outcome);
  EXPECT_EQ(verdict.pattern, Pattern::race);
  EXPECT_NE(verdict.sentence.find("mirrored pairs inside one tile"), std::string::npos)
      << verdict.sentence;
}

TEST(Causes, AnExactMistakeIsNotARace) {
  auto outcome = run(with_store(store_pitch([](const Machine& m) { return m.cols(); })), kWide);
  outcome.findings = {finding_at(FindingKind::shared_memory_race, "a race", 15, 12)};
  EXPECT_EQ(verdict_of(outcome).pattern, Pattern::output_pitch);
}

TEST(Causes, WhatChangesFromRunToRunIsARace) {
  const auto outcome = run(with_grid(grid_swapped), kWide);
  auto evidence = outcome.evidence();
  evidence.differs = true;
  const auto verdict = diagnose({&evidence, 1});
  EXPECT_EQ(verdict.pattern, Pattern::race);
  EXPECT_NE(verdict.sentence.find("from run to run"), std::string::npos);
}

TEST(Causes, SharedMemoryThatWasNotAskedFor) {
  auto outcome = run(with_load([](auto&, auto&) {}), kWide);
  outcome.launches[0].static_shared_bytes = 0;
  outcome.findings = {finding_at(
      FindingKind::out_of_bounds,
      "write of 4 bytes past the end of shared array t (0 bytes, as the launch asked for)", 12)};
  const auto verdict = verdict_of(outcome);
  EXPECT_EQ(verdict.pattern, Pattern::past_the_tile);
  EXPECT_EQ(verdict.sentence,
            "the kernel touched shared memory it did not ask for: no dynamic size was passed at "
            "launch");
}

TEST(Causes, ATileSmallerThanItsBlock) {
  auto outcome = run(with_load([](auto&, auto&) {}), kWide);
  outcome.launches[0].block = {32, 32, 1};
  outcome.launches[0].static_shared_bytes = 1088;
  outcome.findings = {finding_at(FindingKind::out_of_bounds,
                                 "write of 4 bytes past the end of shared array t (1088 bytes)",
                                 12)};
  EXPECT_EQ(verdict_of(outcome).sentence,
            "the kernel touched shared memory past its tile: the block is 32 x 32; write of 4 "
            "bytes past the end of shared array t (1088 bytes) (line 12)");
}

TEST(Causes, AKernelThatStoppedExplainsTheRest) {
  auto outcome = run(with_grid(grid_swapped), kWide);
  const std::vector<std::pair<FindingKind, Pattern>> stops{
      {FindingKind::misaligned, Pattern::misaligned},
      {FindingKind::barrier_deadlock, Pattern::barrier},
      {FindingKind::different_barriers, Pattern::barrier},
      {FindingKind::kernel_time_limit, Pattern::unfinished},
      {FindingKind::trap, Pattern::unfinished}};
  for (const auto& [kind, pattern] : stops) {
    outcome.findings = {finding_at(kind, "the message", 3)};
    const auto verdict = verdict_of(outcome);
    EXPECT_EQ(pattern_name(verdict.pattern), pattern_name(pattern));
    EXPECT_NE(verdict.sentence.find("the message (line 3)"), std::string::npos);
  }
}

TEST(Causes, LeavingTheBuffersIsSaidWhereNoPatternFits) {
  auto outcome = run(with_grid(grid_swapped), kWide);
  outcome.cells.pop_back();  // No pattern explains all but one cell of a tile row.
  outcome.unwritten -= 1;
  outcome.findings = {finding_at(FindingKind::out_of_bounds, "8 bytes after the allocation", 7)};
  const auto verdict = verdict_of(outcome);
  EXPECT_EQ(verdict.pattern, Pattern::none);
  EXPECT_NE(verdict.sentence.find("left its buffers: 8 bytes after the allocation (line 7)"),
            std::string::npos);
}

TEST(Causes, AReplayedResultIsNamed) {
  const auto outcome = run(with_grid(grid_swapped), kWide);
  auto evidence = outcome.evidence();
  evidence.replayed = true;
  EXPECT_EQ(diagnose({&evidence, 1}).pattern, Pattern::replayed);
}

// Rules know what a transpose does; what another exercise leaves may look the same by chance.
TEST(Causes, OnlyCausesAreToldOfOtherExercises) {
  const auto copied =
      run(with_store(store_pitch([](const Machine& m) { return m.cols(); })), kWide);
  auto evidence = copied.evidence();
  evidence.transposes = false;
  const auto verdict = diagnose({&evidence, 1});
  EXPECT_EQ(verdict.pattern, Pattern::none);
  EXPECT_TRUE(verdict.sentence.starts_with("the wrong cells have no single pattern"));

  auto empty = nothing_written();
  auto nothing = empty.evidence();
  nothing.transposes = false;
  EXPECT_EQ(diagnose({&nothing, 1}).pattern, Pattern::nothing_written);

  const std::vector findings{finding_at(FindingKind::shared_memory_race, "a race on tile[3]", 12)};
  evidence.findings = findings;
  const auto race = diagnose({&evidence, 1});
  EXPECT_EQ(race.pattern, Pattern::race);
  EXPECT_EQ(race.sentence, "threads of a block race: a race on tile[3] (line 12)");
}

}  // namespace
}  // namespace warpgrade::diagnose
