// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/core/shape.hpp"
#include "harness/core/signature.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace warpgrade {

/// One rung of a ladder: its sizes, how the inputs are filled, and why the case exists.
struct Case {
  Shape input;               ///< In the order of Signature::sizes.
  std::optional<Fill> fill;  ///< Of all inputs; nothing: each as the exercise declares it.
  std::uint64_t seed = 0;
  std::string why;
  bool extreme = false;  ///< Run last, and only if all else is well: a size that few think of.
  /// So large that only the first and last blocks of each launch are run, over memory that is not
  /// there where they do not touch it. Run last, like an extreme case.
  bool giant = false;

  friend bool operator==(const Case&, const Case&) = default;
};

}  // namespace warpgrade
