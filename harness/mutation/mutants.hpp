// SPDX-License-Identifier: Apache-2.0
// Mutants: a program with one fault put into it, to see whether a ladder of cases finds it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpgrade::mutation {

struct Mutant {
  std::string id;    ///< "34: row < rows -> row <= rows", the line in front; unlike all others.
  int line = 0;      ///< Where the source was changed, from 1.
  std::string kind;  ///< "guard", "index", "grid", "barrier", "stride" or "tile size".
  std::string before;
  std::string after;
  std::string text;  ///< The whole source with the change.
};

/// Every single-fault edit of `source` by operators(), in the order of lines. The same text always
/// gives the same mutants, and no two mutants are the same program but for blanks. Whether one
/// compiles is not known.
std::vector<Mutant> make_mutants(std::string_view source);

}  // namespace warpgrade::mutation
