// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/check_mutants.hpp"

#include "harness/cli/output.hpp"
#include "harness/exercise/equivalents.hpp"
#include "harness/mutation/mutants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <exception>
#include <fstream>
#include <map>
#include <mutex>
#include <sstream>
#include <thread>

namespace warpgrade::cli {
namespace {

namespace fs = std::filesystem;
using exercise::Equivalent;
using mutation::Mutant;

// Not a program that a learner could hand in.
constexpr std::array kNoProgram{Outcome::did_not_compile, Outcome::no_solve,
                                Outcome::compile_limit};
// We failed, it did not.
constexpr std::array kNoVerdict{Outcome::harness_failed, Outcome::unsupported, Outcome::undecided};

bool is_one_of(Outcome outcome, const auto& set) {
  return std::ranges::find(set, outcome) != set.end();
}

std::string read(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream{file}.rdbuf();
  return text.str();
}

/// `most` of them, spread over the file.
std::vector<Mutant> thinned(std::vector<Mutant> mutants, std::size_t most) {
  if (most == 0 || mutants.size() <= most) return mutants;
  std::vector<Mutant> kept;
  kept.reserve(most);
  for (std::size_t i = 0; i < most; ++i) {
    kept.push_back(std::move(mutants[i * mutants.size() / most]));
  }
  return kept;
}

/// Calls `task` for 0 .. count - 1 on several threads. Rethrows what a call threw first.
void for_each_index(std::size_t count, unsigned jobs,
                    const std::function<void(std::size_t)>& task) {
  std::atomic<std::size_t> next = 0;
  std::exception_ptr failure;
  std::mutex failing;
  const auto work = [&] {
    for (auto i = next++; i < count; i = next++) {
      try {
        task(i);
      } catch (...) {
        const std::lock_guard lock{failing};
        if (!failure) failure = std::current_exception();
        next = count;
      }
    }
  };
  {
    std::vector<std::jthread> threads;
    threads.reserve(jobs);
    for (unsigned job = 0; job < jobs; ++job) threads.emplace_back(work);
  }
  if (failure) std::rethrow_exception(failure);
}

/// The outcome of each mutant. It is graded under the solution's file name.
std::vector<Outcome> outcomes_of(const MutantsRequest& request,
                                 const std::vector<Mutant>& mutants) {
  std::vector<Outcome> outcomes(mutants.size());
  std::atomic<std::size_t> done = 0;
  for_each_index(mutants.size(), std::max(request.jobs, 1U), [&](std::size_t i) {
    const auto folder = request.scratch / fmt::format("{}", i);
    fs::create_directories(folder);
    const auto file = folder / request.solution.filename();
    write_file(file, mutants[i].text);
    outcomes[i] = request.grade(file).outcome;
    fs::remove_all(folder);
    if (request.progress) request.progress(++done, mutants.size());
  });
  return outcomes;
}

struct Tally {
  std::map<Outcome, std::size_t> outcomes;  ///< Of those found.
  std::size_t found = 0;
  std::size_t survived = 0;
  std::size_t equivalent = 0;
  std::size_t no_program = 0;
};

class Checking {
 public:
  explicit Checking(const MutantsRequest& request) : request_{request} {
    if (fs::is_regular_file(request.equivalents)) {
      declared_ = exercise::read_equivalents(request.equivalents);
    }
  }

  std::vector<CheckResult> check() {
    const auto all = mutation::make_mutants(read(request_.solution));
    for (const auto& declaration : declared_) expect_mutant(declaration, all);
    const auto mutants = thinned(all, request_.most);
    const auto outcomes = outcomes_of(request_, mutants);
    for (std::size_t i = 0; i < mutants.size(); ++i) count(mutants[i], outcomes[i]);
    sum_up(mutants.size(), all.size());
    return std::move(results_);
  }

 private:
  void add(bool good, std::string what, std::string found) {
    results_.push_back({good, std::move(what), std::move(found)});
    request_.tell(results_.back());
  }

  void wrong_declaration(const Equivalent& declaration, std::string_view what) {
    add(false, "mutants.toml",
        fmt::format("line {}: \"{}\" {}", declaration.line, declaration.mutant, what));
  }

  void expect_mutant(const Equivalent& declaration, const std::vector<Mutant>& mutants) {
    if (std::ranges::count(mutants, declaration.mutant, &Mutant::id) > 0) return;
    const auto text = declaration.mutant.substr(declaration.mutant.find(':') + 1);
    const auto moved = std::ranges::find_if(
        mutants, [&](const Mutant& mutant) { return mutant.id.ends_with(":" + text); });
    wrong_declaration(declaration, moved == mutants.end()
                                       ? "is no mutant of the solution; remove it"
                                       : fmt::format("is on line {} now", moved->line));
  }

  void count(const Mutant& mutant, Outcome outcome) {
    const auto declaration = std::ranges::find(declared_, mutant.id, &Equivalent::mutant);
    const bool equivalent = declaration != declared_.end();
    if (is_one_of(outcome, kNoVerdict)) {
      add(false, "mutant",
          fmt::format("{}: {} is no verdict on it", mutant.id, outcome_name(outcome)));
    } else if (equivalent && outcome != Outcome::passed) {
      wrong_declaration(*declaration,
                        fmt::format("is {}, so it is no equivalent", outcome_name(outcome)));
    } else if (is_one_of(outcome, kNoProgram)) {
      ++tally_.no_program;
    } else if (outcome != Outcome::passed) {
      ++tally_.found;
      ++tally_.outcomes[outcome];
    } else if (equivalent) {
      ++tally_.equivalent;
    } else {
      ++tally_.survived;
      add(false, "mutant survives", fmt::format("{}   ({})", mutant.id, mutant.kind));
    }
  }

  /// "2 wrong_output, 1 goal_missed"
  [[nodiscard]] std::string how_found() const {
    std::string text;
    for (const auto& [outcome, count] : tally_.outcomes) {
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, outcome_name(outcome));
    }
    return text;
  }

  void sum_up(std::size_t graded, std::size_t all) {
    const auto of = tally_.found + tally_.survived;
    auto text = fmt::format("{} of {} found ({}); {} are equivalent, {} do not compile",
                            tally_.found, of, how_found(), tally_.equivalent, tally_.no_program);
    if (graded < all) text += fmt::format("; {} of {} mutants were graded", graded, all);
    if (tally_.survived > 0) {
      text += fmt::format("; add cases that find the others, or say in {} why none can",
                          request_.equivalents.string());
    }
    add(tally_.survived == 0, "mutants", std::move(text));
  }

  const MutantsRequest& request_;
  std::vector<Equivalent> declared_;
  std::vector<CheckResult> results_;
  Tally tally_;
};

}  // namespace

std::vector<CheckResult> check_mutants(const MutantsRequest& request) {
  return Checking{request}.check();
}

}  // namespace warpgrade::cli
