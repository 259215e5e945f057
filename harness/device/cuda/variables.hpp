// SPDX-License-Identifier: Apache-2.0
// `__device__` and `__constant__` variables lie where the driver puts them, outside the range by
// which the submission's process knows device pointers. So the submission sees other addresses,
// inside it; copies and launches translate them back.
#pragma once

#include "harness/device/cuda/address_range.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>

namespace warpgrade::device::cuda {

class Variables {
 public:
  struct Place {
    std::uint64_t base = 0;  ///< As the submission sees it.
    std::uint64_t bytes = 0;
    std::uint64_t real = 0;
  };

  /// The address that stands for `bytes` at `real`; the same each time.
  std::uint64_t show(std::uint64_t real, std::uint64_t bytes);
  /// Its module is gone.
  void forget(std::uint64_t real);
  /// The variable that holds `address`, or null.
  [[nodiscard]] const Place* find(std::uint64_t address) const;
  /// Replaces every aligned 8-byte word of packed kernel parameters that is the address of a
  /// variable, or just past one. Nothing else has such values: they lie in a range of their own.
  void translate(std::span<std::byte> parameters) const;

 private:
  std::map<std::uint64_t, Place> places_;         ///< By base.
  std::map<std::uint64_t, std::uint64_t> shown_;  ///< Real -> base.
  std::uint64_t next_ = kVariableBase;
};

}  // namespace warpgrade::device::cuda
