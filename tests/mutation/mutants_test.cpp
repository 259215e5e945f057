// SPDX-License-Identifier: Apache-2.0
#include "harness/mutation/mutants.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace warpgrade::mutation {
namespace {

using Texts = std::set<std::string>;

/// The mutants of `source` of one kind, blanks at line ends included.
Texts texts(std::string_view source, std::string_view kind) {
  Texts found;
  for (const auto& mutant : make_mutants(source)) {
    if (mutant.kind == kind) found.insert(mutant.text);
  }
  return found;
}

void expect_all(const Texts& found, const std::vector<std::string>& wanted) {
  for (const auto& text : wanted) EXPECT_TRUE(found.contains(text)) << text;
}

TEST(Guards, EachComparisonIsLoosenedEachConditionDropped) {
  const auto found = texts("if (a < n && b > m) f();", "guard");
  EXPECT_EQ(found, (Texts{"if (a <= n && b > m) f();", "if (a < n && b >= m) f();",
                          "if (a < n || b > m) f();", "if (a < n ) f();", "if ( b > m) f();",
                          "if (true) f();"}));
}

TEST(Guards, OfThreeConditionsEachIsDroppedOnce) {
  const auto found = texts("if (a && b && c) f();", "guard");
  expect_all(found, {"if (a && b ) f();", "if (a  && c) f();", "if ( b && c) f();"});
  EXPECT_EQ(found.size(), 6U) << "and two ||, and the guard without all";
}

TEST(Guards, TheBracketsOfACastAndOfALaunchAreNoComparison) {
  EXPECT_TRUE(make_mutants("n = static_cast<unsigned>(m);").empty());
  EXPECT_TRUE(texts("f<<<n, n>>>(a);", "guard").empty());
}

TEST(Indices, AxesAreExchangedWhereTheOtherNameExists) {
  const auto found = texts("int row = threadIdx.x; a[row * cols] = rows;", "index");
  expect_all(found, {"int row = threadIdx.y; a[row * cols] = rows;",
                     "int row = threadIdx.x; a[row * rows] = rows;",
                     "int row = threadIdx.x; a[row * cols] = cols;"});
  EXPECT_EQ(found.size(), 3U) << "there is no col, and a declared name stays";
}

TEST(Indices, SubscriptsAreExchanged) {
  expect_all(texts("tile[y][x + 1] = 5;", "index"), {"tile[x + 1][y] = 5;"});
}

TEST(Indices, SignsTurnAndAddendsAreDropped) {
  const auto found = texts("p = a + b * c - d;", "index");
  EXPECT_EQ(found, (Texts{"p = a - b * c - d;", "p = a + b * c + d;", "p = a  - d;",
                          "p =  b * c - d;", "p = a + b * c ;"}));
  EXPECT_TRUE(texts("p = -a;", "index").empty()) << "a sign is no operator";
}

TEST(Indices, SmallNumbersAreShifted) {
  EXPECT_EQ(texts("p = a[2];", "index"), (Texts{"p = a[3];", "p = a[1];"}));
  EXPECT_EQ(texts("int j = 0;", "index"), (Texts{"int j = 1;"}));
}

TEST(Grids, RoundingUpBecomesRoundingDownOrOneMore) {
  const auto found = texts("g((rows + kTile - 1) / kTile);", "grid");
  EXPECT_EQ(found, (Texts{"g((rows) / kTile);", "g((rows + kTile - 1) / kTile + 1);"}));
}

TEST(Grids, NeighbouringArgumentsAreExchanged) {
  EXPECT_EQ(texts("const dim3 block{a, b};", "grid"), (Texts{"const dim3 block{b, a};"}));
  EXPECT_EQ(texts("f<<<g, b>>>(in, n, m);", "grid"),
            (Texts{"f<<<b, g>>>(in, n, m);", "f<<<g, b>>>(n, in, m);", "f<<<g, b>>>(in, m, n);"}));
  EXPECT_TRUE(texts("void f(int a, float* b);", "grid").empty()) << "parameters are no arguments";
  EXPECT_TRUE(texts("x = min(a, b);", "grid").empty()) << "that is the same program";
}

TEST(Barriers, AreRemovedAndMovedIntoTheGuardBeforeThem) {
  const auto found = texts("if (in) t[x] = v; __syncthreads(); f();", "barrier");
  EXPECT_EQ(found,
            (Texts{"if (in) t[x] = v; ; f();", "if (in){  t[x] = v; __syncthreads(); } ; f();"}));
  EXPECT_EQ(texts("__syncthreads(); __syncthreads();", "barrier").size(), 2U)
      << "no guard before either: both can only be removed";
}

TEST(Strides, StepsAndBoundsAreDoubledAndHalved) {
  const auto found = texts("for (j = i; j < n; j += w) f(j);", "stride");
  EXPECT_EQ(
      found,
      (Texts{"for (j = i; j < n; j += 2 * (w)) f(j);", "for (j = i; j < n; j += (w) / 2) f(j);",
             "for (j = i; j < (n) / 2; j += w) f(j);", "for (j = i; j < 2 * (n); j += w) f(j);"}));
  expect_all(texts("for (j = i; j < n; ++j) f(j);", "stride"),
             {"for (j = i; j < n; j += 2) f(j);"});
}

TEST(TileSizes, ConstantsGetOtherValuesAndStandForEachOther) {
  EXPECT_EQ(texts("constexpr int kA = 32;", "tile size"),
            (Texts{"constexpr int kA = 31;", "constexpr int kA = 33;", "constexpr int kA = 16;",
                   "constexpr int kA = 64;"}));
  expect_all(texts("constexpr int kA = 1;\nconstexpr int kB = 2;\nf(kA);", "tile size"),
             {"constexpr int kA = 1;\nconstexpr int kB = 2;\nf(kB);"});
}

TEST(TileSizes, ArraysGrowAndShrinkAlone) {
  EXPECT_EQ(texts("__shared__ float t[n];", "tile size"),
            (Texts{"__shared__ float t[n - 1];", "__shared__ float t[n + 1];"}));
  EXPECT_TRUE(texts("extern __shared__ float t[];", "tile size").empty());
}

TEST(Source, CommentsTextsAndThePreprocessorStayAsTheyAre) {
  EXPECT_TRUE(make_mutants("// a < b\n/* a + 1 */ \n").empty());
  EXPECT_TRUE(make_mutants("#define N 32 \\\n  + 1\n  # if N < 2\n").empty());
  EXPECT_TRUE(make_mutants("f(\"a < b\\\" + 1\", '<');").size() == 1U)
      << "the two arguments are exchanged, and nothing inside them";
}

TEST(Source, UnbalancedBracketsAreNoTrouble) {
  for (const auto* text : {"f(", ")", "a] [b", "if (", "for (;;", "(a + ) - 1) / ", "<<<", "\"",
                           "__syncthreads()", "static_cast<", "/*", "constexpr int"}) {
    EXPECT_NO_THROW(make_mutants(text)) << text;
  }
}

TEST(Mutants, AreNamedByLineAndTellingWords) {
  const auto mutants = make_mutants("f();\nif (row < n && col < n) g();");
  const auto named = [&](const std::string& id) {
    return std::ranges::count(mutants, id, &Mutant::id) == 1;
  };
  EXPECT_TRUE(named("2: row < n -> row <= n"));
  EXPECT_TRUE(named("2: col < n -> col <= n")) << "each < has its neighbours";
  EXPECT_TRUE(named("2: n && col < n) -> n )")) << "something is left";
  EXPECT_EQ(mutants.front().line, 2);
}

TEST(Mutants, AreDifferentProgramsWithDifferentNames) {
  const std::string_view source =
      "constexpr int kA = 32;\nfor (int j = 0; j < kA; j += kA) {\n"
      "  t[j + 1][j + 1] = row + col + row + col;\n}\n";
  const auto mutants = make_mutants(source);
  Texts ids;
  Texts programs{std::string{source}};
  for (const auto& mutant : mutants) {
    EXPECT_TRUE(ids.insert(mutant.id).second) << mutant.id;
    EXPECT_TRUE(programs.insert(mutant.text).second) << mutant.id;
  }
  EXPECT_GT(mutants.size(), 20U);
}

}  // namespace
}  // namespace warpgrade::mutation
