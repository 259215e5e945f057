// SPDX-License-Identifier: Apache-2.0
// What both fuzzers are made of: libFuzzer's entry points around a unit and the mutator. Included
// once, by the file of a fuzzer.
#pragma once

#include "tests/fuzz/mutate.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace warpgrade::fuzz {

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// Ends the process where a unit reports a problem: libFuzzer then keeps the input.
inline int judge(const std::string& problem) {
  if (problem.empty()) return 0;
  std::fprintf(stderr, "PROBLEM: %s\n", problem.c_str());
  std::abort();
}

/// `text` into libFuzzer's buffer; cut where it does not fit.
inline std::size_t store(const std::string& text, std::uint8_t* data, std::size_t most) {
  const auto size = std::min(text.size(), most);
  std::memcpy(data, text.data(), size);
  return size;
}

/// Mutates as PTX, or once in `blind_once_in` as mere bytes.
inline std::size_t mutate_in_place(std::uint8_t* data, std::size_t size, std::size_t most,
                                   unsigned seed, unsigned blind_once_in) {
  Random random(seed + 1);
  if (once_in(blind_once_in, random)) return LLVMFuzzerMutate(data, size, most);
  return store(mutate(text_of(data, size), random), data, most);
}

inline std::size_t cross_over(std::string_view a, std::string_view b, std::uint8_t* out,
                              std::size_t most, unsigned seed) {
  Random random(seed + 1);
  return store(splice(a, b, random), out, most);
}

}  // namespace warpgrade::fuzz
