// SPDX-License-Identifier: Apache-2.0
#include "harness/report/run.hpp"

#include "harness/report/escape.hpp"
#include "harness/report/json_evidence.hpp"
#include "harness/report/run_lines.hpp"
#include "harness/report/text_sections.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

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

std::string counted(std::uint32_t number, std::string_view what) {
  return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

std::string time_text(const KernelRun& run) {
  const auto each = run.seconds / static_cast<double>(run.counters.launches);
  return fmt::format("{}{}, modelled", seconds_text(each),
                     run.counters.launches > 1 ? " each" : "");
}

constexpr std::array<std::string_view, 4> kLimits{"the block size", "the number of blocks",
                                                  "shared memory", "registers"};
constexpr std::array<std::string_view, 4> kLimitNames{"block_size", "blocks", "shared_memory",
                                                      "registers"};

std::string occupancy_text(const KernelRun& run) {
  const auto& o = run.occupancy;
  auto text = fmt::format(
      "{} of {} warps a multiprocessor: {}, {} a thread", o.warps, o.most_warps,
      counted(o.blocks, "block"),
      o.registers > 0 ? counted(o.registers, "register") : "an unknown number of registers");
  if (o.warps < o.most_warps) {
    text += fmt::format(", limited by {}", kLimits.at(static_cast<std::size_t>(o.limit)));
  }
  return text;
}

Section kernel_section(const KernelRun& run) {
  Section section{"a kernel", {}, 0, 90};
  std::vector<std::string> remarks;
  if (run.counters.launches > 0) remarks.push_back(time_text(run));
  if (run.occupancy.blocks > 0) remarks.push_back(occupancy_text(run));
  add_kernel(section, {run.counters, 0, 0}, remarks);
  add_lines(section, run.counters);
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

Json occupancy_json(const Occupancy& o) {
  if (o.blocks == 0) return {};
  return {{"blocks", o.blocks},
          {"warps", o.warps},
          {"most_warps", o.most_warps},
          {"limit", kLimitNames.at(static_cast<std::size_t>(o.limit))},
          {"registers", o.registers > 0 ? Json(o.registers) : Json()}};
}

Json kernels_json(const RunReport& report) {
  Json rows = Json::array();
  for (const auto& run : report.kernels) {
    auto one = counters_json({{run.counters, 0, 0}});
    one.front()["modelled_seconds"] = number(run.seconds);
    one.front()["occupancy"] = occupancy_json(run.occupancy);
    one.front().update(lines_json(run.counters));
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
