// SPDX-License-Identifier: Apache-2.0
// A warp: its registers, its lanes' places, and the choice of which lanes run.
#pragma once

#include "harness/emulator/simt/async.hpp"
#include "harness/emulator/simt/lazy.hpp"
#include "harness/emulator/simt/observer.hpp"
#include "harness/emulator/simt/program.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace warpgrade::simt {

class Cta;
struct Worker;

/// A function's activation. Lanes that made the same call from the same frame share it.
struct Frame {
  const LoweredFunction* function = nullptr;
  const Op* return_to = nullptr;  ///< Operation after the call; null in the kernel.
  const CallSite* call = nullptr;
  std::uint32_t parent = 0;
  std::uint32_t depth = 0;
  std::uint32_t registers = 0;  ///< Byte offset in the warp's register memory.
  std::uint32_t local = 0;      ///< First local byte of a thread.
};

enum class Wait : std::uint8_t {
  none,
  cta_barrier,   ///< bar.sync, bar.red
  warp_barrier,  ///< bar.warp.sync
  warp_values,   ///< shfl, vote, match, redux: same instruction needed
};

/// Lanes of a warp that are at the same operation of the same frame.
struct Split {
  const Op* ip = nullptr;
  Mask mask = 0;
  std::uint32_t frame = 0;
  Wait wait = Wait::none;
  std::uint32_t barrier = 0;
  std::uint32_t popc = 0;    ///< What the barrier that released it found (bar.red): yes votes,
  std::uint32_t voters = 0;  ///< of so many.
};

/// Instructions that a warp may still execute after an access of it was refused: enough to see what
/// else is wrong, but what it goes on with may never end. A device would have stopped at once.
inline constexpr std::uint64_t kAfterFault = std::uint64_t{1} << 22;

class Warp {
 public:
  Warp(Cta& cta, Worker& worker, std::uint32_t index);

  /// Puts `lanes` at the first operation of `kernel`.
  void start(const LoweredFunction& kernel, Mask lanes);
  /// Runs until nothing of the warp can go on, its share of instructions is used up or the launch
  /// stops.
  void run();
  [[nodiscard]] bool runnable() const;

  [[nodiscard]] Mask live() const { return live_; }
  [[nodiscard]] std::uint32_t index() const { return index_; }
  [[nodiscard]] const std::vector<Split>& splits() const { return splits_; }
  [[nodiscard]] const std::vector<Frame>& frames() const { return frames_; }
  [[nodiscard]] Place place_of(const Split& split) const;

  // For handlers: the running split.
  template <class T>
  [[nodiscard]] T* lanes(Slot slot) const {
    return reinterpret_cast<T*>(bases_[slot.area()] + slot.offset());
  }
  /// As lanes(), for a split that does not run.
  template <class T>
  [[nodiscard]] const T* lanes_of(const Split& split, Slot slot) const {
    return slot.area() == static_cast<std::uint32_t>(Area::frame)
               ? reinterpret_cast<const T*>(registers_.data() + frames_[split.frame].registers +
                                            slot.offset())
               : lanes<const T>(slot);
  }
  [[nodiscard]] Mask mask() const { return mask_; }
  [[nodiscard]] bool active(unsigned lane) const { return (mask_ >> lane & 1U) != 0; }
  /// No other lane's registers matter: writes need no blending.
  [[nodiscard]] bool whole() const { return whole_; }
  /// cp.async copies under way.
  [[nodiscard]] AsyncCopies& copies() { return copies_; }
  /// Other splits and warps get their turns soon: this one waits for something.
  void yield() {
    fuel_ = 0;
    share_ = 0;
  }
  [[nodiscard]] Cta& cta() const { return *cta_; }
  [[nodiscard]] Worker& worker() const { return *worker_; }
  [[nodiscard]] const Frame& frame() const { return frames_[splits_[current_].frame]; }
  [[nodiscard]] Place place(const Op& op) const;
  /// Instructions that this warp has executed up to `op`.
  [[nodiscard]] std::uint64_t clock(const Op& op) const;

  /// All lanes of the split go to `target`.
  const Op* jump(const Op& op, const Op* target);
  /// `taken` of its lanes go to `target`, the others to the next operation.
  const Op* diverge(const Op& op, const Op* target, Mask taken, bool announce);
  /// As diverge(), but the others execute `op` again.
  const Op* diverge_staying(const Op& op, const Op* target, Mask taken);
  /// The split goes on at `next` when its turn comes.
  void rest(const Op* next) { splits_[current_].ip = next; }
  /// The split's lanes are done.
  const Op* exit_lanes(const Op& op);
  /// `lanes` of the split call `callee` and come back to `return_to`; the others stay at `op`.
  const Op* enter(const Op& op, const Op* return_to, const CallSite& call,
                  const LoweredFunction& callee, Mask lanes);
  /// The split returns to its caller; in the kernel its lanes are done.
  const Op* leave(const Op& op);
  /// The split waits at `op` for a CTA barrier.
  const Op* park(const Op& op, Wait wait, std::uint32_t barrier);
  /// The launch stops here.
  const Op* abandon(const Op& op);
  /// Whether all lanes that the member masks in `op.e` name have come; parks the split if not.
  bool gathered(const Op& op, Wait wait);

  /// An access was refused: from here on the warp has little time left.
  void note_fault() { ends_at_ = std::min(ends_at_, counted_ + kAfterFault); }
  /// The running split, e.g. for what the barrier that released it found.
  [[nodiscard]] const Split& split() const { return splits_[current_]; }
  /// Executes the operations [first, end) for `lanes` of the split only.
  const Op* run_narrowed(const Op* first, const Op* end, Mask lanes);
  /// Runs `act` for `lanes` of the split only.
  void with_lanes(Mask lanes, const auto& act) {
    const Mask all = mask_;
    const bool whole = whole_;
    mask_ = lanes;
    whole_ = whole && lanes == all;
    act();
    mask_ = all;
    whole_ = whole;
  }
  /// Index in the CTA of the lowest of `lanes`.
  [[nodiscard]] std::uint32_t thread_of(Mask lanes) const {
    return index_ * kWarpSize + static_cast<std::uint32_t>(std::countr_zero(lanes));
  }

  /// The splits that wait at CTA barrier `id` go on.
  void release(std::uint32_t id, std::uint32_t popc, std::uint32_t voters);

  /// Local memory of one lane, local_bytes() long.
  [[nodiscard]] std::byte* local(std::uint32_t lane) const {
    return local_.get() + std::size_t{lane} * local_stride_;
  }
  [[nodiscard]] std::uint32_t local_bytes() const { return local_top_; }

 private:
  bool select();
  std::size_t next_turn();
  void merge_equal();
  void remove(std::size_t split);
  void load(std::size_t split);
  void settle(const Op* next);
  void count(std::uint32_t instructions);
  void count_through(const Op& op);
  [[nodiscard]] bool precedes(const Split& a, const Split& b) const;
  [[nodiscard]] const Op* limit_of(std::size_t split) const;

  void recheck_members();
  void recheck_warp_barrier();
  void members_of(const Split& split, std::array<Mask, kWarpSize>& members) const;
  void check_masks(const Op& op, Mask named) const;
  [[nodiscard]] Mask closed_group(Mask candidates,
                                  const std::array<Mask, kWarpSize>& members) const;
  void let_go(std::size_t index, Mask lanes, const Op* ip);

  void start_local(const LoweredFunction& kernel);
  [[nodiscard]] bool in_use(std::uint32_t frame) const;
  std::optional<std::uint32_t> frame_for(const CallSite& call, const Op* return_to,
                                         const LoweredFunction& callee);
  void clear_lanes(Mask lanes, std::byte* frame, const Field& field) const;

  std::array<std::byte*, 4> bases_{};
  Mask mask_ = 0;
  bool whole_ = false;
  bool rotating_ = false;
  std::uint32_t start_pc_ = 0;  ///< First instruction not yet counted.
  std::uint32_t current_ = 0;
  std::int64_t fuel_ = 0;   ///< Instructions until another split gets its turn.
  std::int64_t share_ = 0;  ///< Instructions until another warp does.
  std::uint64_t counted_ = 0;
  std::uint64_t ends_at_ = 0;  ///< Of counted_: the launch stops there.
  unsigned turn_ = 0;          ///< Lane of the split that had the last turn out of order.
  Mask live_ = 0;
  std::uint32_t index_ = 0;
  Cta* cta_ = nullptr;
  Worker* worker_ = nullptr;
  std::vector<Split> splits_;
  std::vector<Frame> frames_;
  std::vector<std::byte> registers_;
  AsyncCopies copies_;
  LazyArray<std::byte> local_;
  std::uint32_t local_stride_ = 0;
  std::uint32_t local_top_ = 0;
};

}  // namespace warpgrade::simt
