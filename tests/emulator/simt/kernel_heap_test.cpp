// SPDX-License-Identifier: Apache-2.0
// malloc() and free() in kernels.
#include "tests/emulator/simt/machine.hpp"
#include "tests/emulator/simt/recorder.hpp"

#include <gtest/gtest.h>

namespace warpgrade::simt {
namespace {

/// Kernel `k(out)`: %d2 = malloc(`bytes`), then `body`.
std::string kernel(std::string_view bytes, std::string_view body) {
  return ".version 8.0\n.target sm_75\n.address_size 64\n"
         ".extern .func (.param .b64 result) malloc(.param .b64 bytes);\n"
         ".extern .func free(.param .b64 address);\n"
         ".visible .entry k(.param .u64 k_out)\n{\n"
         ".reg .b64 %d<9>; .reg .b32 %r<9>; .reg .pred %p<3>;\n"
         "ld.param.u64 %d1, [k_out]; mov.u32 %r1, %tid.x; mul.wide.u32 %d8, %r1, 8;\n"
         "add.u64 %d1, %d1, %d8; mov.u64 %d3, " +
         std::string(bytes) +
         ";\n{ .param .b64 p; .param .b64 r; st.param.b64 [p], %d3;\n"
         "call (r), malloc, (p); ld.param.b64 %d2, [r]; }\n" +
         std::string(body) + "ret;\n}\n";
}
constexpr std::string_view kFree = "{ .param .b64 q; st.param.b64 [q], %d2; call free, (q); }\n";

TEST(KernelHeap, EveryThreadGetsMemoryOfItsOwn) {
  Machine machine(kernel("8", "st.u64 [%d2], %d8; ld.u64 %d4, [%d2]; st.global.u64 [%d1], %d4;\n" +
                                  std::string(kFree)));
  const auto out = machine.upload(std::vector<std::uint64_t>(32, 99));
  const auto before = machine.memory().used_bytes();
  EXPECT_EQ(machine.launch("k", out).end, LaunchEnd::completed);
  const auto got = machine.download<std::uint64_t>(out, 32);
  for (std::uint64_t i = 0; i < 32; ++i) EXPECT_EQ(got[i], 8 * i);
  EXPECT_EQ(machine.memory().used_bytes(), before);
}

TEST(KernelHeap, MemoryOutlivesItsLaunch) {
  Machine machine(kernel("16", "st.u64 [%d2+8], %d8; st.global.u64 [%d1], %d2;\n"));
  machine.config.block = {2, 1, 1};
  const auto out = machine.upload(std::vector<std::uint64_t>(2, 0));
  machine.launch("k", out);
  const auto base = machine.download<std::uint64_t>(out, 2).at(1);
  EXPECT_EQ(machine.download<std::uint64_t>(base, 2).at(1), 8U);
  machine.memory().release_kernel_heap();
  EXPECT_EQ(machine.memory().find(base), nullptr);
}

TEST(KernelHeap, GivesNullWhenItIsFull) {
  Machine machine(kernel("3000000", "st.global.u64 [%d1], %d2;\n"));
  machine.config.block = {3, 1, 1};
  const auto out = machine.upload(std::vector<std::uint64_t>(3, 99));
  machine.launch("k", out);
  const auto got = machine.download<std::uint64_t>(out, 3);
  EXPECT_NE(got[0], 0U);
  EXPECT_NE(got[1], 0U);
  EXPECT_EQ(got[2], 0U);
}

TEST(KernelHeap, BeyondAnAllocationIsOutOfBounds) {
  Machine machine(kernel("8", "st.u64 [%d2+8], %d8;\n"));
  machine.config.block = {1, 1, 1};
  machine.observers.push_back(std::make_unique<Recorder>(kBadAccess));
  machine.launch("k", machine.upload(std::vector<std::uint64_t>(1, 0)));
  EXPECT_EQ(dynamic_cast<const Recorder&>(*machine.observers[0]).bad.size(), 1U);
}

TEST(KernelHeap, FreeingTwiceIsATrap) {
  Machine machine(kernel("8", std::string(kFree) + std::string(kFree)));
  machine.config.block = {1, 1, 1};
  const auto result = machine.launch("k", machine.upload(std::vector<std::uint64_t>(1, 0)));
  EXPECT_EQ(result.end, LaunchEnd::trap);
  EXPECT_NE(result.text.find("freed before"), std::string::npos);
}

TEST(KernelHeap, FreedMemoryIsOutOfBounds) {
  Machine machine(kernel("8", std::string(kFree) + "st.u64 [%d2], %d8;\n"));
  machine.config.block = {1, 1, 1};
  machine.observers.push_back(std::make_unique<Recorder>(kBadAccess));
  machine.launch("k", machine.upload(std::vector<std::uint64_t>(1, 0)));
  EXPECT_EQ(dynamic_cast<const Recorder&>(*machine.observers[0]).bad.size(), 1U);
}

}  // namespace
}  // namespace warpgrade::simt
