// SPDX-License-Identifier: Apache-2.0
// Calls of device functions: frames of registers and local memory.
#include "harness/emulator/simt/cta.hpp"
#include "harness/emulator/simt/warp.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace warpgrade::simt {
namespace {

constexpr std::uint32_t kMaxDepth = 256;
constexpr std::size_t kMaxFrames = 1024;
constexpr std::uint64_t kMaxRegisterBytes = std::uint64_t{8} << 20;
/// Local memory that is cleared in place; more of it is mapped afresh.
constexpr std::uint32_t kClearBytes = 4096;

void copy_lanes(Mask lanes, const std::byte* from, std::uint32_t from_bytes, std::byte* to,
                std::uint32_t to_bytes) {
  const std::uint32_t bytes = std::min(from_bytes, to_bytes);
  for (Mask left = lanes; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    std::memcpy(to + std::size_t{lane} * to_bytes, from + std::size_t{lane} * from_bytes, bytes);
  }
}

}  // namespace

/// Local memory reads as zero when a CTA starts.
void Warp::start_local(const LoweredFunction& kernel) {
  local_top_ = kernel.local_bytes;
  local_stride_ = kernel.local_stack;
  const std::uint64_t bytes = std::uint64_t{local_stride_} * kWarpSize;
  if (local_ == nullptr || local_stride_ > kClearBytes) {
    local_ = lazy_array<std::byte>(bytes);
  } else {
    std::memset(local_.get(), 0, bytes);
  }
}

bool Warp::in_use(std::uint32_t frame) const {
  return std::ranges::any_of(splits_, [&](const Split& split) {
    std::uint32_t at = split.frame;
    while (at != frame && at != 0) at = frames_[at].parent;
    return at == frame;
  });
}

/// A frame for the call: the one that other lanes of the same call have, or a new one. Nothing if
/// the stack is full.
std::optional<std::uint32_t> Warp::frame_for(const CallSite& call, const Op* return_to,
                                             const LoweredFunction& callee) {
  while (frames_.size() > 1 && !in_use(static_cast<std::uint32_t>(frames_.size() - 1))) {
    frames_.pop_back();
  }
  const std::uint32_t parent = splits_[current_].frame;
  for (std::uint32_t i = 1; i < frames_.size(); ++i) {
    const Frame& f = frames_[i];
    if (f.function == &callee && f.return_to == return_to && f.parent == parent && in_use(i))
      return i;
  }
  const Frame& top = frames_.back();
  const Frame next{.function = &callee,
                   .return_to = return_to,
                   .call = &call,
                   .parent = parent,
                   .depth = frames_[parent].depth + 1,
                   .registers = top.registers + top.function->frame_bytes,
                   .local = top.local + top.function->local_bytes};
  const std::uint64_t end = std::uint64_t{next.registers} + callee.frame_bytes;
  const std::uint64_t local_end = std::uint64_t{next.local} + callee.local_bytes;
  if (next.depth > kMaxDepth || frames_.size() >= kMaxFrames || end > kMaxRegisterBytes ||
      local_end > local_stride_) {
    return std::nullopt;
  }
  if (registers_.size() < end) registers_.resize(end);
  local_top_ = std::max(local_top_, static_cast<std::uint32_t>(local_end));
  frames_.push_back(next);
  return static_cast<std::uint32_t>(frames_.size() - 1);
}

const Op* Warp::enter(const Op& op, const Op* return_to, const CallSite& call,
                      const LoweredFunction& callee, Mask lanes) {
  const auto frame = frame_for(call, return_to, callee);
  if (!frame) {
    worker_->stop(LaunchEnd::trap, place(op), thread_of(lanes), "the call stack is full");
    return abandon(op);
  }
  const std::byte* const from = registers_.data() + frames_[splits_[current_].frame].registers;
  std::byte* const to = registers_.data() + frames_[*frame].registers;
  for (const Field& field : callee.cleared) clear_lanes(lanes, to, field);
  for (std::size_t i = 0; i < std::min(call.arguments.size(), callee.parameters.size()); ++i) {
    copy_lanes(lanes, from + call.arguments[i].offset, call.arguments[i].bytes,
               to + callee.parameters[i].offset, callee.parameters[i].bytes);
  }
  count_through(op);
  Split inner{.ip = &worker_->program.ops[callee.first], .mask = lanes, .frame = *frame};
  if (lanes == mask_) {
    splits_[current_] = inner;
  } else {
    splits_[current_].ip = &op;
    splits_[current_].mask &= ~lanes;
    splits_.push_back(inner);
  }
  return nullptr;
}

/// Registers that a path reads before it writes them are zero when a function is entered.
void Warp::clear_lanes(Mask lanes, std::byte* frame, const Field& field) const {
  if (splits_.size() == 1) {
    std::memset(frame + field.offset, 0, field.bytes);
  } else if (field.bytes == kPredicateBytes) {
    Mask value = 0;
    std::memcpy(&value, frame + field.offset, sizeof value);
    value &= ~lanes;
    std::memcpy(frame + field.offset, &value, sizeof value);
  } else {
    const std::uint32_t bytes = field.bytes / kWarpSize;
    for (Mask left = lanes; left != 0; left &= left - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(left));
      std::memset(frame + field.offset + std::size_t{lane} * bytes, 0, bytes);
    }
  }
}

const Op* Warp::leave(const Op& op) {
  const Frame& from = frame();
  if (from.return_to == nullptr) return exit_lanes(op);
  count_through(op);
  const std::byte* const inner = registers_.data() + from.registers;
  std::byte* const outer = registers_.data() + frames_[from.parent].registers;
  const auto& results = from.function->results;
  for (std::size_t i = 0; i < std::min(results.size(), from.call->results.size()); ++i) {
    copy_lanes(mask_, inner + results[i].offset, results[i].bytes,
               outer + from.call->results[i].offset, from.call->results[i].bytes);
  }
  Split& split = splits_[current_];
  split.ip = from.return_to;
  split.frame = from.parent;
  return nullptr;
}

}  // namespace warpgrade::simt
