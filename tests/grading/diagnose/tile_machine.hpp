// SPDX-License-Identifier: Apache-2.0
// A tiled transpose in plain C++, block by block, that tests put mistakes into. Accesses outside
// the buffers are refused as on the emulated device.
#pragma once

#include "harness/grading/diagnose/diagnosis.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace warpgrade::diagnose {

/// A block's view of the two matrices and of its tile.
class Machine {
 public:
  Machine(Extent input, std::int64_t tile);

  [[nodiscard]] std::int64_t rows() const { return input_.rows; }
  [[nodiscard]] std::int64_t cols() const { return input_.cols; }
  [[nodiscard]] std::int64_t edge() const { return tile_; }

  [[nodiscard]] std::uint32_t read(std::int64_t index) const;
  void write(std::int64_t index, std::uint32_t bits);
  std::uint32_t& tile(std::int64_t y, std::int64_t x);

  void start_block();
  [[nodiscard]] const std::vector<std::uint32_t>& output() const { return output_; }

 private:
  Extent input_;
  std::int64_t tile_;
  std::vector<std::uint32_t> values_;
  std::vector<std::uint32_t> output_;
  std::vector<std::uint32_t> cells_;
};

/// blockIdx.x, blockIdx.y and a cell of the tile: (tx, ty) is threadIdx.x and threadIdx.y + j.
struct Thread {
  std::int64_t bx;
  std::int64_t by;
  std::int64_t tx;
  std::int64_t ty;
};

using Phase = std::function<void(Machine&, const Thread&)>;

/// Both phases are right unless told otherwise, as is the grid.
struct Mistake {
  std::int64_t tile = 32;
  Phase load;
  Phase store;
  std::function<Dim3(Extent, std::int64_t tile)> grid;
  Dim3 block{32, 8, 1};
  bool launches_known = true;
};

/// A failing case and everything that its evidence borrows.
struct Outcome {
  Extent input;
  std::vector<WrongCell> cells;
  std::vector<std::uint32_t> expected;
  std::vector<Launch> launches;
  std::vector<Finding> findings;
  std::uint64_t unwritten = 0;

  [[nodiscard]] Evidence evidence(std::int64_t tile = 32) const;
};

/// Phases without a mistake.
void load_right(Machine& m, const Thread& t);
void store_right(Machine& m, const Thread& t);
Dim3 grid_right(Extent input, std::int64_t tile);

/// Runs it on one shape.
Outcome run(const Mistake& mistake, Extent input);

/// The outcome of an output given directly.
Outcome outcome_of(Extent input, const std::vector<std::uint32_t>& output);

/// The input that run() uses: distinct floats, row-major, 0, -0 and -1 among them from 64 cells on.
std::vector<std::uint32_t> input_values(Extent input);

}  // namespace warpgrade::diagnose
