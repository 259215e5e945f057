// SPDX-License-Identifier: Apache-2.0
#include "harness/report/text.hpp"

#include "harness/report/layout.hpp"
#include "harness/report/text_sections.hpp"

#include <vector>

namespace warpgrade::report {

std::string write_text(const Report& report, const Style& style) {
  std::vector<Section> sections{
      verdict_section(report, style), details_section(report), correctness_section(report),
      cells_section(report),          picture_section(report), findings_section(report),
      timing_section(report),         goals_section(report),   counters_section(report),
      output_section(report),         next_section(report),
  };
  fit(sections, style.most_lines);
  return join(sections);
}

}  // namespace warpgrade::report
