// SPDX-License-Identifier: Apache-2.0
#include "harness/core/signature.hpp"

#include <gtest/gtest.h>

namespace warpgrade {
namespace {

Parameter buffer(const char* name, Parameter::Kind kind, ElementType type, Side rows, Side cols) {
  return {name, kind, type, rows, cols, Fill::index, 0};
}

/// solve(const double* a, const int* b, float* out) on sizes n and m.
Signature mixed() {
  using Kind = Parameter::Kind;
  Signature signature;
  signature.sizes = {"n", "m"};
  signature.parameters = {
      buffer("a", Kind::in, ElementType::float64, {0, 1}, {1, 1}),
      buffer("b", Kind::in, ElementType::int32, {1, 1}, {std::nullopt, 1}),
      buffer("out", Kind::out, ElementType::float32, {std::nullopt, 6}, {0, 1})};
  return signature;
}

TEST(Signature, OfATransposeIsTheOneOfTheDesign) {
  EXPECT_EQ(declaration(transpose_signature(), "solve"),
            "void solve(const float* in, float* out, size_t rows, size_t cols)");
  const Shape shape{2, 5};
  EXPECT_EQ(transpose_signature().output().extent(shape), (Extent{5, 2}));
  EXPECT_EQ(copy_signature().output().extent(shape), (Extent{2, 5}));
  EXPECT_EQ(transpose_signature().input_words(shape), 10U);
  EXPECT_EQ(transpose_signature().buffer_bytes(shape), 80U);
  EXPECT_EQ(transpose_signature().copied_extent(shape), (Extent{2, 5})) << "that of the input";
  EXPECT_EQ(transpose_signature().copied_bytes(shape), 80U);
}

TEST(Signature, CountsWordsOfEveryBuffer) {
  const auto signature = mixed();
  const Shape shape{3, 4};
  EXPECT_EQ(declaration(signature, "solve"),
            "void solve(const double* a, const int* b, float* out)");
  EXPECT_EQ(signature.input_words(shape), 3U * 4 * 2 + 4);
  EXPECT_EQ(signature.output().extent(shape), (Extent{6, 3}));
  EXPECT_EQ(signature.buffer_bytes(shape), 4U * (24 + 4 + 18));
  EXPECT_EQ(signature.copied_extent(shape), (Extent{3, 8})) << "doubles are two floats each";
}

TEST(Signature, NamesOfTypesAndFillsComeBack) {
  for (const auto type : {ElementType::float32, ElementType::float64, ElementType::int32}) {
    EXPECT_EQ(element_of_name(element_name(type)), type);
  }
  for (const auto fill : {Fill::index, Fill::small}) EXPECT_EQ(fill_of_name(fill_name(fill)), fill);
  EXPECT_EQ(element_of_name("half"), std::nullopt);
}

}  // namespace
}  // namespace warpgrade
