// SPDX-License-Identifier: Apache-2.0
// Gradings in simulation: what the statistics answer under noise of every kind that trust.md 3
// names. The figures asserted are its goals G1 to G3.
#include "harness/grading/statistics/summary.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace warpgrade::statistics {
namespace {

using Random = std::mt19937_64;

constexpr int kGradings = 1000;
constexpr double kGoal = 1.10;

/// What disturbs one time of `seconds` that starts at `now`; returns the time as measured.
using Noise = std::function<double(Random&, double now, double seconds)>;

struct World {
  std::string name;
  std::function<Noise(Random&)> start;  ///< Fresh noise for one grading.
  double mostly_decided = 1;            ///< Share of gradings that must not be undecided.
  bool named = false;                   ///< The report must name the noise, in 95 % of gradings.
};

double jitter(Random& random, double sigma) {
  return std::lognormal_distribution<double>(0, sigma)(random);
}

Noise quiet(Random&) {
  return [](Random& random, double, double seconds) { return seconds * jitter(random, 0.005); };
}

Noise rough(Random&) {
  return [](Random& random, double, double seconds) { return seconds * jitter(random, 0.04); };
}

/// Everything gets slower together, as a card that warms up does.
Noise warming(Random&) {
  return [](Random& random, double now, double seconds) {
    return seconds * (1 + 0.3 * now / (now + 0.1)) * jitter(random, 0.01);
  };
}

/// Another process with work of its own: the GPU switches every 2 ms, whoever runs then waits.
Noise time_sliced(Random&) {
  return [](Random& random, double, double seconds) {
    std::exponential_distribution<double> until_switch(1 / 2e-3);
    double total = seconds * jitter(random, 0.01);
    double left = seconds - until_switch(random);
    while (left > 0) {
      total += 2e-3;
      left -= until_switch(random);
    }
    return total;
  };
}

/// 50 ms on, 50 ms off: in the first half memory is shared with another program.
Noise bursts(Random& seed) {
  const double phase = std::uniform_real_distribution<double>(0, 0.1)(seed);
  return [phase](Random& random, double now, double seconds) {
    const bool on = std::fmod(now + phase, 0.1) < 0.05;
    return seconds * (on ? 2 * jitter(random, 0.1) : jitter(random, 0.01));
  };
}

const std::vector<World> kWorlds{{"quiet", quiet, 1, false},
                                 {"rough", rough, 0.85, false},
                                 {"warming", warming, 1, false},
                                 {"time-sliced", time_sliced, 0.85, true},
                                 {"bursts", bursts, 0.85, true}};

/// Seconds of the three on an idle card, as on an H200 at 5003 x 6007.
struct Kind {
  std::string name;
  double copy;
  double naive;
  double solve;
  Answer right;
};
const std::vector<Kind> kKinds{{"tiled", 66e-6, 450e-6, 135e-6, Answer::yes},
                               {"padded", 66e-6, 450e-6, 105e-6, Answer::yes},
                               {"naive", 66e-6, 450e-6, 450e-6, Answer::no},
                               {"tweaked naive", 66e-6, 450e-6, 450e-6 / 1.03, Answer::no}};

constexpr double kBetweenTimes = 0.4e-3;  // Filling, flushing, checking.

struct Grading {
  Summary summary;
  Answer answer = Answer::open;
};

Grading grade(const Kind& kind, const World& world, Random& random) {
  Plan plan;
  plan.questions = {{Question::Ratio::speedup_over_naive, kGoal}};
  const auto noise = world.start(random);
  double now = 0;
  const auto time = [&](double seconds) {
    const auto taken = noise(random, now, seconds);
    now += taken + kBetweenTimes;
    return taken;
  };
  std::vector<Triple> triples;
  Grading grading;
  for (auto look = next_look(0, plan); look != 0; look = next_look(look, plan)) {
    while (triples.size() < look) {
      Triple triple;
      triple.copy = time(kind.copy);
      triple.naive = time(kind.naive);
      triple.solve = time(kind.solve);
      triples.push_back(triple);
    }
    grading.summary = summarise(triples, plan);
    if (is_enough(grading.summary, plan)) break;
  }
  grading.answer = grading.summary.answers[0];
  return grading;
}

// G1 and G2: never the wrong answer; an open one at most as often as allowed; the noise named.
TEST(Simulation, NoiseTurnsNoAnswer) {
  for (const auto& world : kWorlds) {
    for (const auto& kind : kKinds) {
      Random random(42);
      int wrong = 0;
      int open = 0;
      int named = 0;
      for (int i = 0; i < kGradings; ++i) {
        const auto grading = grade(kind, world, random);
        open += grading.answer == Answer::open ? 1 : 0;
        wrong += grading.answer != Answer::open && grading.answer != kind.right ? 1 : 0;
        named += grading.summary.noise.empty() ? 0 : 1;
      }
      SCOPED_TRACE(world.name + ", " + kind.name);
      EXPECT_EQ(wrong, 0);
      EXPECT_LE(open, (1 - world.mostly_decided) * kGradings);
      EXPECT_GE(named, world.named ? 0.95 * kGradings : 0);
      EXPECT_LE(named, world.name == "quiet" ? 0 : kGradings);
    }
  }
}

// G3: a copy timed against itself is 1.00 +- 0.02.
TEST(Simulation, CopyAgainstCopyIsOne) {
  for (const auto& world : {kWorlds[0], kWorlds[2]}) {
    Random random(43);
    const Kind same{"copy", 66e-6, 450e-6, 66e-6, Answer::yes};
    for (int i = 0; i < kGradings; ++i) {
      const auto grading = grade(same, world, random);
      ASSERT_NEAR(grading.summary.ratio_to_copy.middle, 1, 0.02) << world.name;
    }
  }
}

// At the limit itself either answer may come; beside it the wrong one must stay rare, however often
// the sequence looks.
TEST(Simulation, LooksDoNotWearTheConfidenceOut) {
  const auto wrong_share = [](double speedup, Answer right) {
    Random random(44);
    const Kind kind{"near", 66e-6, 450e-6, 450e-6 / speedup, right};
    int wrong = 0;
    for (int i = 0; i < kGradings; ++i) {
      const auto grading = grade(kind, kWorlds[1], random);
      wrong += grading.answer != Answer::open && grading.answer != right ? 1 : 0;
    }
    return static_cast<double>(wrong) / kGradings;
  };
  EXPECT_LE(wrong_share(kGoal * 0.999, Answer::no), 0.05);
  EXPECT_LE(wrong_share(kGoal * 1.001, Answer::yes), 0.05);
  EXPECT_LE(wrong_share(kGoal * 0.98, Answer::no), 0.002);
  EXPECT_LE(wrong_share(kGoal * 1.02, Answer::yes), 0.002);
}

// A clock that drops 40 % half-way costs the triples it falls into and no more; one that jumps all
// the time leaves the answer open, never an empty report.
TEST(Simulation, ThrottlingCostsTriplesOrTheAnswer) {
  Plan plan;
  plan.questions = {{Question::Ratio::speedup_over_naive, kGoal}};
  std::vector<Triple> triples(60, Triple{1, 6, 2, 1});
  for (std::size_t i = 30; i < 60; ++i) triples[i] = {1.6, 9.6, 3.2, 1};
  triples[30].clock_ratio = 0.6;
  auto summary = summarise(triples, plan);
  EXPECT_EQ(summary.answers[0], Answer::yes);
  EXPECT_FALSE(summary.noise.empty());
  for (auto& triple : triples) triple.clock_ratio = 0.6;
  summary = summarise(triples, plan);
  EXPECT_EQ(summary.answers[0], Answer::open);
  EXPECT_FALSE(summary.noise.empty());
}

// The same triples give the same summary: nothing is drawn.
TEST(Simulation, IsDeterministic) {
  Random one(45);
  Random other(45);
  const auto a = grade(kKinds[0], kWorlds[3], one);
  const auto b = grade(kKinds[0], kWorlds[3], other);
  EXPECT_EQ(a.summary.ratio_to_copy.low, b.summary.ratio_to_copy.low);
  EXPECT_EQ(a.summary.triples, b.summary.triples);
}

}  // namespace
}  // namespace warpgrade::statistics
