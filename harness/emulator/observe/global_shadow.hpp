// SPDX-License-Identifier: Apache-2.0
// Which blocks of a launch last wrote and first read each cell of global memory.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "harness/emulator/observe/race_shadow.hpp"
#include "harness/emulator/observe/sightings.hpp"
#include "harness/emulator/simt/lazy.hpp"
#include "harness/emulator/simt/memory.hpp"
#include "harness/emulator/simt/observer.hpp"

namespace warpgrade::observe {

/// An instruction as one block executed it, with the first thread that did.
struct BlockAccess {
  std::uint32_t cta = 0;
  Who who;
};

/// An instruction that accesses global memory.
struct GlobalSite {
  Spot spot;
  simt::AccessKind kind{};
  std::uint32_t index = 0;
  std::uint32_t cta = 0;     ///< The last block that executed it,
  std::uint32_t number = 0;  ///< and the number of that access; 0: none did.
};

/// Accesses of a cell, each a number of a BlockAccess, 0 for none. A cell is a 4-byte word, or a
/// byte once the allocation has been accessed by 1 or 2 bytes.
struct GlobalCells {
  std::uint64_t base = 0;
  std::uint64_t bytes = 0;
  std::uint32_t cell_bytes = 4;
  simt::LazyArray<std::uint32_t> writer =
      {};  ///< Twice the number, plus 1 if it changed the value.
  simt::LazyArray<std::uint32_t> reader = {};  ///< The first.
  simt::LazyArray<std::uint32_t> second = {};  ///< The first of another block than that.
  simt::LazyArray<std::uint32_t> atomic = {};  ///< The last.

  [[nodiscard]] std::uint64_t cells() const { return bytes / cell_bytes + 1; }
  void start();
  void split_into_bytes();
};

/// The shadow of what one worker ran. A race between blocks of two workers undoes the run, and all
/// is done again by one (simt::launch), so no worker needs to know of another.
class GlobalShadow {
 public:
  /// @param memory  Its allocations are those that the launch begins with.
  explicit GlobalShadow(const simt::GlobalMemory& memory);

  /// The cells of the allocation that holds `address`, fit for accesses of `bytes` bytes; null for
  /// what was allocated since the launch began, by malloc() in a kernel.
  GlobalCells* cells(std::uint64_t address, std::uint32_t bytes);

  /// The number of a block's access at an instruction. @param thread  Kept if it is the first.
  std::uint32_t number(const simt::Place& place, simt::AccessKind kind, std::uint32_t thread);
  [[nodiscard]] const BlockAccess& access(std::uint32_t number) const { return accesses_[number]; }
  [[nodiscard]] const GlobalSite& site(const BlockAccess& access) const {
    return sites_[access.who.site()];
  }

 private:
  GlobalSite& site_of(const simt::Place& place, simt::AccessKind kind);

  std::vector<GlobalCells> allocations_;  ///< By base.
  GlobalCells* last_ = nullptr;
  std::vector<BlockAccess> accesses_{1};  ///< 0 is nobody.
  std::vector<GlobalSite> sites_;
  std::map<const ptx::Function*, std::vector<std::uint32_t>> site_by_pc_;
  const ptx::Function* last_function_ = nullptr;
  std::vector<std::uint32_t>* last_sites_ = nullptr;
};

}  // namespace warpgrade::observe
