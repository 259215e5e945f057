// SPDX-License-Identifier: Apache-2.0
// The learner's source, where the device can see it.
#pragma once

#include <string>

namespace warpgrade::device::emulated {

/// The text of a regular file of at most 1 MiB; empty for all else, missing files too. The name may
/// come from untrusted PTX: the text must not be shown.
std::string source_text(const std::string& file);

}  // namespace warpgrade::device::emulated
