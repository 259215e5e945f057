// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace warpgrade::cli {

/// The arguments of `warpgrade grade`, as given.
struct GradeOptions {
  std::string file;
  std::string exercise;         ///< Empty: by the file's name.
  std::string device = "auto";  ///< auto or emulated; cuda is refused.
  std::string card = "t4";      ///< A name or a file.
  std::string format = "text";
  std::string output;     ///< Empty: stdout.
  std::string only_case;  ///< "31x33", or empty.
  unsigned threads = 0;   ///< CPU threads of the emulated device; 0: all.
  bool exit_zero = false;
  bool require_claims = false;
  bool no_color = false;
};

}  // namespace warpgrade::cli
