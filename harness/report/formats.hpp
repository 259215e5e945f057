// SPDX-License-Identifier: Apache-2.0
// The formats that a report can be written in. A new format is one file and one row in formats.cpp.
#pragma once

#include "harness/core/report.hpp"

#include <span>
#include <string>
#include <string_view>

namespace warpgrade::report {

/// How a report is laid out, where a format has a choice.
struct Style {
  bool colors = false;          ///< ANSI colours; only for terminals.
  std::size_t most_lines = 40;  ///< Of a text report: a screenful.
};

struct Format {
  std::string_view name;  ///< As on the command line.
  std::string_view what;  ///< One phrase for the help text.
  std::string (*write)(const Report& report, const Style& style);
};

/// All formats; the first is the default.
std::span<const Format> formats();

/// The format of that name, or null.
const Format* find_format(std::string_view name);

}  // namespace warpgrade::report
