// SPDX-License-Identifier: Apache-2.0
// The harness's kernels (kernels.cu) as functions. All of them are only queued on the GPU's stream
// and count into cells that the caller reads after waiting.
#pragma once

#include "harness/core/index_fill.hpp"
#include "harness/device/cuda/gpu.hpp"
#include "harness/device/cuda/guard.hpp"
#include "harness/device/device.hpp"

#include <cuda.h>

#include <cstdint>

namespace warpgrade::device::cuda {

class OwnKernels {
 public:
  /// Loads the embedded fat binary.
  explicit OwnKernels(const Gpu& gpu);
  ~OwnKernels();
  OwnKernels(const OwnKernels&) = delete;
  OwnKernels& operator=(const OwnKernels&) = delete;

  /// What core/index_fill.hpp describes, to fill.cells() words at `to`.
  void fill_index(CUdeviceptr to, const IndexFill& fill) const;
  /// Adds to the 64-bit cell `wrong`. @param rows  Of the input, if transposed; else 0.
  void count_wrong(CUdeviceptr out, const IndexFill& fill, std::uint32_t rows,
                   CUdeviceptr wrong) const;
  /// Adds the number of different words to the 64-bit cell `changed`.
  void count_changed(CUdeviceptr before, CUdeviceptr now, std::uint64_t words,
                     CUdeviceptr changed) const;
  /// @param zones    `count` GuardZone in device memory.
  /// @param results  As many GuardResult, at their initial values.
  void check_guards(CUdeviceptr zones, CUdeviceptr results, std::uint32_t count) const;
  /// Fills the shared memory of every multiprocessor with its poison, as well as launches can.
  void poison_shared() const;
  /// Reads `bytes` (a multiple of 16) from `from` on.
  void read_through(CUdeviceptr from, std::uint64_t bytes, CUdeviceptr sink) const;
  /// Spins on one multiprocessor for `cycles`; writes {clocks, nanoseconds} to two 64-bit cells.
  /// Fails, alone of these, with what an earlier kernel did wrong.
  [[nodiscard]] CUresult probe_clock(std::int64_t cycles, CUdeviceptr result) const;

 private:
  struct Shape {
    std::uint32_t blocks;
    std::uint32_t threads;
    std::uint32_t shared_bytes = 0;
  };
  template <class... Arguments>
  CUresult try_launch(CUfunction kernel, const Shape& shape, Arguments... arguments) const;
  template <class... Arguments>
  void launch(CUfunction kernel, const Shape& shape, Arguments... arguments) const;
  CUfunction find(const char* name) const;
  [[nodiscard]] Shape whole_gpu() const;

  const Gpu& gpu_;
  CUmodule module_ = nullptr;
  CUfunction fill_index_ = nullptr;
  CUfunction count_wrong_ = nullptr;
  CUfunction count_changed_ = nullptr;
  CUfunction check_guards_ = nullptr;
  CUfunction poison_shared_ = nullptr;
  CUfunction read_through_ = nullptr;
  CUfunction probe_clock_ = nullptr;
};

}  // namespace warpgrade::device::cuda
