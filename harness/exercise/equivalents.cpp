// SPDX-License-Identifier: Apache-2.0
#include "harness/exercise/equivalents.hpp"

#include "harness/exercise/toml_file.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace warpgrade::exercise {

std::vector<Equivalent> read_equivalents(const std::filesystem::path& file) {
  const auto table = parse_toml(file);
  const Section top{file, table, "", {"equivalent"}};
  std::vector<Equivalent> equivalents;
  for (const auto& section : top.sections("equivalent", {"why", "mutants"})) {
    const auto why = section.required(section.text("why"), "why",
                                      "say why no case can tell these mutants from the solution");
    const auto mutants =
        section.required(section.texts("mutants"), "mutants", "name them as warpgrade check does");
    for (const auto& mutant : mutants) {
      if (std::ranges::count(equivalents, mutant, &Equivalent::mutant) > 0) {
        section.fail("mutants", fmt::format("has \"{}\" a second time", mutant),
                     "remove one of the two");
      }
      equivalents.push_back({mutant, why, section.line()});
    }
  }
  return equivalents;
}

}  // namespace warpgrade::exercise
