// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/observe/sightings.hpp"

namespace warpgrade::observe {
namespace {

const ptx::Location& location(const Spot& spot) {
  return spot.function->instructions[spot.pc].where;
}

}  // namespace

bool stands_before(const Spot& a, const Spot& b) {
  const ptx::Location& one = location(a);
  const ptx::Location& other = location(b);
  const std::uint32_t line = fault_line_number(one);
  const std::uint32_t other_line = fault_line_number(other);
  if (one.file == other.file && line != other_line) return line < other_line;
  return a < b;
}

bool same_line(const Spot& a, const Spot& b) {
  const ptx::Location& one = location(a);
  const ptx::Location& other = location(b);
  return one.file == other.file && fault_line_number(one) == fault_line_number(other);
}

}  // namespace warpgrade::observe
