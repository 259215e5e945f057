// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace warpgrade::cli {

/// The whole program: parses, runs the command, and returns the exit code (docs/adr/0002).
int run_app(int argc, const char* const* argv);

}  // namespace warpgrade::cli
