// SPDX-License-Identifier: Apache-2.0
#include "harness/report/run.hpp"

#include "harness/report/escape.hpp"
#include "harness/report/json_evidence.hpp"
#include "harness/report/text_sections.hpp"

#include <fmt/format.h>

namespace warpgrade::report {
namespace {

constexpr int kIndent = 2;

std::string ended_text(const RunReport& report) {
  if (report.signal != 0) return fmt::format("ended by signal {}", report.signal);
  return fmt::format("exit code {}", report.exit_code);
}

Section head_section(const RunReport& report) {
  Section section{"the program", {}, 0, 100};
  auto line = fmt::format("{} · {} {}", escape_line(report.program, 60), report.device.kind,
                          report.device.name);
  if (!report.architecture.empty()) line += " · " + report.architecture;
  if (report.schedule_seed != 0) line += fmt::format(" · schedule seed {}", report.schedule_seed);
  section.lines.push_back(line + " · " + ended_text(report));
  return section;
}

std::string time_text(const KernelRun& run) {
  const auto each = run.seconds / static_cast<double>(run.counters.launches);
  return fmt::format("{}{}, modelled", seconds_text(each),
                     run.counters.launches > 1 ? " each" : "");
}

Section kernel_section(const KernelRun& run) {
  Section section{"a kernel", {}, 0, 90};
  add_kernel(section, {run.counters, 0, 0}, run.counters.launches > 0 ? time_text(run) : "");
  return section;
}

Section rest_section(const RunReport& report) {
  Section section{"the rest", {}, 0, 80};
  if (report.copied_bytes > 0) {
    section.lines.push_back(
        row("copies and fills", fmt::format("{} bytes, {} modelled", grouped(report.copied_bytes),
                                            seconds_text(report.copy_seconds))));
  }
  if (report.unfreed_bytes > 0) {
    section.lines.push_back(row("never freed", grouped(report.unfreed_bytes) + " bytes"));
  }
  if (report.findings.empty()) section.lines.push_back(row("findings", "none"));
  return section;
}

Json kernels_json(const RunReport& report) {
  Json rows = Json::array();
  for (const auto& run : report.kernels) {
    auto one = counters_json({{run.counters, 0, 0}});
    one.front()["modelled_seconds"] = number(run.seconds);
    rows.push_back(std::move(one.front()));
  }
  return rows;
}

}  // namespace

std::string write_run_text(const RunReport& report) {
  std::vector<Section> sections{head_section(report)};
  for (const auto& run : report.kernels) sections.push_back(kernel_section(run));
  Report findings;
  findings.findings = report.findings;
  sections.push_back(findings_section(findings));
  sections.push_back(rest_section(report));
  return join(sections);
}

std::string write_run_json(const RunReport& report) {
  Json json{
      {"schema", "warpgrade/run/v1"},
      {"program", report.program},
      {"device",
       {{"kind", report.device.kind}, {"name", report.device.name}, {"card", report.device.card}}},
      {"exit_code", report.exit_code},
      {"signal", report.signal},
      {"kernels", kernels_json(report)},
      {"copied_bytes", report.copied_bytes},
      {"copy_seconds", number(report.copy_seconds)},
      {"unfreed_bytes", report.unfreed_bytes},
      {"findings", findings_json(report.findings)}};
  if (!report.architecture.empty()) json["architecture"] = report.architecture;
  if (report.schedule_seed != 0) json["schedule_seed"] = report.schedule_seed;
  return json.dump(kIndent, ' ', true, Json::error_handler_t::replace) + '\n';
}

}  // namespace warpgrade::report
