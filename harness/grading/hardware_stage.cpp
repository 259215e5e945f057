// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/hardware_stage.hpp"

#include "harness/grading/timing/timing_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>

namespace warpgrade::grading {
namespace {

using statistics::Question;

struct Timed {
  std::optional<double> exercise::Goals::*limit;
  Question::Ratio ratio;
};
constexpr std::array kTimed{
    Timed{&exercise::Goals::faster_than_naive, Question::Ratio::speedup_over_naive},
    Timed{&exercise::Goals::min_share_of_copy, Question::Ratio::share_of_copy}};

std::vector<Question> questions_of(const exercise::Goals& goals) {
  std::vector<Question> questions;
  for (const auto& [limit, ratio] : kTimed) {
    if (const auto& value = goals.*limit) questions.push_back({ratio, *value});
  }
  return questions;
}

/// What the timed runs showed although the ladder had passed; nothing if all is well.
std::optional<judge::Ruling> wrong_while_timed(const Clocked& clocked, const std::string& name) {
  if (clocked.failed) {
    return judge::Ruling{
        Outcome::crashed,
        fmt::format("a timed run of solve() on the {} did not come to its end", name), false};
  }
  if (clocked.wrong_cells == 0) return std::nullopt;
  return judge::Ruling{
      Outcome::wrong_output,
      fmt::format("right on the ladder, but {} cells were wrong while it was timed on the {}: its "
                  "result depends on what an earlier call left behind",
                  clocked.wrong_cells, name),
      false};
}

std::string left_out(const Shape& input, const std::string& name) {
  return fmt::format("{} was not run on the {}: giant cases are the emulated device's",
                     shape_text(input), name);
}

}  // namespace

HardwareStage::HardwareStage(const GradeRequest& request)
    : request_{request},
      hardware_{*request.hardware},
      runner_{*request.hardware->submission, request.exercise->signature, request.reference} {}

void HardwareStage::weigh(CaseResult& emulated, CaseResult gpu, Ladder& ladder) const {
  const auto contradiction = disagreement(emulated, gpu, hardware_.name);
  if (auto told = told_of_gpu(emulated, gpu, hardware_.name); !told.empty()) {
    ladder.notes.push_back(std::move(told));
  }
  if (!contradiction.empty()) gpu.ruling = {Outcome::harness_failed, contradiction, false};
  if (!contradiction.empty() || (emulated.passed() && !gpu.passed())) emulated = std::move(gpu);
}

void HardwareStage::witness(Ladder& ladder, std::size_t from) {
  Ladder part;
  std::copy_if(ladder.results.begin() + static_cast<std::ptrdiff_t>(from), ladder.results.end(),
               std::back_inserter(part.results),
               [](const CaseResult& result) { return !result.c.giant; });
  for (auto here = ladder.results.begin() + static_cast<std::ptrdiff_t>(from);
       here != ladder.results.end(); ++here) {
    if (here->c.giant) ladder.notes.push_back(left_out(here->c.input, hardware_.name));
  }
  const auto cases = cases_for_gpu(part, request_.exercise->tile);
  if (!cases.empty() && hardware_.claim) hardware_.claim();
  for (const auto& c : cases) {
    if (request_.progress) {
      request_.progress("on the GPU: " + shape_text(c.input));
    }
    auto gpu = runner_.run(c, options_for(c, request_.run_seconds));
    const auto here = std::find_if(ladder.results.begin() + static_cast<std::ptrdiff_t>(from),
                                   ladder.results.end(),
                                   [&](const CaseResult& r) { return r.c.input == c.input; });
    const bool as_expected = gpu.passed() == here->passed();
    weigh(*here, std::move(gpu), ladder);
    if (!as_expected) break;  // One is enough; a broken kernel can cost a GPU seconds a case.
  }
}

std::vector<Timing> HardwareStage::time(Speed& speed, Ladder& ladder) {
  const auto lesson = request_.exercise->timing_case.input;
  // Other kernels than those that only move data are not bound by memory alone, and each timed run
  // starts with cold caches anyway.
  const auto input = request_.exercise->signature.transposes
                         ? Shape{timing::beyond_cache(lesson.extent(), hardware_.l2_bytes)}
                         : lesson;
  const auto questions = questions_of(request_.exercise->goals);
  auto clocked = hardware_.time(input, questions);
  speed.timing.reset();
  if (!clocked.problem.empty()) {
    ladder.notes.push_back(
        fmt::format("it cannot be timed on the {}: {}", hardware_.name, clocked.problem));
    return {};
  }
  if (auto ruling = wrong_while_timed(clocked, hardware_.name)) {
    CaseResult result;
    result.c = request_.exercise->timing_case;
    result.c.input = input;
    result.ruling = std::move(*ruling);
    ladder.results.push_back(std::move(result));
    return {};
  }
  speed.timing = clocked.timing;
  speed.goals = goals_of(*request_.exercise, speed, clocked.timing);
  if (input == lesson) return {};
  const auto beside = hardware_.time(lesson, {});
  if (!beside.problem.empty() || beside.failed || beside.wrong_cells > 0) return {};
  return {beside.timing};
}

}  // namespace warpgrade::grading
