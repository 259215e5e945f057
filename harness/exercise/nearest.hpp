// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpgrade::exercise {

/// `names`, those first that take the fewest single-character edits (swapped neighbours count as
/// one) to become `word`; equally near ones alphabetically.
std::vector<std::string> nearest_first(std::string_view word, std::vector<std::string> names);

}  // namespace warpgrade::exercise
