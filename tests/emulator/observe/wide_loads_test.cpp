// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/observe/wide_loads.hpp"

#include "harness/emulator/ptx/parser.hpp"

#include <gtest/gtest.h>

#include <string>

namespace warpgrade::observe {
namespace {

/// One character a load of `body`: e or g where it is part of one of 8 or 16 bytes, upper case
/// where that one stands, . where it is not merged.
std::string merged(std::string_view body) {
  const auto module = ptx::parse(
      ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry k()\n{\n"
      ".reg .b32 %r<20>; .reg .b64 %d<4>; .reg .f32 %f<20>; .reg .f64 %g<4>; .reg .pred %p<2>;\n"
      ".shared .align 16 .b8 tile[4096];\nmov.u32 %r1, tile;\n" +
      std::string(body) + "\nret;\n}\n");
  const auto& function = module.functions.at(0);
  const auto parts = wide_loads(function);
  std::string seen;
  for (std::size_t pc = 0; pc < parts.size(); ++pc) {
    if (function.instructions[pc].opcode != ptx::Opcode::ld) continue;
    const auto& part = parts[pc];
    if (part.bytes == 0) seen += '.';
    if (part.bytes == 8) seen += part.first ? 'E' : 'e';
    if (part.bytes == 16) seen += part.first ? 'G' : 'g';
  }
  return seen;
}

TEST(WideLoads, FourNeighboursAreOne) {
  EXPECT_EQ(merged("ld.shared.f32 %f1, [%r1]; ld.shared.f32 %f2, [%r1+4];\n"
                   "ld.shared.f32 %f3, [%r1+8]; ld.shared.f32 %f4, [%r1+12];"),
            "Gggg");
}

TEST(WideLoads, InAnyOrderAndAmongOthers) {
  EXPECT_EQ(merged("ld.shared.f32 %f2, [%r1+20]; ld.shared.f32 %f5, [%r1+128];\n"
                   "ld.shared.f32 %f1, [%r1+16]; add.f32 %f6, %f1, %f2;\n"
                   "ld.shared.f32 %f3, [%r1+28]; ld.shared.f32 %f4, [%r1+24];"),
            "G.ggg");
}

TEST(WideLoads, FromWhateverOffsetLeavesTheFewest) {
  EXPECT_EQ(merged("ld.shared.f32 %f1, [%r1+-8]; ld.shared.f32 %f2, [%r1+-4];\n"
                   "ld.shared.f32 %f3, [%r1]; ld.shared.f32 %f4, [%r1+4];"),
            "Gggg");
}

TEST(WideLoads, TwoNeighboursAreAPair) {
  EXPECT_EQ(merged("ld.shared.f32 %f1, [tile+8]; ld.shared.f32 %f2, [tile+12];\n"
                   "ld.shared.f32 %f3, [tile+20]; ld.shared.f32 %f4, [tile+24];"),
            "Ee..");
  EXPECT_EQ(merged("ld.shared.f64 %g1, [%r1]; ld.shared.f64 %g2, [%r1+8];"), "Gg");
}

TEST(WideLoads, NotAcrossWhatMayChangeTheCells) {
  for (const auto* const between :
       {"bar.sync 0;", "st.shared.f32 [%r1+64], %f9;", "bar.warp.sync -1;", "st.f32 [%d1], %f9;",
        "mov.u32 %r1, 0;", "L: add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, 9; @%p1 bra L;"}) {
    EXPECT_EQ(
        merged(std::string("ld.shared.f32 %f1, [%r1];") + between + "ld.shared.f32 %f2, [%r1+4];"),
        "..")
        << between;
  }
  EXPECT_EQ(merged("ld.shared.f32 %f1, [%r1]; st.global.f32 [%d1], %f9;\n"
                   "ld.shared.f32 %f2, [%r1+4];"),
            "Ee");
}

TEST(WideLoads, NotOfDifferentBasesTypesOrUnderAGuard) {
  EXPECT_EQ(merged("ld.shared.f32 %f1, [%r1]; ld.shared.f32 %f2, [%r2+4];"), "..");
  EXPECT_EQ(merged("ld.shared.f32 %f1, [%r1]; @%p1 ld.shared.f32 %f2, [%r1+4];"), "..");
  EXPECT_EQ(merged("ld.volatile.shared.f32 %f1, [%r1]; ld.volatile.shared.f32 %f2, [%r1+4];"),
            "..");
}

}  // namespace
}  // namespace warpgrade::observe
