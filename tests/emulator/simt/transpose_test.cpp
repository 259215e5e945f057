// SPDX-License-Identifier: Apache-2.0
// The kernel this project is about, as nvcc writes it, on ragged shapes.
#include "tests/emulator/simt/machine.hpp"

#include <gtest/gtest.h>

namespace warpgrade::simt {
namespace {

constexpr std::string_view kTiled = R"(
.version 9.0
.target sm_75
.address_size 64
.visible .entry tiled(.param .u64 p_in, .param .u64 p_out, .param .u64 p_rows, .param .u64 p_cols)
{
  .reg .pred %p<8>;
  .reg .f32 %f<4>;
  .reg .b32 %r<32>;
  .reg .b64 %rd<32>;
  .shared .align 4 .b8 tile[4096];
  ld.param.u64 %rd1, [p_in];
  ld.param.u64 %rd2, [p_out];
  ld.param.u64 %rd3, [p_rows];
  ld.param.u64 %rd4, [p_cols];
  cvta.to.global.u64 %rd5, %rd1;
  cvta.to.global.u64 %rd6, %rd2;
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ctaid.y;
  mov.u32 %r3, %tid.x;
  mov.u32 %r4, %tid.y;
  shl.b32 %r5, %r1, 5;
  shl.b32 %r6, %r2, 5;
  add.s32 %r7, %r5, %r3;
  add.s32 %r8, %r6, %r4;
  cvt.u64.u32 %rd7, %r7;
  cvt.u64.u32 %rd8, %r8;
  setp.ge.u64 %p1, %rd7, %rd4;
  setp.ge.u64 %p2, %rd8, %rd3;
  or.pred %p3, %p1, %p2;
  mov.u32 %r9, tile;
  @%p3 bra $LOADED;
  mad.lo.s64 %rd9, %rd8, %rd4, %rd7;
  shl.b64 %rd10, %rd9, 2;
  add.s64 %rd11, %rd5, %rd10;
  ld.global.f32 %f1, [%rd11];
  shl.b32 %r10, %r4, 7;
  shl.b32 %r11, %r3, 2;
  add.s32 %r12, %r9, %r10;
  add.s32 %r13, %r12, %r11;
  st.shared.f32 [%r13], %f1;
$LOADED:
  bar.sync 0;
  add.s32 %r14, %r6, %r3;
  add.s32 %r15, %r5, %r4;
  cvt.u64.u32 %rd12, %r14;
  cvt.u64.u32 %rd13, %r15;
  setp.ge.u64 %p4, %rd12, %rd3;
  setp.ge.u64 %p5, %rd13, %rd4;
  or.pred %p6, %p4, %p5;
  @%p6 bra $DONE;
  shl.b32 %r16, %r3, 7;
  shl.b32 %r17, %r4, 2;
  add.s32 %r18, %r9, %r16;
  add.s32 %r19, %r18, %r17;
  ld.shared.f32 %f2, [%r19];
  mad.lo.s64 %rd14, %rd13, %rd3, %rd12;
  shl.b64 %rd15, %rd14, 2;
  add.s64 %rd16, %rd6, %rd15;
  st.global.f32 [%rd16], %f2;
$DONE:
  ret;
}
)";

struct Shape {
  std::uint64_t rows;
  std::uint64_t cols;
};

class Transpose : public testing::TestWithParam<Shape> {};

TEST_P(Transpose, MovesEveryCell) {
  const auto [rows, cols] = GetParam();
  Machine machine(kTiled);
  std::vector<std::uint32_t> in(rows * cols);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<std::uint32_t>(i + 1);
  const auto from = machine.upload(in);
  const auto to = machine.upload(std::vector<std::uint32_t>(in.size(), 0));
  machine.config.block = {32, 32, 1};
  machine.config.grid = {static_cast<std::uint32_t>((cols + 31) / 32),
                         static_cast<std::uint32_t>((rows + 31) / 32), 1};
  const auto result = machine.launch("tiled", from, to, rows, cols);
  EXPECT_EQ(result.end, LaunchEnd::completed);
  std::vector<std::uint32_t> expected(in.size());
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < cols; ++c) expected[c * rows + r] = in[r * cols + c];
  }
  EXPECT_EQ(machine.download<std::uint32_t>(to, in.size()), expected);
  ASSERT_EQ(result.touched.size(), 2U);
  EXPECT_EQ(result.touched[0].words_read, rows * cols);
  EXPECT_EQ(result.touched[0].words_written, 0U);
  EXPECT_EQ(result.touched[1].words_written, rows * cols);
  EXPECT_EQ(result.touched[1].sectors_written, (rows * cols + 7) / 8);
}

INSTANTIATE_TEST_SUITE_P(Shapes, Transpose,
                         testing::Values(Shape{1, 1}, Shape{1, 33}, Shape{33, 1}, Shape{31, 33},
                                         Shape{32, 32}, Shape{65, 200}, Shape{97, 31}));

}  // namespace
}  // namespace warpgrade::simt
