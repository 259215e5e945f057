// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/diagnose/picture.hpp"

#include "harness/grading/diagnose/cells.hpp"

namespace warpgrade::diagnose {
namespace {

/// One axis of the output cut into at most `most` equal parts of whole tiles.
struct Cut {
  Cut(std::int64_t axis_length, std::int64_t tile, std::int64_t most)
      : length{axis_length},
        step{tile * tiles_along(tiles_along(axis_length, tile), most)},
        parts{tiles_along(axis_length, step)} {}

  [[nodiscard]] std::int64_t size(std::int64_t part) const {
    return std::min(step, length - part * step);
  }

  std::int64_t length;
  std::int64_t step;  ///< Cells a part; the last one may be shorter.
  std::int64_t parts;
};

}  // namespace

std::vector<std::string> draw_picture(const Evidence& evidence) {
  const Cut rows{evidence.input.cols, evidence.tile, kPictureRows};
  const Cut cols{evidence.input.rows, evidence.tile, kPictureCols};
  const auto width = static_cast<std::size_t>(cols.parts);
  std::vector<std::string> picture(static_cast<std::size_t>(rows.parts), std::string(width, '.'));
  std::vector<std::int64_t> unwritten(picture.size() * width);
  for (const auto& cell : evidence.cells) {
    const auto r = static_cast<std::size_t>(cell.row / rows.step);
    const auto c = static_cast<std::size_t>(cell.col / cols.step);
    picture[r][c] = '#';
    if (is_unwritten(cell)) ++unwritten[r * width + c];
  }
  for (std::size_t i = 0; i < unwritten.size(); ++i) {
    const auto r = i / width;
    const auto c = i % width;
    const auto cells =
        rows.size(static_cast<std::int64_t>(r)) * cols.size(static_cast<std::int64_t>(c));
    if (unwritten[i] == cells) picture[r][c] = 'o';
  }
  return picture;
}

}  // namespace warpgrade::diagnose
