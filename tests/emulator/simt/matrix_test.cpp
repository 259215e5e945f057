// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/simt/matrix.hpp"

#include "tests/emulator/simt/machine.hpp"
#include "tests/emulator/simt/recorder.hpp"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>
#include <utility>

namespace warpgrade::simt {
namespace {

using ptx::Shape;
using ptx::Type;

struct Held {
  Shape shape;
  Matrix matrix;
  Type element;
};

class Fragments : public testing::TestWithParam<Held> {};

TEST_P(Fragments, HoldEveryCellOnce) {
  const auto [shape, matrix, element] = GetParam();
  const Fragment fragment{.matrix = matrix, .shape = shape_of(shape), .element = element};
  std::set<std::pair<std::uint32_t, std::uint32_t>> cells;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    for (std::uint32_t i = 0; i < fragment.elements(); ++i) {
      const auto [row, col] = fragment.cell(lane, i);
      EXPECT_LT(row, fragment.rows());
      EXPECT_LT(col, fragment.cols());
      cells.emplace(row, col);
    }
  }
  EXPECT_EQ(cells.size(), std::size_t{fragment.rows()} * fragment.cols());
}

INSTANTIATE_TEST_SUITE_P(
    All, Fragments,
    testing::Values(
        Held{Shape::m16n16k16, Matrix::a, Type::f16}, Held{Shape::m16n16k16, Matrix::b, Type::f16},
        Held{Shape::m16n16k16, Matrix::c, Type::f32}, Held{Shape::m16n16k16, Matrix::c, Type::f16},
        Held{Shape::m16n16k16, Matrix::a, Type::s8}, Held{Shape::m16n16k16, Matrix::b, Type::u8},
        Held{Shape::m32n8k16, Matrix::a, Type::bf16}, Held{Shape::m32n8k16, Matrix::b, Type::s8},
        Held{Shape::m32n8k16, Matrix::c, Type::s32}, Held{Shape::m8n32k16, Matrix::a, Type::f16},
        Held{Shape::m8n32k16, Matrix::b, Type::f16}, Held{Shape::m8n32k16, Matrix::c, Type::f32},
        Held{Shape::m16n16k8, Matrix::a, Type::tf32}, Held{Shape::m16n16k8, Matrix::b, Type::tf32},
        Held{Shape::m16n8k4, Matrix::a, Type::tf32}, Held{Shape::m16n8k4, Matrix::b, Type::tf32},
        Held{Shape::m16n8k8, Matrix::a, Type::f16}, Held{Shape::m16n8k8, Matrix::b, Type::f16},
        Held{Shape::m16n8k16, Matrix::a, Type::bf16}, Held{Shape::m16n8k16, Matrix::c, Type::f32},
        Held{Shape::m16n8k32, Matrix::a, Type::s8}, Held{Shape::m16n8k32, Matrix::b, Type::s8}));

// PTX ISA 9.7.14.5.8, "Matrix Fragments for mma.m16n8k16": lane 6 is group 1, thread 2 in it.
TEST(Fragment, StandsWhereTheManualSays) {
  const auto shape = shape_of(Shape::m16n8k16);
  const auto at = [&](Matrix matrix, Type type, std::uint32_t index) {
    const auto [row, col] =
        Fragment{.matrix = matrix, .shape = shape, .element = type}.cell(6, index);
    return std::pair{row, col};
  };
  EXPECT_EQ(at(Matrix::a, Type::f16, 0), std::pair(1U, 4U));
  EXPECT_EQ(at(Matrix::a, Type::f16, 1), std::pair(1U, 5U));
  EXPECT_EQ(at(Matrix::a, Type::f16, 2), std::pair(9U, 4U));
  EXPECT_EQ(at(Matrix::a, Type::f16, 4), std::pair(1U, 12U));
  EXPECT_EQ(at(Matrix::a, Type::f16, 7), std::pair(9U, 13U));
  EXPECT_EQ(at(Matrix::b, Type::f16, 0), std::pair(4U, 1U));
  EXPECT_EQ(at(Matrix::b, Type::f16, 3), std::pair(13U, 1U));
  EXPECT_EQ(at(Matrix::c, Type::f32, 1), std::pair(1U, 5U));
  EXPECT_EQ(at(Matrix::c, Type::f32, 2), std::pair(9U, 4U));
}

TEST(Elements, AreReadAndRoundedByTheirType) {
  EXPECT_EQ(element_value(Type::f16, 0x3c00), 1.0);
  EXPECT_EQ(element_value(Type::bf16, 0x3f80), 1.0);
  EXPECT_EQ(element_value(Type::tf32, 0x3f801fff), 1.0);
  EXPECT_EQ(element_value(Type::s8, 0xff), -1.0);
  EXPECT_EQ(element_value(Type::u8, 0xff), 255.0);
  EXPECT_EQ(element_bits(Type::s32, 4294967296.0 + 5, false), 5U);
  EXPECT_EQ(element_bits(Type::s32, 4294967296.0 + 5, true), 0x7fffffffU);
  EXPECT_EQ(element_bits(Type::f16, 65536.0, false), 0x7c00U);
  EXPECT_EQ(element_bits(Type::f32, 0.5, false), 0x3f000000U);
}

constexpr std::string_view kWmma = R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 ka, .param .u64 kb, .param .u64 kc)
{
.reg .b32 %a<8>; .reg .b32 %b<8>; .reg .f32 %c<8>; .reg .b64 %d<4>;
.shared .align 32 .b16 tile[256];
ld.param.u64 %d1, [ka]; ld.param.u64 %d2, [kb]; ld.param.u64 %d3, [kc];
wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {%a0,%a1,%a2,%a3,%a4,%a5,%a6,%a7}, [%d1];
wmma.load.b.sync.aligned.LAYOUT.m16n16k16.global.f16 {%b0,%b1,%b2,%b3,%b4,%b5,%b6,%b7}, [%d2], 16;
wmma.load.c.sync.aligned.row.m16n16k16.global.f32 {%c0,%c1,%c2,%c3,%c4,%c5,%c6,%c7}, [%d3];
wmma.mma.sync.aligned.row.LAYOUT.m16n16k16.f32.f32 {%c0,%c1,%c2,%c3,%c4,%c5,%c6,%c7},
 {%a0,%a1,%a2,%a3,%a4,%a5,%a6,%a7}, {%b0,%b1,%b2,%b3,%b4,%b5,%b6,%b7},
 {%c0,%c1,%c2,%c3,%c4,%c5,%c6,%c7};
wmma.store.d.sync.aligned.row.m16n16k16.global.f32 [%d3], {%c0,%c1,%c2,%c3,%c4,%c5,%c6,%c7};
ret;
}
)";

std::string with_layout(std::string_view layout) {
  std::string ptx{kWmma};
  for (auto at = ptx.find("LAYOUT"); at != std::string::npos; at = ptx.find("LAYOUT")) {
    ptx.replace(at, 6, layout);
  }
  return ptx;
}

std::uint16_t small(std::size_t i) {  // 0 to 7 as binary16.
  constexpr std::array<std::uint16_t, 8> halves{0,      0x3c00, 0x4000, 0x4200,
                                                0x4400, 0x4500, 0x4600, 0x4700};
  return halves.at(i % 8);
}

TEST(Wmma, MultipliesInEveryLayout) {
  constexpr std::size_t n = 16;
  std::vector<std::uint16_t> a(n * n);
  std::vector<std::uint16_t> b(n * n);
  for (std::size_t i = 0; i < n * n; ++i) a[i] = small(i * 5 + i / n), b[i] = small(i * 3 + i / n);
  for (const bool by_rows : {true, false}) {
    Machine machine(with_layout(by_rows ? "row" : "col"));
    const auto c = machine.upload(std::vector<float>(n * n, 0.5F));
    machine.launch("k", machine.upload(a), machine.upload(b), c);
    const auto got = machine.download<float>(c, n * n);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        double want = 0.5;
        for (std::size_t k = 0; k < n; ++k) {
          want += element_value(Type::f16, a[i * n + k]) *
                  element_value(Type::f16, by_rows ? b[k * n + j] : b[j * n + k]);
        }
        ASSERT_EQ(got[i * n + j], want) << i << ", " << j;
      }
    }
  }
}

// As machine code does on an H200, whatever the layout of the halves (tests/programs/wmma_matmul).
TEST(Wmma, MovesNeighboursTogether) {
  for (const auto* layout : {"row", "col"}) {
    Machine machine(with_layout(layout));
    machine.observers.push_back(std::make_unique<Recorder>(kGlobalAccess));
    const std::vector<std::uint16_t> ones(256, 0x3c00);
    machine.launch("k", machine.upload(ones), machine.upload(ones),
                   machine.upload(std::vector<float>(256, 0)));
    const auto& recorder = dynamic_cast<const Recorder&>(*machine.observers[0]);
    std::map<std::size_t, int> by_bytes;
    for (const auto& seen : recorder.global) ++by_bytes[seen.access.bytes];
    // A and B: 4 registers of two halves; C and D: 4 pairs of floats each.
    EXPECT_EQ(by_bytes, (std::map<std::size_t, int>{{4, 8}, {8, 8}})) << layout;
  }
}

constexpr std::string_view kLdmatrix = R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 kout)
{
.reg .b32 %r<9>; .reg .b64 %d<4>;
.shared .align 16 .b16 tile[256];
ld.param.u64 %d1, [kout]; mov.u32 %r1, %tid.x; mov.u32 %r2, tile;
// Cell i holds i; a lane fills 8 of them.
shl.b32 %r3, %r1, 4; add.u32 %r3, %r3, %r2; shl.b32 %r4, %r1, 3; mov.u32 %r5, 0;
FILL: add.u32 %r6, %r4, %r5; cvt.u16.u32 %h1, %r6; shl.b32 %r7, %r5, 1; add.u32 %r7, %r7, %r3;
st.shared.u16 [%r7], %h1; add.u32 %r5, %r5, 1; setp.lt.u32 %p1, %r5, 8; @%p1 bra FILL;
bar.warp.sync -1;
ldmatrix.sync.aligned.m8n8.x2TRANS.shared.b16 {%r5, %r6}, [%r3];
mul.wide.u32 %d2, %r1, 8; add.u64 %d1, %d1, %d2; st.global.v2.u32 [%d1], {%r5, %r6};
ret;
}
)";

std::vector<std::uint32_t> rows_of(std::string_view trans) {
  std::string ptx{kLdmatrix};
  ptx.replace(ptx.find("TRANS"), 5, trans);
  ptx.replace(ptx.find(".reg .b32"), 0, ".reg .b16 %h<2>; .reg .pred %p<2>; ");
  Machine machine(ptx);
  const auto out = machine.upload(std::vector<std::uint32_t>(64, 0));
  machine.launch("k", out);
  return machine.download<std::uint32_t>(out, 64);
}

TEST(Ldmatrix, GivesEachLaneTwoNeighboursOfARowOrAColumn) {
  const auto pair = [](std::uint32_t low, std::uint32_t high) { return high << 16 | low; };
  const auto plain = rows_of("");
  EXPECT_EQ(plain.at(2 * 6), pair(8 + 4, 8 + 5));          // Lane 6: row 1, columns 4 and 5.
  EXPECT_EQ(plain.at(2 * 6 + 1), pair(64 + 12, 64 + 13));  // The second matrix.
  const auto turned = rows_of(".trans");
  EXPECT_EQ(turned.at(2 * 6), pair(4 * 8 + 1, 5 * 8 + 1));  // Column 1, rows 4 and 5.
}

}  // namespace
}  // namespace warpgrade::simt
