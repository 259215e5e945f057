// SPDX-License-Identifier: Apache-2.0
// Calls of device functions, printf and assert.
#include "harness/emulator/simt/cta.hpp"
#include "harness/emulator/simt/device_text.hpp"
#include "harness/emulator/simt/handlers.hpp"

namespace warpgrade::simt {
namespace {

std::uint64_t lane_value(const Warp& warp, Slot slot, unsigned lane) {
  return warp.lanes<std::uint64_t>(slot)[lane];
}

}  // namespace

const Op* call_handler(Warp& warp, const Op& op) {
  const Program::Lowered& program = warp.worker().program;
  const CallSite& call = program.calls[op.x];
  return warp.enter(op, &op + 1, call, program.functions[call.function], warp.mask());
}

/// Lanes that call the function of the lowest lane go; the others come back here.
const Op* call_indirect_handler(Warp& warp, const Op& op) {
  const Program::Lowered& program = warp.worker().program;
  const auto* const address = warp.lanes<std::uint64_t>(op.a);
  const std::uint64_t first = address[std::countr_zero(warp.mask())];
  Mask same = 0;
  for (unsigned i = 0; i < kWarpSize; ++i) same |= Mask{address[i] == first} << i;
  same &= warp.mask();
  const std::uint64_t index = (first - kFunctionWindow) / kFunctionStep;
  const bool callable = first >= kFunctionWindow && first % kFunctionStep == 0 &&
                        index < program.functions.size() && program.functions[index].lowered &&
                        !program.module.functions[index].is_entry &&
                        program.calls[op.x].fits(program.functions[index]);
  if (!callable) {
    warp.worker().stop(LaunchEnd::trap, warp.place(op), warp.thread_of(same),
                       "a call of an address that is no function of this kind");
    return warp.abandon(op);
  }
  return warp.enter(op, &op + 1, program.calls[op.x], program.functions[index], same);
}

const Op* print_handler(Warp& warp, const Op& op) {
  auto* const result = warp.lanes<std::uint32_t>(op.d);
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    if (!warp.active(lane)) continue;
    const DeviceText text(warp, lane);
    const std::string line =
        text.formatted(lane_value(warp, op.a, lane), lane_value(warp, op.b, lane));
    result[lane] = static_cast<std::uint32_t>(line.size());
    warp.worker().print(line);
  }
  return &op + 1;
}

// Kernels that call the runtime run on one worker: the memory is not shared.
const Op* malloc_handler(Warp& warp, const Op& op) {
  Worker& worker = warp.worker();
  auto* const result = warp.lanes<std::uint64_t>(op.d);
  for (Mask left = warp.mask(); left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    const std::uint64_t bytes = lane_value(warp, op.a, lane);
    const auto base = worker.memory.allocate_in_kernel(bytes);
    result[lane] = base.value_or(0);
    if (base) worker.touched.add({*base, bytes});
  }
  worker.forget_regions();
  return &op + 1;
}

const Op* free_handler(Warp& warp, const Op& op) {
  Worker& worker = warp.worker();
  for (Mask left = warp.mask(); left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    const std::uint64_t base = lane_value(warp, op.a, lane);
    if (base == 0) continue;
    worker.touched.forget(base);
    if (worker.memory.release_in_kernel(base)) continue;
    worker.stop(LaunchEnd::trap, warp.place(op), warp.thread_of(Mask{1} << lane),
                "free() of an address that no malloc() in a kernel gave, or that was freed before");
    return warp.abandon(op);
  }
  worker.forget_regions();
  return &op + 1;
}

const Op* assert_handler(Warp& warp, const Op& op) {
  const auto lane = static_cast<unsigned>(std::countr_zero(warp.mask()));
  const DeviceText text(warp, lane);
  std::string message = text.string(lane_value(warp, op.b, lane)) + ":" +
                        std::to_string(warp.lanes<std::uint32_t>(op.c)[lane]) + ": " +
                        text.string(lane_value(warp, op.e, lane)) + ": Assertion `" +
                        text.string(lane_value(warp, op.a, lane)) + "` failed.";
  warp.worker().stop(LaunchEnd::assertion, warp.place(op), warp.thread_of(warp.mask()),
                     std::move(message));
  return warp.abandon(op);
}

}  // namespace warpgrade::simt
