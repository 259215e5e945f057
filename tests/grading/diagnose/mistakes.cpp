// SPDX-License-Identifier: Apache-2.0
#include "tests/grading/diagnose/mistakes.hpp"

#include <ostream>
#include <utility>

namespace warpgrade::diagnose {

std::vector<Extent> all_shapes() { return {kMedium, kWide, kTall}; }

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

std::string row_name(const testing::TestParamInfo<Row>& info) { return info.param.name; }

Mistake with_load(Phase load, std::int64_t tile) { return {tile, std::move(load), {}, {}}; }
Mistake with_store(Phase store, std::int64_t tile) { return {tile, {}, std::move(store), {}}; }
Mistake with_grid(std::function<Dim3(Extent, std::int64_t)> grid) {
  return {32, {}, {}, std::move(grid)};
}

Dim3 grid_swapped(Extent input, std::int64_t tile) {
  const auto g = grid_right(input, tile);
  return {g.y, g.x, 1};
}

Phase load_where(std::function<bool(const Machine&, std::int64_t, std::int64_t)> guard) {
  return [guard = std::move(guard)](Machine& m, const Thread& t) {
    const auto row = t.by * m.edge() + t.ty;
    const auto col = t.bx * m.edge() + t.tx;
    if (guard(m, row, col)) m.tile(t.ty, t.tx) = m.read(row * m.cols() + col);
  };
}

Phase store_where(std::function<bool(const Machine&, std::int64_t, std::int64_t)> guard) {
  return [guard = std::move(guard)](Machine& m, const Thread& t) {
    const auto row = t.bx * m.edge() + t.ty;
    const auto col = t.by * m.edge() + t.tx;
    if (guard(m, row, col)) m.write(row * m.rows() + col, m.tile(t.tx, t.ty));
  };
}

Phase load_pitch(std::function<std::int64_t(const Machine&)> pitch) {
  return [pitch = std::move(pitch)](Machine& m, const Thread& t) {
    const auto row = t.by * m.edge() + t.ty;
    const auto col = t.bx * m.edge() + t.tx;
    if (row < m.rows() && col < m.cols()) m.tile(t.ty, t.tx) = m.read(row * pitch(m) + col);
  };
}

Phase store_pitch(std::function<std::int64_t(const Machine&)> pitch) {
  return [pitch = std::move(pitch)](Machine& m, const Thread& t) {
    const auto row = t.bx * m.edge() + t.ty;
    const auto col = t.by * m.edge() + t.tx;
    if (row < m.cols() && col < m.rows()) m.write(row * pitch(m) + col, m.tile(t.tx, t.ty));
  };
}

Phase only_if(Phase phase, std::function<bool(const Machine&, const Thread&)> keep) {
  return [phase = std::move(phase), keep = std::move(keep)](Machine& m, const Thread& t) {
    if (keep(m, t)) phase(m, t);
  };
}

}  // namespace warpgrade::diagnose
