// SPDX-License-Identifier: Apache-2.0
// What observers need to know of a launch to put their sightings into words.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "harness/core/extent.hpp"
#include "harness/core/finding.hpp"
#include "harness/emulator/observe/sightings.hpp"
#include "harness/emulator/ptx/module.hpp"

namespace warpgrade::observe {

/// Most findings that one observer reports of a launch, and that a launch reports in all.
inline constexpr std::size_t kMostFindings = 16;

/// A .shared variable with its place in the CTA's shared memory.
struct SharedVariable {
  std::string name;  ///< As in the source.
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
  bool dynamic = false;
};

/// The text of a source file that the PTX names; empty where it cannot be read.
using SourceReader = std::function<std::string(const std::string& file)>;

struct LaunchFacts {
  const ptx::Module& module;
  const ptx::Function& kernel;
  Dim3 grid;
  Dim3 block;
  std::vector<SharedVariable> shared;  ///< By offset.
  SourceReader source = {};            ///< For the dimensions of arrays; may be empty.
};

/// Name of a variable in the source: the last component of a mangled name, "tile" of
/// "_ZZ1kPfE4tile".
std::string variable_name(const std::string& mangled);

/// The variables of `kernel`, in the order in which the emulator places them: those of the module
/// that it names, its own, the dynamic array last. Empty where it calls functions that may have
/// variables too.
std::vector<SharedVariable> shared_variables(const ptx::Module& module, const ptx::Function& kernel,
                                             std::uint64_t dynamic_bytes);

/// The variable that holds byte `offset` of shared memory, or the last one before it; null if there
/// is none.
const SharedVariable* variable_at(const LaunchFacts& facts, std::uint64_t offset);

/// "tile[3][32]" for an access at `spot`, "tile" where the source does not tell its dimensions, or
/// "shared memory" where no variable is known.
std::string shared_name(const LaunchFacts& facts, std::uint64_t offset, const Spot& spot);

/// "thread (1,2,0)".
std::string thread_name(const LaunchFacts& facts, std::uint32_t thread);

/// Source line of an instruction; line 0 where there is none.
SourceLine line_of(const LaunchFacts& facts, const Spot& spot);

/// A finding with all but kind, severity and message: lines, kernel, block, thread and count.
Finding placed_finding(const LaunchFacts& facts, const SightingKey& key, std::uint64_t cta,
                       std::uint32_t thread, std::uint64_t count);

template <typename Detail>
Finding placed_finding(const LaunchFacts& facts, const SightingKey& key,
                       const Sighting<Detail>& seen) {
  return placed_finding(facts, key, seen.cta, seen.thread, seen.count);
}

/// What was sighted in one line of the source, or pair of lines: the compiler copies a line as
/// often as it unrolls a loop, and the learner wrote it once.
template <typename Detail>
struct LineSighting {
  SightingKey key;        ///< Of the first occurrence.
  Sighting<Detail> seen;  ///< The first occurrence, counted together.
  SourceLine where;
  SourceLine other;

  /// True if both stand in the same lines, either way round, and those are known.
  [[nodiscard]] bool same_lines(const LineSighting& with) const {
    if (where.line == 0) return false;
    return (where == with.where && other == with.other) ||
           (where == with.other && other == with.where);
  }
};

/// The sightings by line and tag, in the order of their first occurrence.
template <typename Detail>
std::vector<LineSighting<Detail>> by_line(const Sightings<Detail>& sightings,
                                          const LaunchFacts& facts) {
  std::vector<LineSighting<Detail>> result;
  for (const auto* entry : sightings.ordered(facts.module)) {
    const SightingKey& key = entry->first;
    const LineSighting<Detail> here{key, entry->second, line_of(facts, key.where),
                                    line_of(facts, key.other)};
    const auto found = std::ranges::find_if(result, [&](const LineSighting<Detail>& earlier) {
      return earlier.key.tag == here.key.tag && earlier.same_lines(here);
    });
    if (found == result.end()) {
      result.push_back(here);
    } else {
      found->seen.count += here.seen.count;
    }
  }
  return result;
}

/// One finding for each of the first kMostFindings of `lines`: `finding(key, sighting)` of each.
template <typename Detail, typename MakeFinding>
std::vector<Finding> findings_of(const std::vector<LineSighting<Detail>>& lines,
                                 const MakeFinding& finding) {
  std::vector<Finding> result;
  for (const LineSighting<Detail>& line : lines) {
    if (result.size() == kMostFindings) break;
    result.push_back(finding(line.key, line.seen));
  }
  return result;
}

}  // namespace warpgrade::observe
