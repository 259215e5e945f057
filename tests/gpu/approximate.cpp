// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/approximate.hpp"

#include "harness/emulator/simt/number.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <string_view>

namespace warpgrade::gpu {
namespace {

using simt::FormCase;

struct Error {
  std::string_view form;  ///< What its name starts with.
  double relative;
  double absolute;
  double largest_input = 0;  ///< Beyond it the manual promises nothing; 0: everywhere.
};

// The first that fits. Subnormal results may be flushed: hence the small absolute errors.
constexpr double kTiny = 0x1p-126;
constexpr std::array kErrors{
    Error{"ex2.approx.ftz.bf16", 0x1p-7, kTiny}, Error{"ex2.approx.f16", 0x1p-9, 0x1p-24},
    Error{"ex2.approx", 0x1p-22, kTiny},         Error{"tanh.approx.f32", 0x1p-11, kTiny},
    Error{"tanh.approx.f16", 0, 0x1p-10},        Error{"tanh.approx.bf16", 0, 0x1p-7},
    Error{"sin.approx", 0, 0x1p-20, 6.28},       Error{"cos.approx", 0, 0x1p-20, 6.28},
    Error{"lg2.approx", 0x1p-22, 0x1p-22},       Error{"rcp.approx.ftz.f64", 0x1p-19, 0},
    Error{"rcp.approx", 0x1p-23, kTiny},         Error{"rsqrt.approx.ftz.f64", 0x1p-19, 0},
    Error{"rsqrt.approx.f64", 0x1p-19, 0},       Error{"rsqrt.approx", 0x1p-22, kTiny},
    Error{"sqrt.approx", 0x1p-22, kTiny},        Error{"div.approx", 0x1p-22, kTiny},
    Error{"div.full", 0x1p-22, kTiny},
};

const Error* error_of(const FormCase& form) {
  const auto* const found = std::ranges::find_if(
      kErrors, [&](const Error& e) { return std::string_view{form.form}.starts_with(e.form); });
  return found == kErrors.end() ? nullptr : found;
}

bool has(const FormCase& form, std::string_view word) {
  return std::string_view{form.form}.find(word) != std::string_view::npos;
}

/// The value of a register of that kind; one half of a pair.
double value(const FormCase& form, char kind, std::uint64_t bits) {
  if (kind == 'g') return std::bit_cast<double>(bits);
  if (kind == 'f') return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  const auto half = static_cast<std::uint16_t>(bits);
  return has(form, "bf16") ? simt::from_bfloat(half) : simt::from_half(half);
}

bool near(const Error& error, double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  if (std::isinf(a) || std::isinf(b)) return a == b;
  return std::fabs(a - b) <= 2 * std::max(error.absolute, error.relative * std::fabs(a));
}

/// fns counts |offset| bits from a base up to 31: a base beyond it is undefined, and the lowest
/// offset has no magnitude in 32 bits (PTX ISA 9.7.1.16).
bool is_promised(const FormCase& form, std::span<const std::uint64_t> inputs) {
  if (!has(form, "fns")) return true;
  constexpr std::uint32_t lowest = 0x80000000;
  return static_cast<std::uint32_t>(inputs[1]) < 32 &&
         static_cast<std::uint32_t>(inputs[2]) != lowest;
}

}  // namespace

bool is_approximate(const FormCase& form) { return error_of(form) != nullptr; }

bool agrees(const FormCase& form, std::span<const std::uint64_t> inputs, std::uint64_t a,
            std::uint64_t b) {
  if (a == b || !is_promised(form, inputs)) return true;
  const Error* const error = error_of(form);
  if (error == nullptr) return false;
  const char to = form.registers[0];
  const double from = value(form, form.registers[1], inputs[0]);
  if (error->largest_input > 0 && !(std::fabs(from) <= error->largest_input)) return true;
  const bool low = near(*error, value(form, to, a), value(form, to, b));
  const bool pair = has(form, "16x2");
  return low && (!pair || near(*error, value(form, to, a >> 16), value(form, to, b >> 16)));
}

}  // namespace warpgrade::gpu
