// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/explain.hpp"

#include "harness/grading/diagnose/picture.hpp"

#include <algorithm>
#include <array>

namespace warpgrade::grading {
namespace {

constexpr std::size_t kFirstCells = 10;

// Errors that a kernel leaves behind when it has run (cudaError_t); any other means that it did
// not.
constexpr std::array kLeftByKernels{700, 702, 710, 714, 715, 716, 717, 718, 719};

bool was_refused(const Step& step) {
  return step.error != 0 && std::ranges::find(kLeftByKernels, step.error) == kLeftByKernels.end();
}

/// Evidence of one case and what it borrows from.
struct Borrowed {
  std::vector<std::uint32_t> expected;
  std::vector<diagnose::Launch> launches;
  diagnose::Evidence evidence;
};

Borrowed evidence_of(const CaseResult& result, const CaseRunner& runner, std::int64_t tile) {
  Borrowed b{runner.expected(result.c), launches_of(result.run.evidence), {}};
  const auto output = runner.signature().output().extent(result.c.input);
  b.evidence.input = {output.cols, output.rows};
  b.evidence.transposes = runner.signature().transposes;
  b.evidence.tile = tile;
  b.evidence.wrong = result.comparison.wrong;
  b.evidence.unwritten = result.comparison.unwritten;
  b.evidence.cells = result.comparison.cells;
  b.evidence.expected = b.expected;  // A vector's cells stay where they are when it is moved.
  b.evidence.findings = result.run.evidence.findings;
  b.evidence.launches = b.launches;
  b.evidence.differs = result.differs;
  b.evidence.replayed = result.replayed;
  return b;
}

}  // namespace

std::vector<diagnose::Launch> launches_of(const Evidence& evidence) {
  std::vector<diagnose::Launch> launches;
  for (const auto& step : evidence.steps) {
    if (step.kind != Step::Kind::launch) continue;
    const auto& k = step.counters;
    launches.push_back({step.what, k.grid, k.block, k.static_shared_bytes, k.dynamic_shared_bytes,
                        was_refused(step)});
  }
  return launches;
}

diagnose::Verdict diagnose_one(const CaseResult& result, const CaseRunner& runner,
                               std::int64_t tile) {
  const auto borrowed = evidence_of(result, runner, tile);
  return diagnose::diagnose({&borrowed.evidence, 1});
}

diagnose::Pattern explain_cells(std::span<const CaseResult> results, const CaseRunner& runner,
                                std::int64_t tile, Correctness& correctness) {
  const auto telling = most_telling(results, tile);
  if (telling.empty()) return diagnose::Pattern::none;
  std::vector<Borrowed> borrowed;
  std::vector<diagnose::Evidence> cases;
  borrowed.reserve(telling.size());
  cases.reserve(telling.size());
  for (const auto* result : telling) borrowed.push_back(evidence_of(*result, runner, tile));
  for (const auto& b : borrowed) cases.push_back(b.evidence);

  const auto verdict = diagnose::diagnose(cases);
  const auto& comparison = telling.front()->comparison;
  correctness.wrong_cells = comparison.wrong;
  const auto shown = std::min(kFirstCells, comparison.cells.size());
  correctness.first_wrong_cells.assign(comparison.cells.begin(),
                                       comparison.cells.begin() + static_cast<long>(shown));
  correctness.diagnosis = Diagnosis{std::string{diagnose::pattern_name(verdict.pattern)},
                                    verdict.sentence, telling.front()->c.input};
  const bool all_kept = comparison.cells.size() == comparison.wrong;
  if (all_kept) correctness.picture = diagnose::draw_picture(cases.front());
  return verdict.pattern;
}

}  // namespace warpgrade::grading
