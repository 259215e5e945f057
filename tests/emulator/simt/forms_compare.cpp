// SPDX-License-Identifier: Apache-2.0
#include "tests/emulator/simt/forms.hpp"

#include <bit>

namespace warpgrade::simt {
namespace {

std::uint64_t f(float value) { return std::bit_cast<std::uint32_t>(value); }
std::uint64_t g(double value) { return std::bit_cast<std::uint64_t>(value); }

constexpr std::uint64_t kNan = 0x7fc00000;
constexpr std::uint64_t kAll64 = ~std::uint64_t{0};
constexpr std::uint64_t kNan64 = 0x7ff8000000000000;

}  // namespace

// clang-format off
std::vector<FormCase> compare_cases() {
  return {
      {"setp.eq.s32", "prr", {5, 5}, 1},
      {"setp.ne.s32", "prr", {5, 5}, 0},
      {"setp.lt.s32", "prr", {0xffffffff, 0}, 1},
      {"setp.lt.u32", "prr", {0xffffffff, 0}, 0},
      {"setp.le.s32", "prr", {3, 3}, 1},
      {"setp.gt.s32", "prr", {0, 0xffffffff}, 1},
      {"setp.gt.u32", "prr", {0, 0xffffffff}, 0},
      {"setp.ge.u32", "prr", {3, 3}, 1},
      {"setp.lo.u32", "prr", {1, 2}, 1},
      {"setp.ls.u32", "prr", {2, 2}, 1},
      {"setp.hi.u32", "prr", {1, 2}, 0},
      {"setp.hs.u32", "prr", {2, 2}, 1},
      {"setp.eq.b32", "prr", {5, 6}, 0},
      {"setp.ne.b32", "prr", {5, 6}, 1},
      {"setp.eq.b16", "phh", {0x1234, 0x1234}, 1},
      {"setp.lt.s16", "phh", {0xffff, 0}, 1},
      {"setp.lt.u16", "phh", {0xffff, 0}, 0},
      {"setp.gt.s16", "phh", {1, 0xffff}, 1},
      {"setp.eq.s64", "pdd", {kAll64, kAll64}, 1},
      {"setp.ne.b64", "pdd", {kAll64, 0}, 1},
      {"setp.lt.s64", "pdd", {kAll64, 0}, 1},
      {"setp.lt.u64", "pdd", {kAll64, 0}, 0},
      {"setp.ge.u64", "pdd", {kAll64, 0}, 1},
      {"setp.le.s64", "pdd", {kAll64, 0}, 1},
      {"setp.gt.s64", "pdd", {0, kAll64}, 1},
      {"setp.eq.f32", "pff", {f(0), 0x80000000}, 1},
      {"setp.eq.f32", "pff", {kNan, kNan}, 0},
      {"setp.ne.f32", "pff", {f(1), f(2)}, 1},
      {"setp.ne.f32", "pff", {kNan, f(2)}, 0},
      {"setp.lt.f32", "pff", {f(1), f(2)}, 1},
      {"setp.le.f32", "pff", {kNan, f(2)}, 0},
      {"setp.gt.f32", "pff", {f(2), f(1)}, 1},
      {"setp.ge.f32", "pff", {f(2), f(2)}, 1},
      {"setp.equ.f32", "pff", {kNan, f(2)}, 1},
      {"setp.equ.f32", "pff", {f(1), f(2)}, 0},
      {"setp.neu.f32", "pff", {kNan, f(2)}, 1},
      {"setp.neu.f32", "pff", {f(2), f(2)}, 0},
      {"setp.ltu.f32", "pff", {kNan, f(2)}, 1},
      {"setp.leu.f32", "pff", {f(3), f(2)}, 0},
      {"setp.gtu.f32", "pff", {kNan, f(2)}, 1},
      {"setp.geu.f32", "pff", {f(1), f(2)}, 0},
      {"setp.num.f32", "pff", {f(1), f(2)}, 1},
      {"setp.num.f32", "pff", {f(1), kNan}, 0},
      {"setp.nan.f32", "pff", {f(1), kNan}, 1},
      {"setp.eq.ftz.f32", "pff", {1, 0}, 1},
      {"setp.eq.f32", "pff", {1, 0}, 0},
      {"setp.lt.f64", "pgg", {g(1), g(2)}, 1},
      {"setp.neu.f64", "pgg", {kNan64, g(2)}, 1},
      {"setp.nan.f64", "pgg", {kNan64, g(2)}, 1},
      {"setp.geu.f64", "pgg", {g(3), g(2)}, 1},
      {"setp.lt.and.s32", "prrp", {1, 2, 1}, 1},
      {"setp.lt.and.s32", "prrp", {1, 2, 0}, 0},
      {"setp.lt.or.s32", "prrp", {3, 2, 1}, 1},
      {"setp.lt.xor.f32", "pffp", {f(1), f(2), 1}, 0},
      {"set.lt.u32.s32", "rrr", {1, 2}, 0xffffffff},
      {"set.lt.s32.s32", "rrr", {3, 2}, 0},
      {"set.lt.f32.s32", "frr", {1, 2}, f(1)},
      {"set.gt.u32.f32", "rff", {f(2), f(1)}, 0xffffffff},
      {"set.gt.f32.f64", "fgg", {g(2), g(1)}, f(1)},
      {"set.eq.and.u32.u32", "rrrp", {1, 1, 0}, 0},
  };
}
// clang-format on

}  // namespace warpgrade::simt
