// SPDX-License-Identifier: Apache-2.0
#include "tests/emulator/simt/forms.hpp"

#include <bit>

namespace warpgrade::simt {
namespace {

std::uint64_t f(float value) { return std::bit_cast<std::uint32_t>(value); }
std::uint64_t g(double value) { return std::bit_cast<std::uint64_t>(value); }

constexpr std::uint64_t kNan = 0x7fc12345;
constexpr std::uint64_t kInf = 0x7f800000;
constexpr std::uint64_t kNan64 = 0x7ff8000000000000;
constexpr std::uint64_t kAll64 = ~std::uint64_t{0};
constexpr std::uint64_t kMin64 = 0x8000000000000000;

}  // namespace

// clang-format off
std::vector<FormCase> convert_cases() {
  return {
      {"cvt.u32.u16", "rh", {0xffff}, 0xffff},
      {"cvt.s32.s16", "rh", {0xffff}, 0xffffffff},
      {"cvt.u16.u32", "hr", {0x12345678}, 0x5678},
      {"cvt.s32.s8", "rr", {0x80}, 0xffffff80},
      {"cvt.u32.u8", "rr", {0x180}, 0x80},
      {"cvt.s16.s8", "hh", {0x80}, 0xff80},
      {"cvt.u16.u8", "hh", {0x180}, 0x80},
      {"cvt.u8.u32", "rr", {0x180}, 0x80},
      {"cvt.s8.s32", "rr", {0x180}, 0xffffff80},
      {"cvt.u64.u32", "dr", {0xffffffff}, 0xffffffff},
      {"cvt.s64.s32", "dr", {0xffffffff}, kAll64},
      {"cvt.u32.u64", "rd", {0x123456789}, 0x23456789},
      {"cvt.s64.s16", "dh", {0x8000}, 0xffffffffffff8000},
      {"cvt.u16.u64", "hd", {0x123456789}, 0x6789},
      {"cvt.s64.s8", "dr", {0x80}, 0xffffffffffffff80},
      {"cvt.u64.u8", "dd", {0xfff80}, 0x80},
      {"cvt.sat.u8.s32", "rr", {0xffffffff}, 0},
      {"cvt.sat.u8.s32", "rr", {300}, 255},
      {"cvt.sat.s8.s32", "rr", {0x80000000}, 0xffffff80},
      {"cvt.sat.s16.u32", "hr", {0xffffffff}, 0x7fff},
      {"cvt.sat.s32.u64", "rd", {kAll64}, 0x7fffffff},
      {"cvt.sat.u32.s64", "rd", {kAll64}, 0},
      {"cvt.rn.f32.s32", "fr", {0xffffffff}, f(-1)},
      {"cvt.rn.f32.u32", "fr", {0xffffffff}, f(4294967296.0F)},
      {"cvt.rz.f32.u32", "fr", {0xffffffff}, f(4294967040.0F)},
      {"cvt.rn.f32.s32", "fr", {16777217}, f(16777216)},
      {"cvt.rp.f32.s32", "fr", {16777217}, f(16777218.0F)},
      {"cvt.rm.f32.s32", "fr", {static_cast<std::uint32_t>(-16777217)}, f(-16777218.0F)},
      {"cvt.rn.f32.u64", "fd", {kAll64}, f(18446744073709551616.0F)},
      {"cvt.rz.f32.u64", "fd", {kAll64}, 0x5f7fffff},
      {"cvt.rn.f32.s64", "fd", {kAll64}, f(-1)},
      {"cvt.rn.f32.u16", "fh", {0xffff}, f(65535)},
      {"cvt.rn.f32.s16", "fh", {0xffff}, f(-1)},
      {"cvt.rn.f32.u8", "fr", {0x1ff}, f(255)},
      {"cvt.rn.f32.s8", "fr", {0x1ff}, f(-1)},
      {"cvt.rn.f64.s32", "gr", {0xffffffff}, g(-1)},
      {"cvt.rn.f64.u32", "gr", {0xffffffff}, g(4294967295.0)},
      {"cvt.rn.f64.u64", "gd", {kAll64}, g(18446744073709551616.0)},
      {"cvt.rz.f64.u64", "gd", {kAll64}, 0x43efffffffffffff},
      {"cvt.rn.f64.s64", "gd", {kMin64}, g(-9223372036854775808.0)},
      {"cvt.rzi.s32.f32", "rf", {f(-2.7F)}, static_cast<std::uint32_t>(-2)},
      {"cvt.rni.s32.f32", "rf", {f(2.5F)}, 2},
      {"cvt.rni.s32.f32", "rf", {f(3.5F)}, 4},
      {"cvt.rmi.s32.f32", "rf", {f(-2.1F)}, static_cast<std::uint32_t>(-3)},
      {"cvt.rpi.s32.f32", "rf", {f(2.1F)}, 3},
      {"cvt.rzi.s32.f32", "rf", {f(3e9F)}, 0x7fffffff},
      {"cvt.rzi.s32.f32", "rf", {f(-3e9F)}, 0x80000000},
      {"cvt.rzi.s32.f32", "rf", {kNan}, 0},
      {"cvt.rzi.u32.f32", "rf", {f(-1)}, 0},
      {"cvt.rzi.u32.f32", "rf", {kInf}, 0xffffffff},
      {"cvt.rzi.u32.f32", "rf", {f(4e9F)}, 4000000000},
      {"cvt.rzi.u64.f32", "df", {f(1e19F)}, 9999999980506447872ULL},
      {"cvt.rzi.s64.f32", "df", {kInf}, 0x7fffffffffffffff},
      {"cvt.rzi.s64.f32", "df", {kNan}, kMin64},
      {"cvt.rzi.u64.f32", "df", {kNan}, kMin64},
      {"cvt.rzi.s16.f32", "hf", {f(1e6F)}, 0x7fff},
      {"cvt.rzi.u16.f32", "hf", {f(-5)}, 0},
      {"cvt.rzi.u8.f32", "rf", {f(300)}, 255},
      {"cvt.rzi.s8.f32", "rf", {f(-300)}, 0xffffff80},
      {"cvt.rzi.ftz.s32.f32", "rf", {f(2.5F)}, 2},
      {"cvt.rpi.ftz.s32.f32", "rf", {1}, 0},
      {"cvt.rpi.s32.f32", "rf", {1}, 1},
      {"cvt.rzi.s32.f64", "rg", {g(-2.7)}, static_cast<std::uint32_t>(-2)},
      {"cvt.rni.s32.f64", "rg", {g(2.5)}, 2},
      {"cvt.rzi.s32.f64", "rg", {kNan64}, 0x80000000},
      {"cvt.rzi.u32.f64", "rg", {kNan64}, 0x80000000},
      {"cvt.rzi.s64.f64", "dg", {g(1e300)}, 0x7fffffffffffffff},
      {"cvt.rzi.s64.f64", "dg", {kNan64}, kMin64},
      {"cvt.rzi.u64.f64", "dg", {g(1e19)}, 10000000000000000000ULL},
      {"cvt.rzi.u64.f64", "dg", {g(-1)}, 0},
      {"cvt.f64.f32", "gf", {f(1.5F)}, g(1.5)},
      {"cvt.rn.f32.f64", "fg", {g(1 + 0x1p-24)}, f(1)},
      {"cvt.rp.f32.f64", "fg", {g(1 + 0x1p-24)}, 0x3f800001},
      {"cvt.rz.f32.f64", "fg", {g(1 + 0x1.fp-24)}, f(1)},
      {"cvt.rn.f32.f64", "fg", {g(1e300)}, kInf},
      {"cvt.rz.f32.f64", "fg", {g(1e300)}, 0x7f7fffff},
      {"cvt.rn.f32.f64", "fg", {0xfff8123456789abc}, 0xffc091a2},
      {"cvt.rni.f32.f32", "ff", {f(2.5F)}, f(2)},
      {"cvt.rzi.f32.f32", "ff", {f(-2.7F)}, f(-2)},
      {"cvt.rmi.f32.f32", "ff", {f(-2.1F)}, f(-3)},
      {"cvt.rpi.f32.f32", "ff", {f(-0.5F)}, 0x80000000},
      {"cvt.sat.f32.f32", "ff", {f(2)}, f(1)},
      {"cvt.ftz.f32.f32", "ff", {1}, 0},
      {"cvt.rni.f64.f64", "gg", {g(2.5)}, g(2)},
      {"cvt.rzi.f64.f64", "gg", {g(-2.7)}, g(-2)},
      {"cvt.f32.f16", "fh", {0x3e00}, f(1.5F)},
      {"cvt.f32.f16", "fh", {0x0001}, f(0x1p-24F)},
      {"cvt.f32.f16", "fh", {0xfc00}, kInf | 0x80000000},
      {"cvt.f32.f16", "fh", {0x7e12}, 0x7fffffff},
      {"cvt.f64.f16", "gh", {0x3e00}, g(1.5)},
      {"cvt.f64.f16", "gh", {0xfde1}, 0xffff840000000000},
      {"cvt.rn.f16.f64", "hg", {0xfff8123456789abc}, 0xfe04},
      {"cvt.rn.f16.f32", "hf", {f(1.5F)}, 0x3e00},
      {"cvt.rn.f16.f32", "hf", {f(65519)}, 0x7bff},
      {"cvt.rn.f16.f32", "hf", {f(65520)}, 0x7c00},
      {"cvt.rz.f16.f32", "hf", {f(1e6F)}, 0x7bff},
      {"cvt.rn.f16.f32", "hf", {f(0x1p-25F)}, 0},
      {"cvt.rn.f16.f32", "hf", {f(0x1.8p-25F)}, 1},
      {"cvt.rn.f16.f32", "hf", {kNan}, 0x7fff},
      {"cvt.rn.f16.f32", "hf", {f(-0.0F)}, 0x8000},
      {"cvt.rn.f16.f64", "hg", {g(1.5)}, 0x3e00},
      {"cvt.rn.f16.s32", "hr", {0xffffffff}, 0xbc00},
      {"cvt.rn.f16.u32", "hr", {2049}, 0x6800},
      {"cvt.rzi.s32.f16", "rh", {0xc100}, static_cast<std::uint32_t>(-2)},
      {"cvt.rni.f16.f16", "hh", {0x4100}, 0x4000},
      {"cvt.rn.f16x2.f32", "rff", {f(1), f(2)}, 0x3c004000},
  };
}
// clang-format on

}  // namespace warpgrade::simt
