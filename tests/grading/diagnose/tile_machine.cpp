// SPDX-License-Identifier: Apache-2.0
#include "tests/grading/diagnose/tile_machine.hpp"

#include "harness/core/poison.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace warpgrade::diagnose {
namespace {

constexpr std::uint32_t kFirstValue = 0x3f812345;  // A little above 1; odd last digits.
constexpr std::uint32_t kStep = 7;
constexpr std::uint32_t kSign = 0x80000000;

constexpr std::size_t kFewestForSpecials = 64;
constexpr std::array<std::pair<std::size_t, std::uint32_t>, 3> kSpecials{
    {{11, 0x00000000}, {29, 0x80000000}, {53, 0xbf800000}}};  // 0, -0 and -1.

std::uint32_t value_at(std::size_t index, std::size_t size) {
  for (const auto& [at, bits] : kSpecials) {
    if (size >= kFewestForSpecials && index == at) return bits;
  }
  const auto magnitude = kFirstValue + static_cast<std::uint32_t>(index) * kStep;
  return index % 3 == 0 ? magnitude | kSign : magnitude;
}

std::optional<std::int64_t> find_value(std::uint32_t bits, std::size_t size) {
  auto index = static_cast<std::size_t>(((bits & ~kSign) - kFirstValue) / kStep);
  for (const auto& [at, special] : kSpecials) {
    if (bits == special) index = at;
  }
  if (index >= size || value_at(index, size) != bits) return std::nullopt;
  return static_cast<std::int64_t>(index);
}

void run_blocks(const Mistake& mistake, const Dim3& grid, Machine& machine) {
  const auto each_thread = [&](std::int64_t bx, std::int64_t by, const Phase& phase) {
    for (std::int64_t ty = 0; ty < mistake.tile; ++ty) {
      for (std::int64_t tx = 0; tx < mistake.tile; ++tx) phase(machine, {bx, by, tx, ty});
    }
  };
  for (std::int64_t by = 0; by < grid.y; ++by) {
    for (std::int64_t bx = 0; bx < grid.x; ++bx) {
      machine.start_block();
      each_thread(bx, by, mistake.load ? mistake.load : load_right);
      each_thread(bx, by, mistake.store ? mistake.store : store_right);
    }
  }
}

WrongCell cell_of(Extent input, std::size_t at, std::uint32_t expected, std::uint32_t got) {
  const auto i = static_cast<std::int64_t>(at);
  WrongCell cell{i / input.rows, i % input.rows, expected, got, Holds::other, -1, -1};
  if (got == kOutputPoison) {
    cell.holds = Holds::unwritten;
  } else if (got == kSharedPoison) {
    cell.holds = Holds::unset;
  } else if (const auto from = find_value(got, static_cast<std::size_t>(input.rows * input.cols))) {
    cell.holds = Holds::input;
    cell.from_row = *from / input.cols;
    cell.from_col = *from % input.cols;
  }
  return cell;
}

}  // namespace

Machine::Machine(Extent input, std::int64_t tile)
    : input_{input},
      tile_{tile},
      values_{input_values(input)},
      output_(values_.size(), kOutputPoison),
      cells_(static_cast<std::size_t>(tile * tile), kSharedPoison) {}

std::uint32_t Machine::read(std::int64_t index) const {
  if (index < 0 || index >= std::ssize(values_)) return kRefusedLoad;
  return values_[static_cast<std::size_t>(index)];
}

void Machine::write(std::int64_t index, std::uint32_t bits) {
  if (index >= 0 && index < std::ssize(output_)) output_[static_cast<std::size_t>(index)] = bits;
}

std::uint32_t& Machine::tile(std::int64_t y, std::int64_t x) {
  return cells_[static_cast<std::size_t>(y * tile_ + x)];
}

void Machine::start_block() { std::ranges::fill(cells_, kSharedPoison); }

Evidence Outcome::evidence(std::int64_t tile) const {
  Evidence e;
  e.input = input;
  e.tile = tile;
  e.wrong = cells.size();
  e.unwritten = unwritten;
  e.cells = cells;
  e.expected = expected;
  e.findings = findings;
  e.launches = launches;
  return e;
}

void load_right(Machine& m, const Thread& t) {
  const auto row = t.by * m.edge() + t.ty;
  const auto col = t.bx * m.edge() + t.tx;
  if (row < m.rows() && col < m.cols()) m.tile(t.ty, t.tx) = m.read(row * m.cols() + col);
}

void store_right(Machine& m, const Thread& t) {
  const auto row = t.bx * m.edge() + t.ty;
  const auto col = t.by * m.edge() + t.tx;
  if (row < m.cols() && col < m.rows()) m.write(row * m.rows() + col, m.tile(t.tx, t.ty));
}

Dim3 grid_right(Extent input, std::int64_t tile) {
  return {static_cast<std::uint32_t>((input.cols + tile - 1) / tile),
          static_cast<std::uint32_t>((input.rows + tile - 1) / tile), 1};
}

std::vector<std::uint32_t> input_values(Extent input) {
  std::vector<std::uint32_t> values(static_cast<std::size_t>(input.rows * input.cols));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = value_at(i, values.size());
  return values;
}

Outcome outcome_of(Extent input, const std::vector<std::uint32_t>& output) {
  const auto values = input_values(input);
  Outcome outcome;
  outcome.input = input;
  for (std::int64_t r = 0; r < input.cols; ++r) {
    for (std::int64_t c = 0; c < input.rows; ++c) {
      outcome.expected.push_back(values[static_cast<std::size_t>(c * input.cols + r)]);
    }
  }
  for (std::size_t i = 0; i < output.size(); ++i) {
    if (output[i] == outcome.expected[i]) continue;
    outcome.cells.push_back(cell_of(input, i, outcome.expected[i], output[i]));
    if (outcome.cells.back().holds == Holds::unwritten) ++outcome.unwritten;
  }
  return outcome;
}

Outcome run(const Mistake& mistake, Extent input) {
  Machine machine{input, mistake.tile};
  const auto grid = (mistake.grid ? mistake.grid : grid_right)(input, mistake.tile);
  run_blocks(mistake, grid, machine);
  auto outcome = outcome_of(input, machine.output());
  if (mistake.launches_known) {
    const auto bytes = static_cast<std::uint64_t>(mistake.tile * mistake.tile) * sizeof(float);
    outcome.launches.push_back({"kernel", grid, mistake.block, bytes, 0, false});
  }
  return outcome;
}

}  // namespace warpgrade::diagnose
