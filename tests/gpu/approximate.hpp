// SPDX-License-Identifier: Apache-2.0
// How exact approximate instructions are (PTX ISA 9.7.3, 9.7.4).
#pragma once

#include "tests/emulator/simt/forms.hpp"

#include <cstdint>

namespace warpgrade::gpu {

/// Whether the manual gives an error instead of a result.
bool is_approximate(const simt::FormCase& form);

/// Whether two results of the form for the first input `input` may both be right: equal, or of an
/// approximate form within twice its error of each other (once for each side). NaNs are equal.
bool agrees(const simt::FormCase& form, std::uint64_t input, std::uint64_t a, std::uint64_t b);

}  // namespace warpgrade::gpu
