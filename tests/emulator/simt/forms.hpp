// SPDX-License-Identifier: Apache-2.0
// Instruction forms with inputs and the result they must give. A case is one row.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace warpgrade::simt {

/// `registers` names the operands' kinds, destination first: h, r, d (16, 32, 64 bits), f, g (f32,
/// f64), p. Inputs and the expected result are bit patterns; of a predicate 0 or 1.
struct FormCase {
  const char* form;
  const char* registers;
  std::vector<std::uint64_t> inputs;
  std::uint64_t expected;
  const char* suffix = "";  ///< Further operands, e.g. ", 0xe8".
};

std::vector<FormCase> integer_cases();
std::vector<FormCase> bit_cases();
std::vector<FormCase> float_cases();
std::vector<FormCase> compare_cases();
std::vector<FormCase> convert_cases();
std::vector<FormCase> half_cases();
std::vector<FormCase> bfloat_cases();
std::vector<FormCase> all_cases();

/// How a form is reached: by all lanes, by the odd lanes of a divided warp, under a guard that odd
/// lanes pass, or by all lanes of many CTAs, each with inputs of its own, kInputBytes apart.
enum class Reach { all, divided, guarded, own_inputs };

inline constexpr std::uint32_t kInputBytes = 40;

/// PTX of a kernel `k(in, out)`: each thread executes the form on the inputs (8 bytes each at `in`)
/// and stores the destination, 8 bytes, at out + 8 * thread. Where it did not execute, kUntouched's
/// low bits remain.
std::string ptx_of(const FormCase& form, Reach reach);

inline constexpr std::uint64_t kUntouched = 0x5a5a5a5a5a5a5a5a;

/// What is left of kUntouched in a destination of that kind.
std::uint64_t untouched(char kind);

}  // namespace warpgrade::simt
