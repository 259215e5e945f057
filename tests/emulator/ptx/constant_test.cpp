// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/ptx/constant.hpp"

#include "harness/emulator/ptx/failure.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace warpgrade::ptx {
namespace {

std::optional<std::uint64_t> value(std::string_view text, Type type) {
  Lexer in{text};
  const auto constant = parse_constant(in);
  EXPECT_EQ(in.peek().kind, Token::Kind::end) << text;
  return constant_as(constant, type);
}

struct Valued {
  const char* text;
  Type type;
  std::uint64_t bits;
};

class ConstantValue : public testing::TestWithParam<Valued> {};

TEST_P(ConstantValue, HasThePatternOfItsType) {
  EXPECT_EQ(value(GetParam().text, GetParam().type), GetParam().bits) << GetParam().text;
}

constexpr std::uint64_t kAll = ~std::uint64_t{0};

INSTANTIATE_TEST_SUITE_P(
    Constants, ConstantValue,
    testing::Values(
        Valued{"17", Type::u32, 17}, Valued{"017", Type::u32, 15}, Valued{"0x1F", Type::u32, 31},
        Valued{"0X1fU", Type::u32, 31}, Valued{"0b101", Type::u32, 5}, Valued{"7U", Type::u32, 7},
        Valued{"0", Type::u32, 0}, Valued{"-1", Type::s32, kAll}, Valued{"-1", Type::u32, kAll},
        Valued{"4294967295", Type::u32, kAll}, Valued{"4294967296", Type::u32, 0},
        Valued{"4294967295", Type::u64, 0xFFFFFFFF}, Valued{"65535", Type::s16, kAll},
        Valued{"255", Type::b8, kAll},
        Valued{"0x8000000000000000", Type::b64, std::uint64_t{1} << 63},
        Valued{"0f3F800000", Type::f32, 0x3F800000}, Valued{"0fBF800000", Type::f32, 0xBF800000},
        Valued{"0F3f800000", Type::f32, 0x3F800000},
        Valued{"0fBF800000", Type::b32, 0xFFFFFFFFBF800000},
        Valued{"0d3FF0000000000000", Type::f64, 0x3FF0000000000000},
        Valued{"0d3FF0000000000000", Type::f32, 0x3F800000},
        Valued{"0d3FF0000000000000", Type::b64, 0x3FF0000000000000},
        Valued{"1.5", Type::f32, 0x3FC00000}, Valued{"-1.0", Type::f32, 0xBF800000},
        Valued{"1e1", Type::f64, 0x4024000000000000}, Valued{"WARP_SZ", Type::u32, 32},
        Valued{"1+2*3", Type::u32, 7}, Valued{"(1+2)*3", Type::u32, 9},
        Valued{"1<<4|1", Type::u32, 17}, Valued{"~0", Type::s64, kAll},
        Valued{"7-2-1", Type::u32, 4}, Valued{"1", Type::pred, 1}, Valued{"0", Type::pred, 0}));

struct Refused {
  const char* text;
  Type type;
};

class ConstantRefused : public testing::TestWithParam<Refused> {};

// As ptxas: "Arguments mismatch".
TEST_P(ConstantRefused, WhereItsTypeDoesNotFit) {
  EXPECT_EQ(value(GetParam().text, GetParam().type), std::nullopt) << GetParam().text;
}

INSTANTIATE_TEST_SUITE_P(Constants, ConstantRefused,
                         testing::Values(Refused{"1", Type::f32}, Refused{"0x3F800000", Type::f32},
                                         Refused{"1", Type::f64}, Refused{"1", Type::f16},
                                         Refused{"0f3F800000", Type::u32},
                                         Refused{"0f3F800000", Type::f64},
                                         Refused{"0f3F800000", Type::b64},
                                         Refused{"1.5", Type::s32}, Refused{"1.5", Type::pred}));

TEST(Constants, RefusesWhatIsNoNumber) {
  for (const auto* text : {"0x", "0xG", "08", "1a", "0f3F80", "0f3F8000000", "0d3F", "0b2", "-",
                           "(1", "18446744073709551616", "1.5.2", "1e999", "1.0+1", "~1.0", "x"}) {
    Lexer in{text};
    EXPECT_THROW(parse_constant(in), Failure) << text;
  }
}

TEST(Constants, LimitsNesting) {
  const std::string deep(100000, '(');
  Lexer in{deep};
  EXPECT_THROW(parse_constant(in), Failure);
}

TEST(Constants, DividesByZeroWithoutHarm) { EXPECT_EQ(value("1/0", Type::u32), 0U); }

}  // namespace
}  // namespace warpgrade::ptx
