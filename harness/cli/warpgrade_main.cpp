// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/app.hpp"

int main(int argc, char** argv) { return warpgrade::cli::run_app(argc, argv); }
