// SPDX-License-Identifier: Apache-2.0
#include "tests/emulator/simt/samples.hpp"

#include <bit>
#include <random>
#include <span>

namespace warpgrade::simt {
namespace {

// clang-format off
constexpr std::uint64_t kOf16[] = {0, 1, 0xffff, 0x8000, 0x7fff, 2, 7, 0x3c00, 0xbc00, 0x7c00, 0xfc00, 0x7e00, 0x7bff,
    0x0400, 0x3ff, 0x8001, 0x3555, 0x4248};
constexpr std::uint64_t kOf32[] = {0, 1, 0xffffffff, 0x80000000, 0x7fffffff, 2, 7, 31, 32, 33, 63, 64, 0xff, 0xfffffffe,
    0x10000, 0x100, 8, 16, 24, 40};
constexpr std::uint64_t kOf64[] = {0, 1, 0xffffffffffffffff, 0x8000000000000000, 0x7fffffffffffffff, 2, 7, 0xffffffff,
    0x100000000, 0xfffffffffffffffe};
constexpr std::uint64_t kOfFloat[] = {0, 0x80000000, 1, 0x80000001, 0x7fffff, 0x800000, 0x3f800000, 0xbf800000, 0x7f800000,
    0xff800000, 0x7fc00000, 0x7f800001, 0xffc12345, 0x7f7fffff, 0xff7fffff, 0x3f000000, 0x3fc00000, 0x40200000, 0xc0200000,
    0x4f000000, 0xcf000000, 0x4f800000, 0x5f000000, 0x5f800000, 0x3f800001, 0x33800000};
constexpr std::uint64_t kOfDouble[] = {0, 0x8000000000000000, 1, 0x3ff0000000000000, 0xbff0000000000000, 0x7ff0000000000000,
    0xfff0000000000000, 0x7ff8000000000000, 0x7ff0000000000001, 0xfff8123456789abc, 0x7fefffffffffffff, 0x3fe0000000000000,
    0x3ff8000000000000, 0x4004000000000000, 0xc004000000000000, 0x41e0000000000000, 0xc1e0000000000000, 0x43e0000000000000,
    0x43f0000000000000, 0x0010000000000000, 0x000fffffffffffff, 0x36a0000000000000, 0x380fffffffffffff};
// clang-format on

using Random = std::mt19937_64;

/// A random number of any magnitude from 2^-`steps` on.
double scaled(std::uint64_t bits, std::uint64_t shift) {
  return static_cast<double>(static_cast<std::int64_t>(bits)) /
         static_cast<double>(std::uint64_t{1} << shift);
}

std::uint64_t float_sample(std::uint64_t bits, std::uint64_t choice, Random& random) {
  if (choice <= 1) return std::span(kOfFloat)[bits % std::size(kOfFloat)];
  if (choice == 2) return bits & 0xffffffff;
  return std::bit_cast<std::uint32_t>(static_cast<float>(scaled(bits, 20 + random() % 44)));
}

std::uint64_t double_sample(std::uint64_t bits, std::uint64_t choice, Random& random) {
  if (choice <= 1) return std::span(kOfDouble)[bits % std::size(kOfDouble)];
  if (choice == 2) return bits;
  return std::bit_cast<std::uint64_t>(scaled(bits, 10 + random() % 54));
}

std::uint64_t integer_sample(std::span<const std::uint64_t> special, std::uint64_t bits,
                             std::uint64_t choice, std::uint64_t mask) {
  if (choice == 0) return special[bits % special.size()];
  return choice == 1 && mask > 0xffff ? bits & 0x3f : bits & mask;
}

std::uint64_t sample(char kind, Random& random) {
  const std::uint64_t bits = random();
  const std::uint64_t choice = random() % 4;
  switch (kind) {
    case 'p':
      return bits & 1;
    case 'h':
      return integer_sample(kOf16, bits, choice, 0xffff);
    case 'r':
      return integer_sample(kOf32, bits, choice, 0xffffffff);
    case 'd':
      return integer_sample(kOf64, bits, choice, ~std::uint64_t{0});
    case 'f':
      return float_sample(bits, choice, random);
    default:
      return double_sample(bits, choice, random);
  }
}

}  // namespace

std::vector<std::uint64_t> sample_inputs(std::string_view registers) {
  Random random(12345);  // NOLINT(cert-msc51-cpp): the same everywhere
  std::vector<std::uint64_t> values(kSamples * kInputsPerSample, 0);
  for (std::size_t i = 0; i < kSamples; ++i) {
    for (std::size_t k = 1; k < registers.size(); ++k) {
      values[i * kInputsPerSample + k - 1] = sample(registers[k], random);
    }
  }
  return values;
}

std::uint64_t hash_of(const std::vector<std::uint64_t>& values) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const std::uint64_t value : values) {
    for (unsigned byte = 0; byte < 8; ++byte) {
      hash = (hash ^ (value >> 8 * byte & 0xff)) * 0x100000001b3;
    }
  }
  return hash;
}

}  // namespace warpgrade::simt
