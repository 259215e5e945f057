// SPDX-License-Identifier: Apache-2.0
// Kernels that go wrong: which sticky error, which finding, and that reset() heals.
#include "tests/device/emulated/machine.hpp"

namespace warpgrade::device::emulated {
namespace {

class Fault : public Machine {
 protected:
  /// Launches `body`, checks that only the calls after it fail, and with what; hands out the one
  /// finding.
  Finding run(std::string_view body, Status sticky, std::string_view variables = "",
              Dim3 block = {32, 1, 1}) {
    const auto out = allocate(128);
    RunOptions options;
    options.instruction_budget = 100'000;
    device.set_options(options);
    EXPECT_EQ(device.launch(request(load(body, variables), {}, block, out)), Status::success);
    expect_sticky(sticky, out);
    const auto evidence = device.take_evidence();
    EXPECT_EQ(evidence.steps.at(0).error, static_cast<int>(sticky));
    EXPECT_EQ(device.reset(), Status::success);
    EXPECT_EQ(device.synchronize(), Status::success);
    EXPECT_EQ(words(out, 32).size(), 32U);
    EXPECT_EQ(evidence.findings.size(), 1U);
    return evidence.findings.empty() ? Finding{} : evidence.findings[0];
  }

  void expect_sticky(Status sticky, std::uint64_t out) {
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
    std::vector<std::byte> data(4);
    EXPECT_EQ(device.synchronize(), sticky);
    EXPECT_EQ(device.allocate(Owner::submission, 4, address), sticky);
    EXPECT_EQ(device.release(Owner::submission, out), sticky);
    EXPECT_EQ(device.upload(out, data), sticky);
    EXPECT_EQ(device.download(out, data), sticky);
    EXPECT_EQ(device.copy(out, out, 4), sticky);
    EXPECT_EQ(device.fill(out, 0, 4, 1), sticky);
    EXPECT_EQ(device.find(out, address, bytes), sticky);
    EXPECT_EQ(device.memory(address, bytes), sticky);
    EXPECT_EQ(device.launch(request(1, {}, {32, 1, 1}, out)), sticky);
  }
};

TEST_F(Fault, OutOfBoundsIsAnIllegalAddress) {
  const auto finding = run(R"(
ld.param.u64 %rd1, [p0];
st.global.u32 [%rd1+4096], %r0;
ret;)",
                           Status::illegal_address);
  EXPECT_EQ(finding.kind, FindingKind::out_of_bounds);
  EXPECT_EQ(finding.where, (SourceLine{"k.cu", 7}));
  EXPECT_EQ(finding.kernel, "k");
  EXPECT_EQ(finding.count, 32U);
}

TEST_F(Fault, MisalignmentHasAnErrorOfItsOwn) {
  const auto finding = run(R"(
ld.param.u64 %rd1, [p0];
st.global.u32 [%rd1+2], %r0;
ret;)",
                           Status::misaligned_address);
  EXPECT_EQ(finding.kind, FindingKind::misaligned);
}

TEST_F(Fault, SharedMemoryOutOfBoundsIsAnIllegalAddress) {
  const auto finding = run(R"(
mov.u32 %r1, 4096;
st.shared.u32 [%r1], %r0;
ret;)",
                           Status::illegal_address);
  EXPECT_EQ(finding.kind, FindingKind::out_of_bounds);
}

TEST_F(Fault, ALoopThatNeverEndsHitsTheLimit) {
  const auto finding = run("again:\nbra again;", Status::launch_timeout);
  EXPECT_EQ(finding.kind, FindingKind::kernel_time_limit);
  EXPECT_EQ(finding.message,
            "the kernel did not finish within 100000 instructions: a loop that never ends?");
}

TEST_F(Fault, TrapIsALaunchFailure) {
  const auto finding = run("trap;", Status::launch_failure);
  EXPECT_EQ(finding.kind, FindingKind::trap);
  EXPECT_EQ(finding.where.line, 7);
}

TEST_F(Fault, ABarrierThatSomeThreadsNeverReachIsADeadlock) {
  // One warp waits at barrier 1 for ever, the other at barrier 0.
  const auto finding = run(R"(
mov.u32 %r1, %tid.x;
setp.lt.u32 %p1, %r1, 32;
@%p1 bra other;
bar.sync 0;
ret;
other:
bar.sync 1;
ret;)",
                           Status::launch_timeout, "", {64, 1, 1});
  EXPECT_EQ(finding.kind, FindingKind::barrier_deadlock);
}

TEST_F(Fault, AnUnsetSharedReadIsAFindingButNoError) {
  const auto out = allocate(128);
  const auto module = load(R"(
ld.param.u64 %rd1, [p0];
ld.shared.u32 %r1, [tile];
st.global.u32 [%rd1], %r1;
ret;)",
                           ".shared .align 4 .b8 tile[128];");
  ASSERT_EQ(device.launch(request(module, {}, {1, 1, 1}, out)), Status::success);
  EXPECT_EQ(device.synchronize(), Status::success);
  EXPECT_EQ(device.take_evidence().findings.at(0).kind, FindingKind::unset_shared_read);
}

TEST_F(Fault, AnAssertionSpeaksForItself) {
  const auto finding = run(R"(
mov.u64 %rd1, message;
cvta.global.u64 %rd2, %rd1;
mov.u64 %rd3, file;
cvta.global.u64 %rd4, %rd3;
{
.param .b64 a0; .param .b64 a1; .param .b32 a2; .param .b64 a3; .param .b64 a4;
st.param.b64 [a0], %rd2;
st.param.b64 [a1], %rd4;
st.param.b32 [a2], 12;
st.param.b64 [a3], %rd4;
st.param.b64 [a4], 1;
call.uni __assertfail, (a0, a1, a2, a3, a4);
}
ret;)",
                           Status::device_assert, R"(
.extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 e);
.global .align 1 .b8 message[6] = {105, 32, 60, 32, 110, 0};
.global .align 1 .b8 file[5] = {107, 46, 99, 117, 0};)");
  EXPECT_EQ(finding.kind, FindingKind::device_assert);
  EXPECT_NE(finding.message.find("i < n"), std::string::npos) << finding.message;
}

}  // namespace
}  // namespace warpgrade::device::emulated
