// SPDX-License-Identifier: Apache-2.0
// From triples to an answer, and whether more triples are needed. Pure: no clock, no device.
#pragma once

#include "harness/grading/statistics/median.hpp"
#include "harness/grading/statistics/triple.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace warpgrade::statistics {

/// What the timing must find out: whether a ratio reaches a limit.
struct Question {
  enum class Ratio { speedup_over_naive, share_of_copy };
  Ratio ratio = Ratio::speedup_over_naive;
  double at_least = 1;
};

enum class Answer {
  yes,   ///< The whole interval is at or above the limit.
  no,    ///< The whole interval is below it.
  open,  ///< The interval holds the limit, or nothing can be said.
};

/// How long to go on. The answers are looked at only at growing numbers of triples, so that many
/// looks do not wear the confidence out.
struct Plan {
  std::vector<Question> questions;
  std::size_t fewest = 30;
  std::size_t most = 200;
  /// Beyond this number the answers alone decide, not the width of the interval of the ratio.
  std::size_t enough_for_width = 100;
  double confidence = 0.99;
  double width = 0.01;  ///< Wanted half-width of ratio_to_copy, relative.
};

struct Summary {
  double copy_seconds = 0;  ///< Medians over the triples that count.
  double naive_seconds = 0;
  double solve_seconds = 0;
  Interval ratio_to_copy;       ///< solve / copy, per triple.
  Interval speedup_over_naive;  ///< naive / solve, per triple.
  std::vector<Answer> answers;  ///< One a question; all open where too much was discarded.
  std::size_t triples = 0;
  std::size_t kept = 0;
  std::vector<std::string> noise;  ///< What disturbed the timing, a sentence each; empty: nothing.
};

/// What `triples` say. No triple at all gives zeros and open answers.
Summary summarise(std::span<const Triple> triples, const Plan& plan);

/// The number of triples to look at after `triples` of them: fewest, then a quarter more each time,
/// most at last. 0 if that was the last look.
std::size_t next_look(std::size_t triples, const Plan& plan);

/// True if more triples would change nothing: every answer is given, and the ratio is as narrow as
/// wanted or has had its chance.
bool is_enough(const Summary& summary, const Plan& plan);

}  // namespace warpgrade::statistics
