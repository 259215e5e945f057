// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace warpgrade::model {

/// The one of `known` (not empty) that takes the fewest changed, added or dropped letters to become
/// `word`; the first of equals.
std::string_view nearest_word(std::string_view word, std::span<const std::string_view> known);

}  // namespace warpgrade::model
