// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/judge/goals.hpp"
#include "harness/grading/judge/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace warpgrade::judge {
namespace {

// A good kernel may beat the lesson's copy (cuBLAS: 0.93); nothing honest is this much faster.
constexpr double kImpossiblyFast = 0.9;

struct Phrase {
  std::string_view goal;
  std::string_view text;  ///< With {0} the value and {1} the limit.
};
constexpr std::array kPhrases{
    Phrase{"max_load_sectors_vs_copy",
           "its kernels load {0:.2f} times the sectors that copy loads, at most {1:.2f} are asked "
           "for: the global read is strided"},
    Phrase{
        "max_store_sectors_vs_copy",
        "its kernels store {0:.2f} times the sectors that copy stores, at most {1:.2f} are asked "
        "for: the global write is strided"},
    Phrase{"max_wavefronts_vs_ideal",
           "shared memory takes {0:.2f} times the passes it needs, at most {1:.2f} are asked for: "
           "bank conflicts"},
    Phrase{"min_share_of_copy", "it reaches {0:.2f} of copy's speed, {1:.2f} is asked for"},
    Phrase{"min_dynamic_shared_bytes",
           "its launches ask for {0:.0f} bytes of dynamic shared memory, {1:.0f} are asked for"},
};

std::string phrase_for(const GoalReport& goal) {
  const auto* const found = std::ranges::find(kPhrases, goal.name, &Phrase::goal);
  if (found == kPhrases.end()) {
    return fmt::format("the goal {} is missed: {:.2f} against {:.2f}", goal.name, goal.value,
                       goal.limit);
  }
  return fmt::format(fmt::runtime(found->text), goal.value, goal.limit);
}

/// Goals that rest on a time.
bool is_on_time(const GoalReport& goal) {
  return goal.name == kFasterThanNaive || goal.name == "min_share_of_copy";
}

std::string too_noisy(const Timing& timing) {
  const auto noise = timing.noise.empty() ? "" : ": " + timing.noise.front();
  return fmt::format("every value is right, but the timing is too noisy to say how fast{}", noise);
}

/// What moving the bytes takes at the memory's peak; 0 where that is unknown or L2 may hold them.
double memory_seconds(const Timing& timing) {
  if (timing.fits_in_l2 || timing.peak_bytes_per_second <= 0) return 0;
  return static_cast<double>(timing.bytes_moved) / timing.peak_bytes_per_second;
}

double fastest_possible(const Timing& timing) {
  const auto fastest =
      std::min(timing.copy_seconds, timing.memcpy_seconds.value_or(timing.copy_seconds));
  return std::max(kImpossiblyFast * fastest, memory_seconds(timing));
}

}  // namespace

Ruling judge_speed(const SpeedFacts& facts) {
  if (facts.timing == nullptr) {
    return {Outcome::undecided, "every value is right; speed was not looked at"};
  }
  const auto& timing = *facts.timing;
  // The slow end of the interval: noise is no reason for suspicion.
  const auto slowest = std::max(timing.solve_seconds, timing.ratio_high * timing.copy_seconds);
  if (slowest < fastest_possible(timing)) {
    return {Outcome::suspect,
            fmt::format("faster than is possible: {:.2f}x of copy's time", timing.ratio_to_copy)};
  }
  const auto missed = [&](const GoalReport& goal) {
    return !goal.met && !(timing.undecided && is_on_time(goal));
  };
  const auto slow = std::ranges::find(facts.goals, kFasterThanNaive, &GoalReport::name);
  if (slow != facts.goals.end() && missed(*slow)) {
    return {
        Outcome::no_faster_than_naive,
        fmt::format("correct but no faster than the naive kernel: {:.2f}x its speed, {:.2f}x is "
                    "asked for",
                    slow->value, slow->limit)};
  }
  const auto goal = std::ranges::find_if(facts.goals, missed);
  if (goal != facts.goals.end()) return {Outcome::goal_missed, "correct, but " + phrase_for(*goal)};
  if (timing.undecided) return {Outcome::undecided, too_noisy(timing)};
  return {Outcome::passed, fmt::format("every value is right, every goal is met: {:.2f}x of copy's "
                                       "time, {:.2f}x the naive kernel's speed",
                                       timing.ratio_to_copy, timing.speedup_over_naive)};
}

}  // namespace warpgrade::judge
