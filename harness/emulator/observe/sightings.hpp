// SPDX-License-Identifier: Apache-2.0
// Defects as they are seen, one entry for each place, whatever the order of blocks and workers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "harness/emulator/observe/places.hpp"
#include "harness/emulator/ptx/module.hpp"
#include "harness/emulator/simt/observer.hpp"

namespace warpgrade::observe {

/// An instruction.
struct Spot {
  const ptx::Function* function = nullptr;
  std::uint32_t pc = 0;

  friend bool operator==(const Spot&, const Spot&) = default;
  friend bool operator<(const Spot& a, const Spot& b) {
    return std::tie(a.function, a.pc) < std::tie(b.function, b.pc);
  }
};

/// True if `a` stands before `b`: by line where both are of one file, since nvcc moves
/// instructions.
bool stands_before(const Spot& a, const Spot& b);
/// True if the instructions are of one line.
bool same_line(const Spot& a, const Spot& b);

inline Spot spot_of(const simt::Place& place) { return {place.function, place.pc}; }

/// What belongs to one entry: an instruction, the one at the other side where there is one, and
/// what else an observer tells apart.
struct SightingKey {
  Spot where;
  Spot other;
  std::uint32_t tag = 0;

  friend bool operator==(const SightingKey&, const SightingKey&) = default;
  friend bool operator<(const SightingKey& a, const SightingKey& b) {
    return std::tie(a.where, a.other, a.tag) < std::tie(b.where, b.other, b.tag);
  }
};

/// The first occurrence of a defect, by block and then by thread, and how often it occurred in
/// lanes.
template <typename Detail>
struct Sighting {
  std::uint64_t cta = 0;
  std::uint32_t thread = 0;
  std::uint64_t count = 0;
  Detail detail{};
};

/// The sightings of one observer.
template <typename Detail>
class Sightings {
 public:
  using Entry = std::pair<const SightingKey, Sighting<Detail>>;

  /// Adds `lanes` occurrences, the first of them that of `thread` of block `cta`. `detail` makes
  /// the detail of that one, and is called only where it comes before all others.
  template <typename MakeDetail>
  void note(const SightingKey& key, std::uint64_t cta, std::uint32_t thread, std::uint64_t lanes,
            const MakeDetail& detail) {
    const auto [found, is_new] = entries_.try_emplace(key);
    Sighting<Detail>& sighting = found->second;
    sighting.count += lanes;
    if (is_new || std::pair(cta, thread) < std::pair(sighting.cta, sighting.thread)) {
      sighting = {cta, thread, sighting.count, detail()};
    }
  }

  void merge(const Sightings& other) {
    for (const Entry& entry : other.entries_) {
      const Sighting<Detail>& theirs = entry.second;
      note(entry.first, theirs.cta, theirs.thread, theirs.count, [&] { return theirs.detail; });
    }
  }

  /// All entries, ordered by block, instruction and thread of their first occurrence.
  [[nodiscard]] std::vector<const Entry*> ordered(const ptx::Module& module) const {
    std::vector<const Entry*> result;
    for (const Entry& entry : entries_) result.push_back(&entry);
    const auto place = [&](const Entry* entry) {
      const auto& [key, seen] = *entry;
      return std::tuple(seen.cta, position(module, key.where.function), key.where.pc, seen.thread,
                        position(module, key.other.function), key.other.pc, key.tag);
    };
    std::ranges::sort(result, {}, place);
    return result;
  }

 private:
  std::map<SightingKey, Sighting<Detail>> entries_;
};

}  // namespace warpgrade::observe
