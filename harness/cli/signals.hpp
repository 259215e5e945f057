// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace warpgrade::cli {

/// From here on SIGINT, SIGTERM and SIGHUP kill every process below this one, remove `scratch` and
/// end with exit code 128 + signal. SIGPIPE no longer kills: a write to a dead child is an error
/// like others. Call it before the first thread or child is started.
void end_cleanly_on_signals(const std::filesystem::path& scratch);

}  // namespace warpgrade::cli
