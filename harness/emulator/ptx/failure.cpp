// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/ptx/failure.hpp"

namespace warpgrade::ptx {
namespace {

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

}  // namespace

std::string printable(std::string_view text, std::size_t limit) {
  std::string line;
  bool gap = false;
  for (const char c : text) {
    if (is_space(c)) {
      gap = !line.empty();
      continue;
    }
    if (line.size() + (gap ? 1 : 0) >= limit) return line + "...";
    if (gap) line += ' ';
    gap = false;
    line += c > ' ' && c <= '~' ? c : '?';
  }
  return line;
}

}  // namespace warpgrade::ptx
