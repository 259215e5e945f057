// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace warpgrade::cli {

/// The arguments of `warpgrade grade`, as given.
struct GradeOptions {
  std::string file;
  std::string exercise;         ///< Empty: by the file's name.
  std::string device = "auto";  ///< auto, emulated or cuda.
  std::string card;             ///< A name or a file; empty: the GPU's own, else the T4.
  std::string format = "text";
  std::string output;               ///< Empty: stdout.
  std::string only_case;            ///< "31x33", or empty.
  std::string checks = "default";   ///< default or all: every check and counter on every case.
  std::uint32_t schedule_seed = 0;  ///< 0: warps in order; others: another legal order.
  unsigned threads = 0;             ///< CPU threads of the emulated device; 0: all.
  bool verdict_only = false;        ///< Not asked for by a flag: the outcome alone, at once.
  bool exit_zero = false;
  bool require_claims = false;
  bool no_color = false;
  bool no_history = false;  ///< Neither read nor add to what the learner has reached.
};

}  // namespace warpgrade::cli
