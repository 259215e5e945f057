// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/grading/diagnose/tile_machine.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

namespace warpgrade::diagnose {

inline constexpr Extent kSmall{31, 33};
inline constexpr Extent kBig{611, 613};
inline constexpr Extent kBigTall{613, 611};
inline constexpr Extent kMedium{227, 229};  // As many tiles one way as the other, like kBig.
inline constexpr Extent kWide{70, 165};
inline constexpr Extent kTall{165, 70};

/// Shapes on which nearly every mistake shows.
std::vector<Extent> all_shapes();

/// A mistake and what diagnosis must make of it.
struct Row {
  std::string name;
  Mistake mistake;
  std::vector<Extent> inputs;
  Pattern pattern = Pattern::none;
  std::string says;  ///< A part of the sentence.
};
void PrintTo(const Row& row, std::ostream* out);
std::string row_name(const testing::TestParamInfo<Row>& info);

/// The one test of all tables, in mistakes_test.cpp.
class Mistakes : public testing::TestWithParam<Row> {};

Mistake with_load(Phase load, std::int64_t tile = 32);
Mistake with_store(Phase store, std::int64_t tile = 32);
Mistake with_grid(std::function<Dim3(Extent, std::int64_t)> grid);
Dim3 grid_swapped(Extent input, std::int64_t tile);

/// Phases with a mistake in them; each is one line of a learner's kernel, changed.
Phase load_where(std::function<bool(const Machine&, std::int64_t row, std::int64_t col)> guard);
Phase store_where(std::function<bool(const Machine&, std::int64_t row, std::int64_t col)> guard);

/// Loads in[row * pitch + col], stores out[row * pitch + col].
Phase load_pitch(std::function<std::int64_t(const Machine&)> pitch);
Phase store_pitch(std::function<std::int64_t(const Machine&)> pitch);

/// Only cells of the tile with `keep` take part.
Phase only_if(Phase phase, std::function<bool(const Machine&, const Thread&)> keep);

}  // namespace warpgrade::diagnose
