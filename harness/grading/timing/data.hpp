// SPDX-License-Identifier: Apache-2.0
// The data of timed runs: fresh inputs for every seed, and whether the output is right for them.
#pragma once

#include "harness/core/signature.hpp"
#include "harness/device/device.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace warpgrade::timing {

class Data {
 public:
  virtual ~Data() = default;

  [[nodiscard]] virtual const Signature& signature() const = 0;
  [[nodiscard]] virtual const Shape& shape() const = 0;

  /// Puts the inputs of `seed` into their buffers. False if the device could not.
  /// @param buffers  Device addresses in the order of the signature's buffers.
  virtual bool fill(device::Device& device, std::span<const std::uint64_t> buffers,
                    std::uint64_t seed) = 0;
  /// Counts the cells of the output at `out` that are wrong for `seed`. False if the device could
  /// not be asked.
  virtual bool count_wrong(device::Device& device, std::uint64_t out, std::uint64_t seed,
                           std::uint64_t& wrong) = 0;
};

/// A matrix that is copied or transposed: filled and checked on the device, by a formula.
std::unique_ptr<Data> moved_matrix(Extent input, device::Movement movement);

/// What the host computed for a seed.
struct HostData {
  std::vector<std::uint32_t> values;    ///< Words of all inputs, one after the other.
  std::vector<std::uint32_t> expected;  ///< Words of the output.
};
using MakeData = std::function<HostData(const Shape& shape, std::uint64_t seed)>;

/// Anything else: the host makes a few sets of data and takes them in turn, by the seed, uploads
/// one before each run and compares the output after it.
std::unique_ptr<Data> host_made(const Signature& signature, const Shape& shape, MakeData make);

}  // namespace warpgrade::timing
