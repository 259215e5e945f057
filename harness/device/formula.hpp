// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/core/index_fill.hpp"
#include "harness/device/device.hpp"

#include <cstdint>
#include <optional>

namespace warpgrade::device {

/// Bytes of the matrix; nothing if its extent is not positive or has more cells than the fill.
constexpr std::optional<std::uint64_t> bytes_of(const Formula& formula) {
  const auto [rows, cols] = formula.input;
  if (rows <= 0 || cols <= 0 || cols > IndexFill::kMostCells / rows) return std::nullopt;
  return static_cast<std::uint64_t>(rows * cols) * sizeof(float);
}

/// The fill of a formula that bytes_of() accepts.
constexpr IndexFill index_fill_of(const Formula& formula) {
  return {formula.input.rows * formula.input.cols, formula.seed};
}

}  // namespace warpgrade::device
