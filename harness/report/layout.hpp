// SPDX-License-Identifier: Apache-2.0
// How the text report looks: rows with a label, numbers, wrapping, and fitting it all on a screen.
#pragma once

#include "harness/core/signature.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpgrade::report {

/// Some lines of the report that belong together.
struct Section {
  std::string name;                ///< For the line that says what was left out.
  std::vector<std::string> lines;  ///< Without newlines.
  std::size_t keep = 0;            ///< So many lines stay whatever happens.
  int importance = 0;              ///< Sections of the least importance are cut first.
};

/// Sections of at least this importance are never cut or left out.
inline constexpr int kAlwaysShown = 75;

/// Makes the sections fit in `most` lines with a blank line between them. First cuts sections down
/// to what they keep, the least important first, with a line that says how many lines are missing;
/// if that is not enough, leaves whole sections out and names them at the end.
void fit(std::vector<Section>& sections, std::size_t most);

/// The sections as text, empty ones left out, a blank line between them.
std::string join(const std::vector<Section>& sections);

/// "  label                   text": the text starts in the same column on every row.
std::string row(std::string_view label, std::string_view text);

/// `text` cut at blanks into lines of at most `width` bytes; a longer word stays whole.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

/// Adds such rows for a text that may be longer than a line; the label stands on the first.
void append(Section& section, std::string_view label, std::string_view text);

/// 188282 as "188 282".
std::string grouped(std::uint64_t value);

/// "228 us", "1.24 ms".
std::string seconds_text(double seconds);

/// A number given as bits, as short as it can be and still be that number; NaN and infinities with
/// their bits.
std::string value_text(std::uint64_t bits, ElementType type = ElementType::float32);

}  // namespace warpgrade::report
