// SPDX-License-Identifier: Apache-2.0
// The device memory of one call of solve().
#pragma once

#include "harness/device/device.hpp"
#include "harness/grading/run/crash.hpp"
#include "harness/grading/run/runner.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace warpgrade::run {

/// @throws std::runtime_error  "the device server failed while it was to STEP".
[[noreturn]] void device_failed(const char* step);

/// The buffers of one run, in the order of solve()'s parameters. Their sizes are exact, so that a
/// device sees every access beyond them. Inputs hold the request's values, the output the poison.
class Buffers {
 public:
  Buffers(device::Device& device, const RunRequest& request);
  ~Buffers();
  Buffers(const Buffers&) = delete;
  Buffers& operator=(const Buffers&) = delete;

  [[nodiscard]] std::span<const BufferPlace> places() const { return places_; }
  [[nodiscard]] const BufferPlace& out() const { return places_[out_]; }
  /// Of solve(): addresses and sizes.
  [[nodiscard]] std::vector<std::uint64_t> arguments() const;
  /// The words of one buffer; empty if the device cannot be read any more.
  [[nodiscard]] std::vector<std::uint32_t> read(const BufferPlace& place) const;

 private:
  std::uint64_t allocate(std::size_t words);

  device::Device& device_;
  const Signature& signature_;
  Shape shape_;
  std::vector<BufferPlace> places_;
  std::size_t out_ = 0;
};

/// The two matrices of a sampled run of a transpose: only there where they are touched.
class SparseBuffers {
 public:
  SparseBuffers(device::Device& device, const RunRequest& request);
  ~SparseBuffers();
  SparseBuffers(const SparseBuffers&) = delete;
  SparseBuffers& operator=(const SparseBuffers&) = delete;

  /// Of solve(): in, out, rows, cols.
  [[nodiscard]] std::vector<std::uint64_t> arguments() const;
  /// What was touched. False if the device cannot be read any more.
  bool read(RunResult& result) const;

 private:
  device::Device& device_;
  Extent input_;
  std::uint64_t in_ = 0;
  std::uint64_t out_ = 0;
};

}  // namespace warpgrade::run
