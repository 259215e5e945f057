// SPDX-License-Identifier: Apache-2.0
// Runs one kernel launch on the CPU.
#pragma once

#include "harness/core/extent.hpp"
#include "harness/emulator/ptx/module.hpp"
#include "harness/emulator/simt/memory.hpp"
#include "harness/emulator/simt/observer.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace warpgrade::simt {

/// A module made ready to run: lowered kernels, and its .global and .const variables placed in
/// memory.
class Program {
 public:
  /// Lowers every defined function and allocates the module's variables.
  /// @throws ptx::PtxError (unsupported) for an instruction form without a handler, naming its
  /// line.
  /// @throws std::bad_alloc if the variables exceed the device's memory.
  Program(ptx::Module module, GlobalMemory& memory);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  [[nodiscard]] const ptx::Module& module() const;
  /// The entry of that (mangled) name, or nothing.
  [[nodiscard]] const ptx::Function* kernel(std::string_view name) const;
  /// Device address and size of a .global or .const variable, or nothing.
  [[nodiscard]] std::optional<Allocation> variable(std::string_view name) const;
  /// Bytes of .shared variables that `kernel` uses, alignment included.
  [[nodiscard]] std::uint64_t static_shared_bytes(const ptx::Function& kernel) const;
  /// Bytes of .local variables a thread.
  [[nodiscard]] std::uint64_t local_bytes(const ptx::Function& kernel) const;

  /// Whether `kernel` has what blocks of a launch may be ordered with: locks, flags, fences.
  [[nodiscard]] bool orders_blocks(const ptx::Function& kernel) const;

  struct Lowered;
  [[nodiscard]] const Lowered& lowered() const { return *lowered_; }

 private:
  std::unique_ptr<Lowered> lowered_;
};

struct LaunchConfig {
  Dim3 grid;
  Dim3 block;
  std::uint64_t dynamic_shared_bytes = 0;
  std::span<const std::byte> parameters;  ///< Packed as Function::parameters says.
  unsigned threads = 1;                   ///< CPU threads; results do not depend on it.
  std::uint64_t instruction_budget = 0;   ///< Lane instructions of the launch; 0: no limit.
  std::uint32_t schedule_seed = 0;        ///< 0: warps in order. Others: another legal order.
  /// CTAs that the card holds at once: so many may wait for one another.
  std::uint64_t resident_ctas = 1;
  /// All CTAs start before one may wait for the others (cooperative launch).
  bool cooperative = false;
  /// What %envreg1 (high half) and %envreg2 say: where the driver keeps the grid's barrier.
  std::uint64_t grid_workspace = 0;
  /// Linear indices of the CTAs to run, rising; empty: all. A sample runs in order, and its CTAs
  /// must not need the others.
  std::vector<std::uint64_t> sample;
  /// Lane instructions after which other CPU threads are worth their start.
  std::uint64_t alone_until = std::uint64_t{1} << 20;
};

/// Why a launch ended before all CTAs had.
enum class LaunchEnd {
  completed,
  budget_exceeded,  ///< The instruction budget ended, or sparse memory was full.
  deadlock,         ///< Reported to observers; the CTA was abandoned and the launch stopped.
  fault,            ///< A warp ran on and on after a refused access, which observers know.
  trap,             ///< trap or brkpt.
  assertion,        ///< __assertfail; `text` is its message.
};

struct LaunchResult {
  LaunchEnd end = LaunchEnd::completed;
  Place place;  ///< Of trap, assertion, or a lane when the budget ended.
  std::uint32_t thread = 0;
  std::string text;     ///< assertion message
  std::string printed;  ///< vprintf output, capped at 1 MiB, in CTA order
  std::uint64_t warp_instructions = 0;
  std::uint64_t lane_instructions = 0;
  /// Distinct 4-byte words and 32-byte sectors touched, by allocation in order of base.
  struct Touched {
    std::uint64_t base = 0;
    std::uint64_t words_read = 0;
    std::uint64_t words_written = 0;
    std::uint64_t sectors_read = 0;
    std::uint64_t sectors_written = 0;
  };
  std::vector<Touched> touched;
};

/// Runs `kernel` to its end. Block and grid limits are the caller's to check (volume(block) <=
/// 1024, parameters.size() == kernel.parameter_bytes); they are preconditions here.
///
/// CTAs run in order of their linear index, spread over CPU threads only where that cannot be seen:
/// a launch in which two workers touch the same word, one writing, is rolled back and run in order.
/// In order, a CTA that does not end within its turn rests while others run (residents.hpp).
/// @param observers  Fed on the way; on return each holds the merged result.
LaunchResult launch(const Program& program, const ptx::Function& kernel, GlobalMemory& memory,
                    const LaunchConfig& config,
                    std::span<const std::unique_ptr<Observer>> observers);

}  // namespace warpgrade::simt
