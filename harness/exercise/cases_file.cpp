// SPDX-License-Identifier: Apache-2.0
#include "harness/core/index_fill.hpp"
#include "harness/exercise/exercise.hpp"
#include "harness/exercise/fill.hpp"
#include "harness/exercise/toml_file.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace warpgrade::exercise {
namespace {

std::optional<Fill> read_fill(const Section& section) {
  const auto name = section.text("fill");
  if (!name) return std::nullopt;
  if (const auto fill = fill_of_name(*name)) return fill;
  section.fail("fill", fmt::format("is \"{}\", which is no fill that we know", *name),
               R"(leave the line out, or write fill = "index" or "small")");
}

Case read_case(const Section& section, const Signature& signature) {
  Case c;
  c.giant = section.boolean("giant").value_or(false);
  if (c.giant && !signature.transposes) {
    section.fail("giant", "is set, and this exercise is no transpose",
                 "leave the line out: only transposes can be run in part");
  }
  const auto most = c.giant ? IndexFill::kMostCells : kMostElements;
  c.input = section.shape(signature.sizes, most);
  if (signature.input_words(c.input) > static_cast<std::size_t>(most)) {
    section.fail(signature.sizes.front(), "makes the inputs too large",
                 fmt::format("make the case smaller: at most {} words", most));
  }
  c.fill = read_fill(section);
  c.seed = static_cast<std::uint64_t>(section.integer("seed", 0).value_or(0));
  c.why = section.text("why").value_or("");
  c.extreme = section.boolean("extreme").value_or(false);
  return c;
}

/// The names of the sizes behind the first, as a message goes on: "x cols ".
std::string other_sizes(const Signature& signature) {
  std::string text;
  for (std::size_t i = 1; i < signature.sizes.size(); ++i) text += "x " + signature.sizes[i] + ' ';
  return text;
}

}  // namespace

bool same_input(const Case& a, const Case& b) {
  return a.input == b.input && a.fill == b.fill && a.seed == b.seed;
}

std::vector<Case> read_cases(const std::filesystem::path& file, const Signature& signature) {
  const auto table = parse_toml(file);
  const Section top{file, table, "", {"case"}};
  auto known = signature.sizes;
  for (const auto* key : {"fill", "seed", "why", "extreme", "giant"}) known.emplace_back(key);
  const auto sections = top.sections("case", known);
  if (sections.empty()) {
    top.fail("case", "is missing: the file holds no cases", "add at least one [[case]]");
  }
  std::vector<Case> cases;
  cases.reserve(sections.size());
  for (const auto& section : sections) {
    auto c = read_case(section, signature);
    const auto twin =
        std::ranges::find_if(cases, [&c](const Case& other) { return same_input(c, other); });
    if (twin != cases.end()) {
      const auto first = sections[static_cast<std::size_t>(twin - cases.begin())].line();
      section.fail(signature.sizes.front(),
                   fmt::format("{}({}) with this fill and seed is there already, on line {}",
                               other_sizes(signature), shape_text(c.input), first),
                   "remove one of the two");
    }
    cases.push_back(std::move(c));
  }
  return cases;
}

}  // namespace warpgrade::exercise
