// SPDX-License-Identifier: Apache-2.0
#include "harness/device/cuda/variables.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>

namespace warpgrade::device::cuda {
namespace {

constexpr std::uint64_t kReal = 0x7f00'0000'1000;

std::array<std::uint64_t, 3> translated(const Variables& variables,
                                        std::array<std::uint64_t, 3> words) {
  variables.translate(std::as_writable_bytes(std::span(words)));
  return words;
}

TEST(Variables, AreShownInsideTheDevicesRange) {
  Variables variables;
  const auto shown = variables.show(kReal, 100);
  EXPECT_TRUE(is_device_address(shown));
  EXPECT_TRUE(is_device_address(shown + 100));
  EXPECT_EQ(variables.show(kReal, 100), shown);
  const auto other = variables.show(kReal + 100, 4);
  EXPECT_GT(other, shown + 100);
}

TEST(Variables, AreFoundByAnyAddressInThem) {
  Variables variables;
  const auto shown = variables.show(kReal, 100);
  EXPECT_EQ(variables.find(shown + 99)->real, kReal);
  EXPECT_EQ(variables.find(shown + 100), nullptr);
  EXPECT_EQ(variables.find(shown - 1), nullptr);
  variables.forget(kReal);
  EXPECT_EQ(variables.find(shown), nullptr);
  EXPECT_NE(variables.show(kReal, 100), shown) << "an old address must not come back to life";
}

TEST(Variables, ParametersThatPointIntoThemAreTranslated) {
  Variables variables;
  EXPECT_EQ(translated(variables, {1, 2, 3}), (std::array<std::uint64_t, 3>{1, 2, 3}));
  const auto shown = variables.show(kReal, 100);
  EXPECT_EQ(translated(variables, {shown + 4, 5, shown + 100}),
            (std::array<std::uint64_t, 3>{kReal + 4, 5, kReal + 100}));
  EXPECT_EQ(translated(variables, {shown + 101, kDeviceBase, shown - 1}),
            (std::array<std::uint64_t, 3>{shown + 101, kDeviceBase, shown - 1}));
}

TEST(Variables, ATailShorterThanAnAddressIsLeftAlone) {
  Variables variables;
  const auto shown = variables.show(kReal, 100);
  std::array<std::byte, 12> bytes{};
  std::memcpy(&bytes[4], &shown, sizeof shown);  // Not at a multiple of 8: no pointer.
  const auto before = bytes;
  variables.translate(bytes);
  EXPECT_EQ(bytes, before);
}

}  // namespace
}  // namespace warpgrade::device::cuda
