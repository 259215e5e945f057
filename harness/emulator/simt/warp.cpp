// SPDX-License-Identifier: Apache-2.0
// Which lanes run: the split with the lowest operation, deepest call first, and now and then
// another.
#include "harness/emulator/simt/warp.hpp"

#include "harness/emulator/simt/cta.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace warpgrade::simt {
namespace {

/// Instructions until another split gets its turn: lanes may wait for one that has a higher place.
constexpr std::int64_t kSplitFuel = 4096;

unsigned lowest_lane(const Split& split) {
  return static_cast<unsigned>(std::countr_zero(split.mask));
}

}  // namespace

Warp::Warp(Cta& cta, Worker& worker, std::uint32_t index)
    : index_(index), cta_(&cta), worker_(&worker) {
  splits_.reserve(kWarpSize + 1);
  registers_.resize(worker.kernel.frame_bytes);
  bases_[static_cast<std::size_t>(Area::uniform)] = worker.uniform.data();
  bases_[static_cast<std::size_t>(Area::warp)] = worker.warp_area(index);
}

void Warp::start(const LoweredFunction& kernel, Mask lanes) {
  live_ = lanes;
  counted_ = 0;
  ends_at_ = ~std::uint64_t{0};
  fuel_ = 1;
  frames_.assign(1, Frame{.function = &kernel});
  for (const Field& field : kernel.cleared) {
    std::memset(registers_.data() + field.offset, 0, field.bytes);
  }
  start_local(kernel);
  copies_.clear();
  splits_.clear();
  if (lanes != 0) splits_.push_back({.ip = &worker_->program.ops[kernel.first], .mask = lanes});
}

bool Warp::runnable() const {
  return std::ranges::any_of(splits_, [](const Split& s) { return s.wait == Wait::none; });
}

void Warp::run() {
  share_ = worker_->warp_share;
  while (share_ > 0 && !worker_->stopped && select()) {
    const Op* op = splits_[current_].ip;
    const Op* const limit = rotating_ ? nullptr : limit_of(current_);
    if (limit == nullptr) {
      while (op != nullptr) op = op->run(*this, *op);
    } else {
      while (op != nullptr && op < limit) op = op->run(*this, *op);
    }
    if (op != nullptr) settle(op);
    if (counted_ > ends_at_) worker_->stop(LaunchEnd::fault, {}, 0);
  }
  if (worker_->stopped && !splits_.empty()) {
    const Split& last = splits_[std::min<std::size_t>(current_, splits_.size() - 1)];
    worker_->locate(place_of(last), thread_of(last.mask));
  }
}

bool Warp::precedes(const Split& a, const Split& b) const {
  const std::uint32_t depth_a = frames_[a.frame].depth;
  const std::uint32_t depth_b = frames_[b.frame].depth;
  return depth_a != depth_b ? depth_a > depth_b : a.ip < b.ip;
}

/// Loads the split to run next; false if there is none.
bool Warp::select() {
  if (splits_.size() > 1) merge_equal();
  std::size_t best = splits_.size();
  std::size_t runnable = 0;
  for (std::size_t i = 0; i < splits_.size(); ++i) {
    if (splits_[i].wait != Wait::none) continue;
    ++runnable;
    if (best == splits_.size() || precedes(splits_[i], splits_[best])) best = i;
  }
  if (runnable == 0) return false;
  rotating_ = runnable > 1 && fuel_ <= 0;
  if (rotating_) best = next_turn();
  fuel_ = runnable > 1 ? std::min(kSplitFuel, share_) : share_;
  load(best);
  return true;
}

/// The runnable split whose turn it is, round the lanes.
std::size_t Warp::next_turn() {
  std::size_t best = splits_.size();
  const auto distance = [this](const Split& s) { return (lowest_lane(s) - turn_ - 1) % kWarpSize; };
  for (std::size_t i = 0; i < splits_.size(); ++i) {
    if (splits_[i].wait != Wait::none) continue;
    if (best == splits_.size() || distance(splits_[i]) < distance(splits_[best])) best = i;
  }
  turn_ = lowest_lane(splits_[best]);
  return best;
}

void Warp::load(std::size_t split) {
  current_ = static_cast<std::uint32_t>(split);
  const Split& now = splits_[split];
  mask_ = now.mask;
  whole_ = splits_.size() == 1;
  bases_[static_cast<std::size_t>(Area::frame)] = registers_.data() + frames_[now.frame].registers;
  // An instruction of several operations was counted when its first one ended the run.
  const bool inside = now.ip != worker_->program.ops.data() && now.ip[-1].pc == now.ip->pc;
  start_pc_ = now.ip->pc + (inside ? 1 : 0);
}

void Warp::merge_equal() {
  const auto same = [](const Split& a, const Split& b) {
    return a.ip == b.ip && a.frame == b.frame && a.wait == b.wait && a.barrier == b.barrier;
  };
  for (std::size_t i = 0; i < splits_.size(); ++i) {
    for (std::size_t k = splits_.size() - 1; k > i; --k) {
      if (!same(splits_[i], splits_[k])) continue;
      splits_[i].mask |= splits_[k].mask;
      remove(k);
    }
  }
}

void Warp::remove(std::size_t split) {
  splits_[split] = splits_.back();
  splits_.pop_back();
}

/// The first operation at which another split waits to run on: there the two may become one.
const Op* Warp::limit_of(std::size_t split) const {
  const Split& now = splits_[split];
  const Op* limit = nullptr;
  for (const Split& other : splits_) {
    if (other.wait != Wait::none || other.ip <= now.ip) continue;
    if (frames_[other.frame].depth != frames_[now.frame].depth) continue;
    if (limit == nullptr || other.ip < limit) limit = other.ip;
  }
  return limit;
}

void Warp::count(std::uint32_t instructions) {
  worker_->count(instructions, static_cast<std::uint32_t>(std::popcount(mask_)));
  counted_ += instructions;
  fuel_ -= instructions;
  share_ -= instructions;
}

void Warp::count_through(const Op& op) {
  count(op.pc + 1 - start_pc_);
  start_pc_ = op.pc + 1;
}

/// The running split rests before `next`, which follows in the same straight line.
void Warp::settle(const Op* next) {
  if (next->pc > start_pc_) count(next->pc - start_pc_);
  start_pc_ = next->pc;
  splits_[current_].ip = next;
}

std::uint64_t Warp::clock(const Op& op) const { return counted_ + (op.pc + 1 - start_pc_); }

Place Warp::place(const Op& op) const {
  return {frame().function->source, op.pc, cta_->index(), index_};
}

Place Warp::place_of(const Split& split) const {
  return {frames_[split.frame].function->source, split.ip->pc, cta_->index(), index_};
}

const Op* Warp::jump(const Op& op, const Op* target) {
  count_through(op);
  start_pc_ = target->pc;
  if (fuel_ > 0 && !worker_->stopped) return target;
  splits_[current_].ip = target;
  return nullptr;
}

const Op* Warp::diverge(const Op& op, const Op* target, Mask taken, bool announce) {
  count_through(op);
  Split other = splits_[current_];
  other.ip = target;
  other.mask = taken;
  splits_[current_].ip = &op + 1;
  splits_[current_].mask &= ~taken;
  if (announce) {
    for (Observer* observer : worker_->listeners.divergence) {
      observer->divergence({place(op), taken, splits_[current_].mask});
    }
  }
  splits_.push_back(other);
  return nullptr;
}

const Op* Warp::diverge_staying(const Op& op, const Op* target, Mask taken) {
  diverge(op, target, taken, true);
  splits_[current_].ip = &op;
  return nullptr;
}

const Op* Warp::exit_lanes(const Op& op) {
  count_through(op);
  live_ &= ~mask_;
  remove(current_);
  recheck_members();
  cta_->lanes_exited();
  return nullptr;
}

const Op* Warp::park(const Op& op, Wait wait, std::uint32_t barrier) {
  count_through(op);
  Split& split = splits_[current_];
  split.ip = &op;
  split.wait = wait;
  split.barrier = barrier;
  share_ = 0;  // Even if the barrier opens at once: after it, too, warps run in order.
  return nullptr;
}

const Op* Warp::abandon(const Op& op) {
  count_through(op);
  splits_[current_].ip = &op;
  return nullptr;
}

void Warp::release(std::uint32_t id, std::uint32_t popc, std::uint32_t voters) {
  for (Split& split : splits_) {
    if (split.wait != Wait::cta_barrier || split.barrier != id) continue;
    split.wait = Wait::none;
    split.barrier = 0;
    split.popc = popc;
    split.voters = voters;
    ++split.ip;
  }
}

const Op* Warp::run_narrowed(const Op* first, const Op* end, Mask lanes) {
  const Op* op = first;
  with_lanes(lanes, [&] {
    while (op != end && op != nullptr) op = op->run(*this, *op);
  });
  return op;
}

}  // namespace warpgrade::simt
