// SPDX-License-Identifier: Apache-2.0
// How exact approximate instructions are (PTX ISA 9.7.3, 9.7.4).
#pragma once

#include "tests/emulator/simt/forms.hpp"

#include <cstdint>
#include <span>

namespace warpgrade::gpu {

/// Whether the manual gives an error instead of a result.
bool is_approximate(const simt::FormCase& form);

/// Whether two results of the form for `inputs` may both be right: equal, or of an approximate form
/// within twice its error of each other (once for each side), or of inputs for which the manual
/// promises nothing. NaNs of approximate forms are equal.
bool agrees(const simt::FormCase& form, std::span<const std::uint64_t> inputs, std::uint64_t a,
            std::uint64_t b);

}  // namespace warpgrade::gpu
