// SPDX-License-Identifier: Apache-2.0
// libFuzzer on the PTX parser.
#include "tests/fuzz/fuzz_entry.hpp"
#include "tests/fuzz/units.hpp"

namespace fuzz = warpgrade::fuzz;

// NOLINTBEGIN(readability-identifier-naming): libFuzzer's names.

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return fuzz::judge(fuzz::parse_problem(fuzz::text_of(data, size)));
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  constexpr unsigned blind_once_in = 2;
  return fuzz::mutate_in_place(data, size, most, seed, blind_once_in);
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* a, std::size_t a_size,
                                                 const std::uint8_t* b, std::size_t b_size,
                                                 std::uint8_t* out, std::size_t most,
                                                 unsigned seed) {
  return fuzz::cross_over(fuzz::text_of(a, a_size), fuzz::text_of(b, b_size), out, most, seed);
}

// NOLINTEND(readability-identifier-naming)
