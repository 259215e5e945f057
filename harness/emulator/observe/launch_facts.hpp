// SPDX-License-Identifier: Apache-2.0
// What observers need to know of a launch to put their sightings into words.
#pragma once

#include <cstdint>
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

struct LaunchFacts {
  const ptx::Module& module;
  const ptx::Function& kernel;
  Dim3 grid;
  Dim3 block;
  std::vector<SharedVariable> shared;  ///< By offset.
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

/// "tile", or "shared memory" where no variable is known.
std::string shared_name(const LaunchFacts& facts, std::uint64_t offset);

/// "thread (1,2,0)".
std::string thread_name(const LaunchFacts& facts, std::uint32_t thread);

/// A finding with all but kind, severity and message: lines, kernel, block, thread and count.
Finding placed_finding(const LaunchFacts& facts, const SightingKey& key, std::uint64_t cta,
                       std::uint32_t thread, std::uint64_t count);

template <typename Detail>
Finding placed_finding(const LaunchFacts& facts, const SightingKey& key,
                       const Sighting<Detail>& seen) {
  return placed_finding(facts, key, seen.cta, seen.thread, seen.count);
}

/// One finding for each of the first kMostFindings sightings: `finding(key, sighting)` of each.
template <typename Detail, typename MakeFinding>
std::vector<Finding> findings_of(const Sightings<Detail>& sightings, const LaunchFacts& facts,
                                 const MakeFinding& finding) {
  std::vector<Finding> result;
  for (const auto* entry : sightings.ordered(facts.module)) {
    if (result.size() == kMostFindings) break;
    result.push_back(finding(entry->first, entry->second));
  }
  return result;
}

}  // namespace warpgrade::observe
