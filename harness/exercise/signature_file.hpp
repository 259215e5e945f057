// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/core/signature.hpp"
#include "harness/exercise/toml_file.hpp"

#include <array>
#include <string_view>

namespace warpgrade::exercise {

/// The keys of an exercise file that read_signature() reads.
inline constexpr std::array<std::string_view, 4> kSignatureKeys{"output", "sizes", "copy",
                                                                "parameter"};

/// What solve() takes, from the [[parameter]] tables of an exercise file; without any, that of a
/// transpose. @throws ExerciseError
Signature read_signature(const Section& top);

}  // namespace warpgrade::exercise
