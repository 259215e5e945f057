// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/diagnose/causes.hpp"
#include "harness/grading/diagnose/cells.hpp"
#include "harness/grading/diagnose/rules.hpp"
#include "harness/grading/diagnose/slots.hpp"
#include "harness/grading/diagnose/tile_edges.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace warpgrade::diagnose {
namespace {

/// " (line 12)" for a known line.
std::string at_line(int line) { return line > 0 ? fmt::format(" (line {})", line) : ""; }

/// True if the cells with an input value are some, and all have `p`.
template <class P>
bool all_from_input(const Evidence& e, P p) {
  const auto fits = [&](const WrongCell& cell) { return !tells_its_source(cell) || p(cell); };
  return std::ranges::any_of(e.cells, tells_its_source) && std::ranges::all_of(e.cells, fits);
}

/// True for some usual tile edge.
template <class P>
bool at_some_edge(const Evidence& e, P p) {
  return std::ranges::any_of(tile_edges(e), [&](std::int64_t tile) {
    return all_from_input(e, [&](const WrongCell& cell) { return p(cell, tile); });
  });
}

std::string what_they_hold(const Evidence& e, const Finding* finding) {
  const auto first = finding == nullptr ? 0 : std::min(finding->where.line, finding->other.line);
  const auto second = finding == nullptr ? 0 : std::max(finding->where.line, finding->other.line);
  // Tiles write before they read; where only one side is known, it is named once.
  const auto store = at_line(first > 0 ? first : second);
  const auto read = at_line(first > 0 ? second : 0);
  if (at_some_edge(e, is_mirrored)) {
    return fmt::format(
        "come in mirrored pairs inside one tile: both threads of a pair swap the "
        "same two cells{}",
        store);
  }
  if (at_some_edge(e, is_same_slot)) {
    return fmt::format(
        "hold the next tile's values: the tile is refilled{} before everyone has read it{}", store,
        read);
  }
  return fmt::format(
      "hold leftovers of the tile: no barrier between the tile's store{} and its read{}", store,
      read);
}

}  // namespace

std::optional<Verdict> race(const Evidence& e, std::int64_t /*tile*/) {
  const auto* const finding = first_finding(e, FindingKind::shared_memory_race);
  const bool written = e.unwritten < e.wrong;
  if (!e.differs && (finding == nullptr || !written)) return std::nullopt;
  if (!written) {
    return Verdict{Pattern::race, "which cells are never written changes from run to run"};
  }
  if (!e.transposes) {
    return Verdict{Pattern::race, finding == nullptr
                                      ? "wrong cells change from run to run"
                                      : "threads of a block race: " + said_with_line(*finding)};
  }
  return Verdict{Pattern::race,
                 fmt::format("wrong cells {}{}", e.differs ? "change from run to run and " : "",
                             what_they_hold(e, finding))};
}

}  // namespace warpgrade::diagnose
