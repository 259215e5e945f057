// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/observe/declarations.hpp"

#include <gtest/gtest.h>

#include <string>

namespace warpgrade::observe {
namespace {

/// The name of the element at `offset` of `tile`, declared in `source`; empty if unknown.
std::string element(const std::string& source, std::uint64_t bytes, std::uint64_t offset,
                    int line = 1000) {
  const auto shape = declared_shape(source, line, "tile", bytes);
  return shape ? element_name("tile", *shape, offset) : "";
}

TEST(Declarations, RowsAndColumns) {
  EXPECT_EQ(element("__shared__ float tile[32][33];", 4224, 4 * (3 * 33 + 32)), "tile[3][32]");
  EXPECT_EQ(element("__shared__ double tile[2][3][4];", 192, 8 * 23), "tile[1][2][3]");
  EXPECT_EQ(element("__shared__ volatile unsigned char tile [ 16 ];", 16, 5), "tile[5]");
  EXPECT_EQ(element("__shared__ int other[4], tile[8];", 32, 28), "tile[7]");
}

TEST(Declarations, PastTheEndGoesOnCounting) {
  EXPECT_EQ(element("__shared__ float tile[32][33];", 4224, 4224), "tile[32][0]");
}

TEST(Declarations, ASingleObjectHasNoIndex) {
  EXPECT_EQ(element("__shared__ int tile;", 4, 0), "tile");
}

TEST(Declarations, ConstantsOfTheFile) {
  const std::string constants = "#define ROWS 8\nconstexpr int kTile = 2 * (ROWS + 8);\n";
  EXPECT_EQ(element(constants + "__shared__ float tile[kTile][kTile + 1];", 4224, 4 * 34),
            "tile[1][1]");
}

TEST(Declarations, TheFirstDimensionOrTheTypeFollowsFromTheBytes) {
  EXPECT_EQ(element("template <int N> f() { __shared__ float tile[N][33]; }", 4224, 136),
            "tile[1][1]");
  EXPECT_EQ(element("__shared__ Cell tile[4];", 48, 12), "tile[1]");
  EXPECT_EQ(element("extern __shared__ float tile[];", 0, 40), "tile[10]");
}

TEST(Declarations, WhatDoesNotAgreeIsNotSaid) {
  EXPECT_EQ(element("__shared__ float tile[32][32];", 4224, 0), "");
  EXPECT_EQ(element("__shared__ float tile[N][M];", 4224, 0), "");
  EXPECT_EQ(element("float tile[4];", 16, 0), "");
  EXPECT_EQ(element("__shared__ float tile[0x10];", 64, 0), "tile[0]");  // By its bytes.
  EXPECT_EQ(element("", 64, 0), "");
}

TEST(Declarations, TheLastOneBeforeTheLine) {
  const std::string two = "{ __shared__ int tile[2][8]; }\n\n{ __shared__ int tile[4][4]; }\n";
  EXPECT_EQ(element(two, 64, 36, 2), "tile[1][1]");
  EXPECT_EQ(element(two, 64, 36, 3), "tile[2][1]");
}

/// A constant made of itself, and one that doubles with every step: both must end.
TEST(Declarations, HostileConstantsEnd) {
  EXPECT_EQ(element("#define A A\n__shared__ float tile[4][A];", 16, 0), "");
  std::string source = "#define A0 1\n";
  for (int i = 1; i < 40; ++i) {
    const auto before = "A" + std::to_string(i - 1);
    source += "#define A" + std::to_string(i) + " " + before + " + " + before + "\n";
  }
  EXPECT_EQ(element(source + "__shared__ float tile[4][A39];", 16, 0), "");
  EXPECT_EQ(element("__shared__ int tile[4][" + std::string(100'000, '('), 16, 0), "");
}

}  // namespace
}  // namespace warpgrade::observe
