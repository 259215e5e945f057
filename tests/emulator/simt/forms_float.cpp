// SPDX-License-Identifier: Apache-2.0
#include "tests/emulator/simt/forms.hpp"

#include <bit>

namespace warpgrade::simt {
namespace {

std::uint64_t f(float value) { return std::bit_cast<std::uint32_t>(value); }
std::uint64_t g(double value) { return std::bit_cast<std::uint64_t>(value); }

constexpr std::uint64_t kNan = 0x7fffffff;
constexpr std::uint64_t kOtherNan = 0x7fc12345;
constexpr std::uint64_t kInf = 0x7f800000;
constexpr std::uint64_t kMinus0 = 0x80000000;
constexpr std::uint64_t kTiny = 1;
constexpr std::uint64_t kMinusTiny = 0x80000001;
constexpr std::uint64_t kInf64 = 0x7ff0000000000000;
constexpr std::uint64_t kMinus0of64 = 0x8000000000000000;
const std::uint64_t kHalfUlp = f(0x1p-24F);  // Half a unit of 1.
constexpr std::uint64_t kOne = 0x3c00;
constexpr std::uint64_t kTwo = 0x4000;
constexpr std::uint64_t kHalf = 0x3800;
constexpr std::uint64_t kNan16 = 0x7fff;
constexpr std::uint64_t kInf16 = 0x7c00;

}  // namespace

// clang-format off
std::vector<FormCase> float_cases() {
  return {
      {"add.f32", "fff", {f(1.5F), f(2.25F)}, f(3.75F)},
      {"add.rn.f32", "fff", {f(1), kHalfUlp}, f(1)},
      {"add.rp.f32", "fff", {f(1), kHalfUlp}, 0x3f800001},
      {"add.rm.f32", "fff", {f(1), kHalfUlp}, f(1)},
      {"add.rz.f32", "fff", {f(-1), kHalfUlp | kMinus0}, f(-1)},
      {"add.rm.f32", "fff", {f(-1), kHalfUlp | kMinus0}, 0xbf800001},
      {"add.f32", "fff", {kOtherNan, f(1)}, kNan},
      {"add.f32", "fff", {kInf, kInf | kMinus0}, kNan},
      {"add.f32", "fff", {kTiny, kTiny}, 2},
      {"add.ftz.f32", "fff", {kTiny, kTiny}, 0},
      {"add.ftz.f32", "fff", {kMinusTiny, kMinus0}, kMinus0},
      {"add.sat.f32", "fff", {f(1), f(1)}, f(1)},
      {"add.sat.f32", "fff", {f(-1), f(-1)}, 0},
      {"add.sat.f32", "fff", {kNan, f(1)}, 0},
      {"add.f64", "ggg", {g(1.5), g(2.25)}, g(3.75)},
      {"add.rn.f64", "ggg", {g(1), g(0x1p-53)}, g(1)},
      {"add.rp.f64", "ggg", {g(1), g(0x1p-53)}, 0x3ff0000000000001},
      // binary64 keeps a NaN, of two the second (seen on an H200).
      {"add.f64", "ggg", {0x7ff0000000000001, g(1)}, 0x7ff8000000000001},
      {"add.f64", "ggg", {0x7ff8000000000002, 0xfff8000000000003}, 0xfff8000000000003},
      {"add.f64", "ggg", {kInf64, kInf64 | kMinus0of64}, 0xfff8000000000000},
      {"fma.rn.f64", "gggg", {0x7ff8000000000002, 0x7ff8000000000003, 0x7ff8000000000004}, 0x7ff8000000000003},
      {"fma.rn.f64", "gggg", {0x7ff8000000000002, g(1), 0x7ff8000000000004}, 0x7ff8000000000004},
      {"sub.f32", "fff", {f(1), f(1)}, 0},
      {"sub.rm.f32", "fff", {f(1), f(1)}, kMinus0},
      {"sub.f64", "ggg", {g(1), g(3)}, g(-2)},
      {"mul.f32", "fff", {f(3), f(-4)}, f(-12)},
      {"mul.f32", "fff", {kInf, 0}, kNan},
      {"mul.f32", "fff", {f(0x1p-100F), f(0x1p-49F)}, 1},
      {"mul.ftz.f32", "fff", {f(0x1p-100F), f(0x1p-49F)}, 0},
      {"mul.rz.f32", "fff", {0x3f800001, 0x3f800001}, 0x3f800002},
      {"mul.rp.f32", "fff", {0x3f800001, 0x3f800001}, 0x3f800003},
      {"mul.f64", "ggg", {g(3), g(-4)}, g(-12)},
      // 1 + 2^-23 squared less 1 + 2^-22 is 2^-46 only where the product is not rounded.
      {"fma.rn.f32", "ffff", {0x3f800001, 0x3f800001, f(-(1.0F + 0x1p-22F))}, f(0x1p-46F)},
      {"fma.rz.f32", "ffff", {f(1), f(1), kHalfUlp}, f(1)},
      {"fma.rp.f32", "ffff", {f(1), f(1), kHalfUlp}, 0x3f800001},
      {"fma.rm.f32", "ffff", {f(-1), f(1), kHalfUlp | kMinus0}, 0xbf800001},
      {"fma.rn.ftz.f32", "ffff", {kTiny, f(1), kTiny}, 0},
      {"fma.rn.sat.f32", "ffff", {f(2), f(2), f(1)}, f(1)},
      {"fma.rn.f32", "ffff", {kInf, 0, f(1)}, kNan},
      {"fma.rn.f64", "gggg", {g(1 + 0x1p-52), g(1 + 0x1p-52), g(-(1 + 0x1p-51))}, g(0x1p-104)},
      {"mad.rn.f32", "ffff", {0x3f800001, 0x3f800001, f(-(1.0F + 0x1p-22F))}, f(0x1p-46F)},
      {"div.rn.f32", "fff", {f(1), f(3)}, 0x3eaaaaab},
      {"div.rz.f32", "fff", {f(1), f(3)}, 0x3eaaaaaa},
      {"div.rn.f32", "fff", {f(1), 0}, kInf},
      {"div.rn.f32", "fff", {0, 0}, kNan},
      {"div.rn.f64", "ggg", {g(1), g(3)}, 0x3fd5555555555555},
      {"div.approx.f32", "fff", {f(12), f(4)}, f(3)},
      {"div.approx.f32", "fff", {0xf2b4f78b, 0xff7fffff}, 0},  // Measured on an H200.
      {"div.approx.f32", "fff", {kInf, 0x7f7fffff}, kNan},
      {"div.full.f32", "fff", {f(12), f(4)}, f(3)},
      {"div.full.f32", "fff", {0x7f7fffff, 0x7f7fffff}, f(1)},
      {"rcp.rn.f32", "ff", {f(3)}, 0x3eaaaaab},
      {"rcp.rn.f32", "ff", {kMinus0}, kInf | kMinus0},
      {"rcp.approx.f32", "ff", {f(4)}, f(0.25F)},
      {"rcp.approx.ftz.f32", "ff", {kTiny}, kInf},
      {"rcp.rn.f64", "gg", {g(3)}, 0x3fd5555555555555},
      {"sqrt.rn.f32", "ff", {f(2)}, 0x3fb504f3},
      {"sqrt.rn.f32", "ff", {f(-1)}, kNan},
      {"sqrt.rn.f32", "ff", {kMinus0}, kMinus0},
      {"sqrt.rn.f64", "gg", {g(2)}, 0x3ff6a09e667f3bcd},
      {"sqrt.approx.f32", "ff", {f(4)}, f(2)},
      {"rsqrt.approx.f32", "ff", {f(4)}, f(0.5F)},
      {"rsqrt.approx.f32", "ff", {0}, kInf},
      {"ex2.approx.f32", "ff", {f(3)}, f(8)},
      {"ex2.approx.ftz.f32", "ff", {f(-1)}, f(0.5F)},
      {"lg2.approx.f32", "ff", {f(8)}, f(3)},
      {"lg2.approx.f32", "ff", {0}, kInf | kMinus0},
      {"sin.approx.f32", "ff", {0}, 0},
      {"cos.approx.f32", "ff", {0xff7fffff}, f(1)},  // Huge angles are whole turns on the device.
      {"cos.approx.f32", "ff", {0}, f(1)},
      {"tanh.approx.f32", "ff", {0}, 0},
      {"min.f32", "fff", {f(1), f(2)}, f(1)},
      {"min.f32", "fff", {0, kMinus0}, kMinus0},
      {"min.f32", "fff", {kMinus0, 0}, kMinus0},
      {"min.f32", "fff", {kOtherNan, f(2)}, f(2)},
      {"min.f32", "fff", {f(2), kOtherNan}, f(2)},
      {"min.f32", "fff", {kOtherNan, kOtherNan}, kNan},
      {"max.f32", "fff", {f(1), f(2)}, f(2)},
      {"max.f32", "fff", {kMinus0, 0}, 0},
      {"max.f32", "fff", {0, kMinus0}, 0},
      {"max.f32", "fff", {kOtherNan, f(2)}, f(2)},
      {"max.ftz.f32", "fff", {kTiny, kMinus0}, 0},
      {"min.f64", "ggg", {g(1), g(2)}, g(1)},
      {"min.f64", "ggg", {0, kMinus0of64}, kMinus0of64},
      {"max.f64", "ggg", {g(1), g(2)}, g(2)},
      {"max.f64", "ggg", {0x7ff8000000000000, g(2)}, g(2)},
      {"neg.f32", "ff", {f(1)}, f(-1)},
      {"neg.f32", "ff", {kOtherNan}, kNan},
      {"abs.f32", "ff", {kOtherNan}, kNan},
      {"neg.f64", "gg", {0x7ff0000000000001}, 0x7ff8000000000001},
      {"min.f64", "ggg", {0x7ff8000000000002, 0x7ff0000000000001}, 0x7ff8000000000001},
      {"neg.ftz.f32", "ff", {kTiny}, kMinus0},
      {"neg.f64", "gg", {g(1)}, g(-1)},
      {"abs.f32", "ff", {f(-1)}, f(1)},
      {"abs.ftz.f32", "ff", {kMinusTiny}, 0},
      {"abs.f64", "gg", {kInf64 | kMinus0of64}, kInf64},
      {"copysign.f32", "fff", {f(-2), f(3)}, f(-3)},
      {"copysign.f64", "ggg", {g(-2), g(3)}, g(-3)},
      {"testp.finite.f32", "pf", {kInf}, 0},
      {"testp.infinite.f32", "pf", {kInf}, 1},
      {"testp.number.f32", "pf", {kNan}, 0},
      {"testp.notanumber.f32", "pf", {kNan}, 1},
      {"testp.normal.f32", "pf", {kTiny}, 0},
      {"testp.normal.f32", "pf", {0}, 1},  // Seen on an H200.
      {"testp.subnormal.f32", "pf", {kTiny}, 1},
      {"testp.finite.f64", "pg", {g(1)}, 1},
      {"testp.infinite.f64", "pg", {kInf64}, 1},
      {"testp.number.f64", "pg", {g(1)}, 1},
      {"testp.notanumber.f64", "pg", {g(1)}, 0},
      {"testp.normal.f64", "pg", {g(1)}, 1},
      {"testp.subnormal.f64", "pg", {1}, 1},
  };
}

// 1 is 0x3f80; a unit in its last place is 2^-7.
std::vector<FormCase> bfloat_cases() {
  constexpr std::uint64_t one = 0x3f80;
  constexpr std::uint64_t two = 0x4000;
  constexpr std::uint64_t nan = 0x7fff;
  return {
      {"add.bf16", "hhh", {one, one}, two},
      {"add.rn.bf16", "hhh", {one, 0x3b80}, one},     // 2^-8: a tie, to even
      {"add.bf16", "hhh", {0x3f81, 0x3b80}, 0x3f82},
      {"add.bf16", "hhh", {0x7f7f, 0x7f7f}, 0x7f80},
      {"add.bf16", "hhh", {1, 1}, 2},
      {"sub.bf16", "hhh", {one, two}, 0xbf80},
      {"mul.bf16", "hhh", {two, 0x3f00}, one},
      {"fma.rn.bf16", "hhhh", {one, one, one}, two},
      // (1 + 2^-7) * (1 + 2^-1) is 2^-8 above a bfloat16, a tie that the tiny third one decides.
      {"fma.rn.bf16", "hhhh", {0x3f81, 0x3fc0, 0x0001}, 0x3fc2},
      {"fma.rn.bf16", "hhhh", {0x3f83, 0x3fc0, 0x8001}, 0x3fc4},
      {"fma.rn.relu.bf16", "hhhh", {one, 0xbf80, 0}, 0},
      {"min.bf16", "hhh", {one, two}, one},
      {"max.bf16", "hhh", {one, nan}, one},
      {"max.NaN.bf16", "hhh", {one, nan}, nan},
      {"neg.bf16", "hh", {one}, 0xbf80},
      {"abs.bf16", "hh", {0xbf80}, one},
      {"add.bf16x2", "rrr", {0x3f803f80, 0x40003f80}, 0x40404000},
      {"fma.rn.bf16x2", "rrrr", {0x40004000, 0x3f003f80, 0x3f803f80}, 0x40004040},
      {"ex2.approx.ftz.bf16", "hh", {one}, two},
      {"tanh.approx.bf16", "hh", {0}, 0},
      {"setp.gt.bf16", "phh", {two, one}, 1},
      {"set.eq.bf16.bf16", "hhh", {one, one}, one},
      {"set.le.bf16x2.bf16x2", "rrr", {0x3f804000, 0x3f803f80}, 0x3f800000},
      {"cvt.f32.bf16", "fh", {one}, 0x3f800000},
      {"cvt.f32.bf16", "fh", {0xffff}, 0xffff0000},  // Measured on an H200.
      {"cvt.rn.bf16.f32", "hf", {0x3f808000}, one},    // A tie, to even.
      {"cvt.rn.bf16.f32", "hf", {0x3f818000}, 0x3f82},
      {"cvt.rz.bf16.f32", "hf", {0x3f81ffff}, 0x3f81},
      {"cvt.rn.bf16.f32", "hf", {0x7f7fffff}, 0x7f80},
      {"cvt.rz.bf16.f32", "hf", {0x7f7fffff}, 0x7f7f},
      {"cvt.rn.relu.bf16.f32", "hf", {0xbf800000}, 0},
      {"cvt.rn.relu.f16.f32", "hf", {0xbf800000}, 0},
      {"cvt.rn.bf16x2.f32", "rff", {0x3f800000, 0x40000000}, 0x3f804000},
      {"cvt.rn.bf16.s32", "hr", {0xfffffffe}, 0xc000},
      // 2^62 + 2^54 is a tie; one more decides it.
      {"cvt.rn.bf16.u64", "hd", {0x4040000000000001}, 0x5e81},
      {"cvt.rni.s32.bf16", "rh", {0x4020}, 2},
      {"cvt.rzi.s32.bf16", "rh", {0xc020}, 0xfffffffe},
      {"cvt.rna.tf32.f32", "rf", {0x3f801000}, 0x3f802000},
      {"cvt.rna.tf32.f32", "rf", {0x3f800fff}, 0x3f800000},
      {"cvt.rna.tf32.f32", "rf", {0xffc87676}, 0xffc86000},  // These two measured on an H200.
      {"cvt.rna.tf32.f32", "rf", {0x7f800001}, 0x7f800000},
      {"min.NaN.f32", "fff", {0x3f800000, 0x7fc00000}, 0x7fffffff},
      {"max.NaN.f32", "fff", {0x3f800000, 0x40000000}, 0x40000000},
  };
}

std::vector<FormCase> half_cases() {
  return {
      {"add.f16", "hhh", {kOne, kOne}, kTwo},
      {"add.rn.f16", "hhh", {kOne, 0x1000}, kOne},         // 2^-11: a tie, to even
      {"add.f16", "hhh", {0x3c01, 0x1000}, 0x3c02},
      {"add.f16", "hhh", {0x7bff, 0x7bff}, kInf16},
      {"add.f16", "hhh", {kInf16, 0xfc00}, kNan16},
      {"add.f16", "hhh", {1, 1}, 2},
      {"add.ftz.f16", "hhh", {1, 1}, 0},
      {"add.sat.f16", "hhh", {kOne, kOne}, kOne},
      {"sub.f16", "hhh", {kOne, kTwo}, 0xbc00},
      {"mul.f16", "hhh", {kTwo, kHalf}, kOne},
      {"fma.rn.f16", "hhhh", {0x3c01, 0x3c01, 0xbc02}, 0x0010},
      {"min.f16", "hhh", {kOne, kTwo}, kOne},
      {"max.f16", "hhh", {kOne, kNan16}, kOne},
      {"neg.f16", "hh", {kOne}, 0xbc00},
      {"abs.f16", "hh", {0xbc00}, kOne},
      {"add.f16x2", "rrr", {0x3c003c00, 0x40003c00}, 0x42004000},
      {"mul.f16x2", "rrr", {0x40004000, 0x38003c00}, 0x3c004000},
      {"fma.rn.f16x2", "rrrr", {0x40004000, 0x38003c00, 0x3c003c00}, 0x40004200},
      {"sub.f16x2", "rrr", {0x40004000, 0x3c003c00}, 0x3c003c00},
      {"neg.f16x2", "rr", {0x3c00bc00}, 0xbc003c00},
      {"max.f16x2", "rrr", {0x3c004000, 0x40003c00}, 0x40004000},
      {"ex2.approx.f16", "hh", {kOne}, kTwo},
      {"tanh.approx.f16", "hh", {0}, 0},
      {"setp.gt.f16", "phh", {kTwo, kOne}, 1},
      {"setp.ne.f16", "phh", {kNan16, kOne}, 0},
      {"set.eq.f16.f16", "hhh", {kOne, kOne}, kOne},
      {"set.eq.u32.f16", "rhh", {kOne, kOne}, 0xffffffff},
      {"max.NaN.f16", "hhh", {kOne, kNan16}, kNan16},
      {"min.NaN.f16", "hhh", {kOne, kTwo}, kOne},
      {"min.NaN.f16x2", "rrr", {0x3c007fff, 0x40003c00}, 0x3c007fff},
      {"fma.rn.relu.f16", "hhhh", {kOne, 0xbc00, kHalf}, 0},
      {"fma.rn.relu.f16", "hhhh", {kOne, kOne, kOne}, kTwo},
      {"setp.lt.f16x2", "prr", {0x3c003c00, 0x3c004000}, 1},
      {"set.gt.f16x2.f16x2", "rrr", {0x40003c00, 0x3c003c00}, 0x3c000000},
      {"set.gt.u32.f16x2", "rrr", {0x3c004000, 0x3c003c00}, 0x0000ffff},
  };
}
// clang-format on

}  // namespace warpgrade::simt
