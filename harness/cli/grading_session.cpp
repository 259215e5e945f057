// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/grading_session.hpp"

#include "harness/cli/arguments.hpp"
#include "harness/exercise/fill.hpp"
#include "harness/grading/claims/claims.hpp"
#include "harness/grading/grade.hpp"
#include "harness/submission/compile/source.hpp"

#include <fmt/format.h>

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <stdexcept>
#include <utility>
#include <variant>

namespace warpgrade::cli {
namespace {

namespace fs = std::filesystem;

// Verdicts alone are asked for of many files side by side, which slow each other down.
constexpr double kPatienceWithMany = 4;

struct Built {
  compile::Result submission;
  compile::Compiled copy;
  compile::Compiled naive;
  exercise::ReferenceFunction reference;
};

// The baselines are ours: if one does not compile, that is no verdict on the submission.
compile::Compiled compiled_baseline(compile::Result result, const fs::path& source) {
  if (const auto* refused = std::get_if<compile::Refused>(&result)) {
    throw std::runtime_error{fmt::format("{}: {}; a file of the exercise must compile",
                                         source.string(), refused->summary)};
  }
  return std::get<compile::Compiled>(std::move(result));
}

Built build(const SessionRequest& request, const Workshop& workshop) {
  const auto& exercise = *request.exercise;
  const auto start = [](const auto& task, const fs::path& source, const Signature& signature) {
    return std::async(std::launch::async, task, source, std::cref(signature));
  };
  auto submission = start(workshop.compile, request.options->file, exercise.signature);
  auto copy = start(workshop.compile, request.copy, copy_signature());
  auto naive = start(workshop.compile, exercise.naive, exercise.signature);
  auto reference = start(workshop.reference, exercise.reference, exercise.signature);
  return {submission.get(), compiled_baseline(copy.get(), request.copy),
          compiled_baseline(naive.get(), exercise.naive), reference.get()};
}

std::string diagnostic_text(const compile::Diagnostic& diagnostic) {
  auto message = fmt::format("{}: {}", severity_name(diagnostic.severity), diagnostic.message);
  if (diagnostic.where.file.empty()) return message;
  return fmt::format("{}:{}: {}", diagnostic.where.file, diagnostic.where.line, message);
}

void fill_refused(Report& report, const compile::Refused& refused) {
  report.outcome = refused.outcome;
  report.submission_sha256 = refused.sha256;
  report.summary = refused.summary;
  for (const auto& diagnostic : refused.diagnostics) {
    report.details.push_back(diagnostic_text(diagnostic));
  }
}

// The submission and how it was asked for, as words of a command that asks for it again.
std::string asked_for(const GradeOptions& options) {
  auto words = shell_word(options.file);
  if (!options.exercise.empty()) words += " --exercise " + shell_word(options.exercise);
  if (options.device != GradeOptions{}.device) words += " --device " + options.device;
  if (options.card != GradeOptions{}.card) words += " --card " + shell_word(options.card);
  if (options.checks != GradeOptions{}.checks) words += " --checks " + options.checks;
  if (options.schedule_seed != 0)
    words += fmt::format(" --schedule-seed {}", options.schedule_seed);
  return words;
}

// Inputs and right outputs as the ladder has them.
timing::MakeData data_of(const exercise::Exercise& exercise,
                         const exercise::ReferenceFunction& reference) {
  return [&exercise, reference](const Shape& shape, std::uint64_t seed) {
    Case c = exercise.timing_case;
    c.input = shape;
    c.seed = seed;
    auto values = exercise::make_input(c, exercise.signature);
    auto expected = reference(shape, values);
    return timing::HostData{std::move(values), std::move(expected)};
  };
}

Report grade_built(const SessionRequest& request, const Workshop& workshop, const Built& built,
                   const compile::Compiled& submission) {
  const auto submission_runner = workshop.runner(submission.library);
  const auto copy_runner = workshop.runner(built.copy.library);
  const auto naive_runner = workshop.runner(built.naive.library);
  grading::GradeRequest grade;
  grade.exercise = request.exercise;
  grade.submission_name = asked_for(*request.options);
  grade.reference = built.reference;
  grade.submission = submission_runner.get();
  grade.copy = copy_runner.get();
  grade.naive = naive_runner.get();
  grade.l2_bytes = request.card->l2_bytes;
  if (!request.options->only_case.empty()) {
    grade.only = parse_case(request.options->only_case, request.exercise->signature);
  }
  grade.verdict_only = request.options->verdict_only;
  grade.check_everything = request.options->checks == "all";
  grade.run_seconds *= workshop.patience;
  grade.shrink_seconds *= workshop.patience;
  if (grade.verdict_only) grade.run_seconds *= kPatienceWithMany;
  grade.progress = request.progress;
  std::unique_ptr<GpuBench> gpu;
  if (workshop.gpu) {
    gpu = workshop.gpu({built.copy.library, built.naive.library, submission.library,
                        request.exercise->signature, data_of(*request.exercise, built.reference)},
                       request.progress);
    grade.hardware = &gpu->hardware();
  }
  return grading::grade(grade);
}

// nvcc compiled a copy: places in it are the learner's, under the name that the learner typed.
void name_places(Report& report, const GradeOptions& options) {
  const auto copy = compile::safe_name(options.file);
  const auto name_place = [&](SourceLine& where) {
    if (fs::path{where.file}.filename() == copy) where.file = options.file;
  };
  for (auto& finding : report.findings) {
    name_place(finding.where);
    name_place(finding.other);
  }
  for (auto& kernel : report.counters) {
    for (auto& line : kernel.counters.lines) name_place(line.where);
  }
}

void name(Report& report, const Report& header) {
  report.exercise = header.exercise;
  report.exercise_title = header.exercise_title;
  report.submission_file = header.submission_file;
  report.schedule_seed = header.schedule_seed;
  report.device = header.device;
}

}  // namespace

Report report_header(const GradeOptions& options, const exercise::Exercise* exercise,
                     const model::Card* card, const Machine* machine) {
  Report report;
  report.submission_file = options.file;
  report.schedule_seed = options.schedule_seed;
  report.exercise = exercise != nullptr ? exercise->id : options.exercise;
  if (exercise != nullptr) report.exercise_title = exercise->title;
  report.device.kind = "emulated";
  report.device.card = card != nullptr ? card->id : options.card;
  if (card != nullptr) report.device.name = card->name;
  if (machine != nullptr && machine->gpu) {
    report.device.kind = "cuda";
    report.device.name = machine->gpu->name;
  }
  return report;
}

Report grade_submission(const SessionRequest& request, const Workshop& workshop) {
  const auto started = std::chrono::steady_clock::now();
  const auto header =
      report_header(*request.options, request.exercise, request.card, request.machine);
  if (request.progress) request.progress("compiling");
  const auto built = build(request, workshop);
  auto report = header;
  if (const auto* submission = std::get_if<compile::Compiled>(&built.submission)) {
    report = grade_built(request, workshop, built, *submission);
    name(report, header);
    name_places(report, *request.options);
    report.submission_sha256 = submission->sha256;
    grading::judge_claims(grading::read_claims(compile::read_source(request.options->file)),
                          request.options->require_claims, report);
  } else {
    fill_refused(report, std::get<compile::Refused>(built.submission));
  }
  report.wall_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  return report;
}

}  // namespace warpgrade::cli
