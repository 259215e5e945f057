// SPDX-License-Identifier: Apache-2.0
#include "harness/core/index_fill.hpp"
#include "harness/exercise/exercise.hpp"
#include "harness/exercise/fill.hpp"
#include "harness/exercise/toml_file.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace warpgrade::exercise {
namespace {

Case read_case(const Section& section) {
  Case c;
  c.giant = section.boolean("giant").value_or(false);
  c.input = section.extent(c.giant ? IndexFill::kMostCells : kMostElements);
  c.fill = section.text("fill").value_or(c.fill);
  if (!is_fill(c.fill)) {
    section.fail("fill", fmt::format("is \"{}\", which is no fill that we know", c.fill),
                 "leave the line out, or write fill = \"index\"");
  }
  c.seed = static_cast<std::uint64_t>(section.integer("seed", 0).value_or(0));
  c.why = section.text("why").value_or("");
  c.extreme = section.boolean("extreme").value_or(false);
  return c;
}

bool same_input(const Case& a, const Case& b) {
  return a.input == b.input && a.fill == b.fill && a.seed == b.seed;
}

}  // namespace

std::vector<Case> read_cases(const std::filesystem::path& file) {
  const auto table = parse_toml(file);
  const Section top{file, table, "", {"case"}};
  const auto sections =
      top.sections("case", {"rows", "cols", "fill", "seed", "why", "extreme", "giant"});
  if (sections.empty()) {
    top.fail("case", "is missing: the file holds no cases", "add at least one [[case]]");
  }
  std::vector<Case> cases;
  for (const auto& section : sections) {
    auto c = read_case(section);
    const auto twin =
        std::ranges::find_if(cases, [&c](const Case& other) { return same_input(c, other); });
    if (twin != cases.end()) {
      const auto first = sections[static_cast<std::size_t>(twin - cases.begin())].line();
      section.fail(
          "rows",
          fmt::format("x cols ({} x {}) with this fill and seed is there already, on line {}",
                      c.input.rows, c.input.cols, first),
          "remove one of the two");
    }
    cases.push_back(std::move(c));
  }
  return cases;
}

}  // namespace warpgrade::exercise
