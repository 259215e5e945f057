// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/diagnose/values.hpp"

#include "harness/core/poison.hpp"
#include "harness/grading/diagnose/slots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace warpgrade::diagnose {
namespace {

struct Kind {
  const char* name;
  bool (*is_one)(float value);
};

// Narrow kinds first.
constexpr std::array kKinds{
    Kind{"-0", [](float v) { return v == 0 && std::signbit(v); }},
    Kind{"0", [](float v) { return v == 0; }},
    Kind{"-1", [](float v) { return v == -1; }},
    Kind{"a negative number", [](float v) { return v < 0; }},
    Kind{"a number that is not positive", [](float v) { return v <= 0; }},
    Kind{"a positive number", [](float v) { return v > 0; }},
};

float as_float(std::uint64_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
}

/// `v` rounded to `bits` significant bits, ties to even.
float rounded_to_bits(float v, int bits) {
  int exponent = 0;
  const float fraction = std::frexp(v, &exponent);
  return std::ldexp(std::nearbyint(std::ldexp(fraction, bits)), exponent - bits);
}

struct Narrow {
  const char* name;
  float (*round)(float value);
};
constexpr std::array kNarrow{
    Narrow{"half precision", [](float v) { return rounded_to_bits(v, 11); }},
    Narrow{"bfloat16", [](float v) { return rounded_to_bits(v, 8); }},
    Narrow{"a whole number", [](float v) { return std::trunc(v); }},
};

// Half precision's own error bound: what is nearer than that is its own value rounded somehow.
constexpr float kNear = 1.0F / 1024;

bool is_near(const WrongCell& cell) {
  const auto expected = as_float(cell.expected);
  return std::abs(as_float(cell.got) - expected) <= kNear * std::abs(expected);
}

}  // namespace

const char* common_value(const Evidence& e) {
  if (e.expected.empty()) return nullptr;
  for (const auto& kind : kKinds) {
    const auto is_one = [&](std::uint64_t bits) { return kind.is_one(as_float(bits)); };
    if (!std::ranges::all_of(e.cells, is_one, &WrongCell::expected)) continue;
    const auto count = static_cast<std::uint64_t>(std::ranges::count_if(e.expected, is_one));
    if (count == e.wrong) return kind.name;
  }
  return nullptr;
}

std::string one_value(const Evidence& e) {
  const auto bits = e.cells.front().got;
  if (bits == kOutputPoison || bits == kSharedPoison || bits == kRefusedLoad) return "";
  if (e.cells.front().holds == Holds::input && tells_its_source(e.cells.front())) return "";
  const auto same = [&](const WrongCell& cell) { return cell.got == bits; };
  return std::ranges::all_of(e.cells, same) ? fmt::format("{}", as_float(bits)) : "";
}

const char* rounded_to(const Evidence& e) {
  for (const auto& narrow : kNarrow) {
    const auto is_rounded = [&](const WrongCell& cell) {
      return as_float(cell.got) == narrow.round(as_float(cell.expected));
    };
    if (std::ranges::all_of(e.cells, is_rounded)) return narrow.name;
  }
  return std::ranges::all_of(e.cells, is_near) ? "a narrower type" : nullptr;
}

}  // namespace warpgrade::diagnose
