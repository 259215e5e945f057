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

/// What a missed goal is called and what helps. Of several rows for a goal, the first whose
/// `at_least` the value reaches.
struct Phrase {
  std::string_view goal;
  double at_least;
  std::string_view text;  ///< With {0} the value, {1} the limit, {2} what follows in the name.
  std::string_view hint;
};
constexpr double kStrided = 2;
constexpr std::string_view kWalkRows =
    "let threadIdx.x walk along a row both where you read in and where you write out, and let the "
    "tile do the transposing";
constexpr std::array kPhrases{
    Phrase{"max_load_sectors_vs_copy", kStrided,
           "its kernels load {0:.2f} times the sectors that copy loads, at most {1:.2f} are asked "
           "for: the global read is strided",
           kWalkRows},
    Phrase{"max_load_sectors_vs_copy", 0,
           "its kernels load {0:.2f} times the sectors that copy loads, at most {1:.2f} are asked "
           "for: sectors are loaded more than once",
           "let neighbouring pieces of a row be loaded by one block, or start each at a multiple "
           "of 8 floats in memory"},
    Phrase{"max_store_sectors_vs_copy", kStrided,
           "its kernels store {0:.2f} times the sectors that copy stores, at most {1:.2f} are "
           "asked for: the global write is strided",
           kWalkRows},
    Phrase{"max_store_sectors_vs_copy", 0,
           "its kernels store {0:.2f} times the sectors that copy stores, at most {1:.2f} are "
           "asked for: sectors are stored in parts, by two blocks each",
           "let each piece of an output row start at a multiple of 8 floats in memory, so that no "
           "two blocks share a sector of 32 bytes"},
    Phrase{
        "max_load_sectors_vs_naive", 0,
        "its kernels load {0:.3f} times the sectors that the naive kernel loads, at most {1:.3f} "
        "are asked for: values are loaded from global memory again and again",
        "load each value into a tile once, and let every thread of the block use it from there"},
    Phrase{kWavefronts, 0,
           "its launch{2} takes {0:.2f} wavefronts for each read of shared memory, exactly {1:.0f} "
           "are asked for",
           "word w lies in bank w mod 32: count the different words that one bank is asked for"},
    Phrase{kSharedReaders, 0, "{0:.0f} of its launches read shared memory, exactly {1:.0f} must",
           "launch one kernel for each number of wavefronts, in the order of the task"},
    Phrase{"max_wavefronts_vs_ideal", 0,
           "shared memory takes {0:.2f} times the passes it needs, at most {1:.2f} are asked for: "
           "bank conflicts",
           "make the tile's rows one element longer, so that the elements of a column lie in "
           "different banks"},
    Phrase{"min_share_of_copy", 0, "it reaches {0:.2f} of copy's speed, {1:.2f} is asked for",
           "see which line moves more sectors or takes more passes than it needs"},
    Phrase{"min_dynamic_shared_bytes", 0,
           "its launches ask for {0:.0f} bytes of dynamic shared memory, {1:.0f} are asked for",
           "declare the tile extern __shared__, give its bytes as the third launch argument, and "
           "raise the kernel's limit with cudaFuncSetAttribute first"},
};

Ruling missed_goal(const GoalReport& goal) {
  const auto* const found = std::ranges::find_if(kPhrases, [&](const Phrase& phrase) {
    return goal.name.starts_with(phrase.goal) && goal.value >= phrase.at_least;
  });
  if (found == kPhrases.end()) {
    return {Outcome::goal_missed, fmt::format("correct, but the goal {} is missed: {:.2f} against "
                                              "{:.2f}",
                                              goal.name, goal.value, goal.limit)};
  }
  const auto why = fmt::format(fmt::runtime(found->text), goal.value, goal.limit,
                               goal.name.substr(found->goal.size()));
  return {Outcome::goal_missed, "correct, but " + why, false, std::string{found->hint}};
}

/// Goals that rest on a time.
bool is_on_time(const GoalReport& goal) {
  return goal.name == kFasterThanNaive || goal.name == "min_share_of_copy";
}

Ruling too_noisy(const Timing& timing) {
  const auto noise = timing.noise.empty() ? "" : ": " + timing.noise.front();
  return {Outcome::undecided,
          fmt::format("every value is right, but the timing is too noisy to say how fast{}", noise),
          false, "end what else uses the GPU (warpgrade doctor names it) and grade again"};
}

/// What moving the bytes takes at the memory's peak; 0 where that is unknown or L2 may hold them.
double memory_seconds(const Timing& timing) {
  if (timing.fits_in_l2 || timing.peak_bytes_per_second <= 0) return 0;
  return static_cast<double>(timing.bytes_moved) / timing.peak_bytes_per_second;
}

/// What the kernel must move of what the copy moves, 1 at most: a sum reads as much as its input's
/// copy does, and writes next to nothing.
double share_of_copy(const Timing& timing) {
  if (timing.bytes_copied == 0 || timing.bytes_moved >= timing.bytes_copied) return 1;
  return static_cast<double>(timing.bytes_moved) / static_cast<double>(timing.bytes_copied);
}

double fastest_possible(const Timing& timing) {
  const auto fastest =
      std::min(timing.copy_seconds, timing.memcpy_seconds.value_or(timing.copy_seconds));
  return std::max(kImpossiblyFast * fastest * share_of_copy(timing), memory_seconds(timing));
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
  if (goal != facts.goals.end()) return missed_goal(*goal);
  if (timing.undecided) return too_noisy(timing);
  return {Outcome::passed, fmt::format("every value is right, every goal is met: {:.2f}x of copy's "
                                       "time, {:.2f}x the naive kernel's speed",
                                       timing.ratio_to_copy, timing.speedup_over_naive)};
}

}  // namespace warpgrade::judge
