// SPDX-License-Identifier: Apache-2.0
#include "harness/core/signature.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

namespace warpgrade {
namespace {

struct ElementRow {
  ElementType type;
  std::string_view name;
  std::size_t words;
};
constexpr std::array kElements{ElementRow{ElementType::float32, "float", 1},
                               ElementRow{ElementType::float64, "double", 2},
                               ElementRow{ElementType::int32, "int", 1}};

struct FillRow {
  Fill fill;
  std::string_view name;
};
constexpr std::array kFills{FillRow{Fill::index, "index"}, FillRow{Fill::small, "small"}};

const ElementRow& row_of(ElementType type) {
  return *std::ranges::find(kElements, type, &ElementRow::type);
}

Parameter buffer(std::string name, Parameter::Kind kind, std::size_t rows, std::size_t cols) {
  Parameter parameter;
  parameter.name = std::move(name);
  parameter.kind = kind;
  parameter.rows.size = rows;
  parameter.cols.size = cols;
  return parameter;
}

Parameter size(std::string name, std::size_t place) {
  Parameter parameter;
  parameter.name = std::move(name);
  parameter.kind = Parameter::Kind::size;
  parameter.size = place;
  return parameter;
}

/// solve(in, out, rows, cols); `out` is in its turn of size `out_rows` x `out_cols`.
Signature matrix_signature(std::size_t out_rows, std::size_t out_cols) {
  using Kind = Parameter::Kind;
  Signature signature;
  signature.sizes = {"rows", "cols"};
  signature.parameters = {buffer("in", Kind::in, 0, 1),
                          buffer("out", Kind::out, out_rows, out_cols), size("rows", 0),
                          size("cols", 1)};
  return signature;
}

std::string parameter_text(const Parameter& parameter) {
  if (parameter.kind == Parameter::Kind::size) return "size_t " + parameter.name;
  std::string text = parameter.kind == Parameter::Kind::in ? "const " : "";
  text += element_name(parameter.type);
  return text + "* " + parameter.name;
}

}  // namespace

std::string_view element_name(ElementType type) { return row_of(type).name; }

std::optional<ElementType> element_of_name(std::string_view name) {
  const auto* const found = std::ranges::find(kElements, name, &ElementRow::name);
  if (found == kElements.end()) return std::nullopt;
  return found->type;
}

std::size_t words_of(ElementType type) { return row_of(type).words; }

std::string_view fill_name(Fill fill) {
  return std::ranges::find(kFills, fill, &FillRow::fill)->name;
}

std::optional<Fill> fill_of_name(std::string_view name) {
  const auto* const found = std::ranges::find(kFills, name, &FillRow::name);
  if (found == kFills.end()) return std::nullopt;
  return found->fill;
}

const Parameter& Signature::output() const {
  const auto found = std::ranges::find(parameters, Parameter::Kind::out, &Parameter::kind);
  assert(found != parameters.end());
  return *found;
}

std::vector<const Parameter*> Signature::inputs() const {
  std::vector<const Parameter*> inputs;
  inputs.reserve(parameters.size());
  for (const auto& parameter : parameters) {
    if (parameter.kind == Parameter::Kind::in) inputs.push_back(&parameter);
  }
  return inputs;
}

std::size_t Signature::input_words(const Shape& shape) const {
  std::size_t words = 0;
  for (const auto* input : inputs()) words += input->words(shape);
  return words;
}

std::uint64_t Signature::buffer_bytes(const Shape& shape) const {
  return (input_words(shape) + output().words(shape)) * sizeof(std::uint32_t);
}

Extent Signature::copied_extent(const Shape& shape) const {
  auto extent = parameters[copied].extent(shape);
  extent.cols *= static_cast<std::int64_t>(words_of(parameters[copied].type));
  return extent;
}

std::uint64_t Signature::copied_bytes(const Shape& shape) const {
  return 2 * parameters[copied].words(shape) * sizeof(std::uint32_t);
}

const Signature& transpose_signature() {
  static const auto transposing = [] {
    auto signature = matrix_signature(1, 0);
    signature.transposes = true;
    return signature;
  }();
  return transposing;
}

const Signature& copy_signature() {
  static const auto copying = matrix_signature(0, 1);
  return copying;
}

std::string declaration(const Signature& signature, std::string_view name) {
  std::string text = "void " + std::string{name} + "(";
  for (const auto& parameter : signature.parameters) {
    if (text.back() != '(') text += ", ";
    text += parameter_text(parameter);
  }
  return text + ")";
}

}  // namespace warpgrade
