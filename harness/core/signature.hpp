// SPDX-License-Identifier: Apache-2.0
// What solve() takes: device buffers, each with an extent in the case's sizes, and the sizes
// themselves. Everything that passes data to a submission follows this table.
#pragma once

#include "harness/core/extent.hpp"
#include "harness/core/shape.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpgrade {

enum class ElementType { float32, float64, int32 };

/// C's name of the type, which exercise files use: "float", "double", "int".
std::string_view element_name(ElementType type);
std::optional<ElementType> element_of_name(std::string_view name);

/// 4-byte words of one element. Buffers are handled as words everywhere.
std::size_t words_of(ElementType type);

/// One side of a buffer: a size of the case, by its place in Signature::sizes, or a constant.
struct Side {
  std::optional<std::size_t> size;
  std::int64_t constant = 1;  ///< Where `size` is not given.

  [[nodiscard]] std::int64_t of(const Shape& shape) const { return size ? shape[*size] : constant; }
  friend bool operator==(const Side&, const Side&) = default;
};

/// How the cells of an input come about.
enum class Fill {
  index,  ///< Every cell another bit pattern: tells where a value came from.
  small,  ///< Whole numbers from -8 to 8 without 0: sums of products are exact.
};

/// The name that exercise and cases files use.
std::string_view fill_name(Fill fill);
std::optional<Fill> fill_of_name(std::string_view name);

/// One parameter of solve().
struct Parameter {
  enum class Kind { in, out, size };
  std::string name;
  Kind kind = Kind::in;
  ElementType type = ElementType::float32;  ///< Of a buffer.
  Side rows;                                ///< Of a buffer, row-major.
  Side cols;
  Fill fill = Fill::index;  ///< Of an input.
  std::size_t size = 0;     ///< Of a size: its place in Signature::sizes.

  [[nodiscard]] Extent extent(const Shape& shape) const { return {rows.of(shape), cols.of(shape)}; }
  [[nodiscard]] std::int64_t cells(const Shape& shape) const {
    return rows.of(shape) * cols.of(shape);
  }
  [[nodiscard]] std::size_t words(const Shape& shape) const {
    return static_cast<std::size_t>(cells(shape)) * words_of(type);
  }
  friend bool operator==(const Parameter&, const Parameter&) = default;
};

struct Signature {
  static constexpr std::size_t kMostParameters = 12;
  std::vector<std::string> sizes;     ///< Names of what a case gives, at most Shape::kMostSizes.
  std::vector<Parameter> parameters;  ///< In order; one of them is the output.
  std::size_t copied = 0;   ///< The parameter whose extent and type the baseline copy moves.
  bool transposes = false;  ///< The output is the one input, transposed.

  [[nodiscard]] const Parameter& output() const;
  [[nodiscard]] std::vector<const Parameter*> inputs() const;
  /// Words of all inputs together, which is also how their values are passed: one after the other.
  [[nodiscard]] std::size_t input_words(const Shape& shape) const;
  /// Bytes of all buffers: what a kernel moves that touches every cell once.
  [[nodiscard]] std::uint64_t buffer_bytes(const Shape& shape) const;
  /// The baseline copy's matrix of floats: as many words as the copied buffer has.
  [[nodiscard]] Extent copied_extent(const Shape& shape) const;
  /// Bytes that the baseline copy reads and writes.
  [[nodiscard]] std::uint64_t copied_bytes(const Shape& shape) const;
  friend bool operator==(const Signature&, const Signature&) = default;
};

/// The signature of an exercise that declares none: `in` of rows x cols floats, `out` its
/// transpose, rows, cols.
const Signature& transpose_signature();

/// That of the baseline copy: `out` has the extent of `in`.
const Signature& copy_signature();

/// "void solve(const float* in, float* out, size_t rows, size_t cols)", with `name` for solve.
std::string declaration(const Signature& signature, std::string_view name);

}  // namespace warpgrade
