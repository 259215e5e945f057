// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/grading/diagnose/diagnosis.hpp"

#include <string>
#include <vector>

namespace warpgrade::diagnose {

inline constexpr std::int64_t kPictureRows = 20;
inline constexpr std::int64_t kPictureCols = 60;

/// The output as one character a tile of evidence.tile: `.` right, `#` wrong, `o` no cell of it was
/// written. Where there are more tiles than kPictureRows x kPictureCols, a character stands for
/// several, evenly. One string a row.
std::vector<std::string> draw_picture(const Evidence& evidence);

}  // namespace warpgrade::diagnose
