// SPDX-License-Identifier: Apache-2.0
#include "harness/report/json.hpp"

#include "harness/report/json_evidence.hpp"

#include <fmt/format.h>

namespace warpgrade::report {
namespace {

constexpr int kIndent = 2;

Json submission(const Report& report) {
  return {{"file", report.submission_file}, {"sha256", report.submission_sha256}};
}

Json device(const DeviceReport& device) {
  return {{"kind", device.kind}, {"name", device.name}, {"card", device.card}};
}

Json goals(const std::vector<GoalReport>& goals) {
  Json rows = Json::array();
  for (const auto& goal : goals) {
    rows.push_back({{"name", goal.name},
                    {"limit", number(goal.limit)},
                    {"value", number(goal.value)},
                    {"met", goal.met}});
  }
  return rows;
}

Json timings(const Report& report) {
  Json rows = Json::array();
  for (const auto& timing : report.other_timings) {
    rows.push_back(timing_json(timing, report.sizes));
  }
  return rows;
}

Json claims(const ClaimsReport& claims) {
  return {{"ratio_to_copy", number(claims.ratio_to_copy)},
          {"card", claims.card},
          {"gap", claims.gap},
          {"agrees", claims.agrees ? Json(*claims.agrees) : Json()}};
}

}  // namespace

std::string write_json(const Report& report, const Style& /*style*/) {
  Json json{{"schema", "warpgrade/result/v1"},
            {"exercise", report.exercise},
            {"submission", submission(report)},
            {"device", device(report.device)},
            {"outcome", outcome_name(report.outcome)},
            {"passed", report.outcome == Outcome::passed},
            {"summary", report.summary},
            {"exit_code", exit_code(report.outcome)},
            {"details", report.details},
            {"hint", report.hint},
            {"again", report.again},
            {"correctness", correctness_json(report.correctness, report.sizes)},
            {"findings", findings_json(report.findings)},
            {"timing", report.timing ? timing_json(*report.timing, report.sizes) : Json()},
            {"other_timings", timings(report)},
            {"counters", counters_json(report.counters)},
            {"goals", goals(report.goals)},
            {"claims", claims(report.claims)},
            {"submission_output", report.submission_output}};
  if (report.schedule_seed != 0) json["schedule_seed"] = report.schedule_seed;
  // ASCII only, and bytes that are no UTF-8 are replaced: a learner's text cannot break the file.
  return json.dump(kIndent, ' ', true, Json::error_handler_t::replace) + '\n';
}

}  // namespace warpgrade::report
