// SPDX-License-Identifier: Apache-2.0
// The fill `index` as a formula, for the host and for device code: one bijection from linear
// indices to normal floats. Low 23 bits of the index: mixed into the significand. The other 8 bits:
// the class, a sign and one of 128 exponents, rotated by the significand so that small cases hold
// both signs and eight exponents too. Indices from 2^31 on, which only giant cases have, use the
// exponents that are left.
#pragma once

#include <cstdint>
#include <optional>

namespace warpgrade {

/// One input as a function of the cell. A plain value: kernels take it as a parameter.
/// Device code may call bits(), which is made of integer arithmetic alone.
class IndexFill {
 public:
  /// Beyond so many the values would repeat.
  static constexpr std::int64_t kMostCells = (std::int64_t{1} << 31) + (std::int64_t{1} << 27);

  /// @param cells  Elements of the input, 1 to kMostCells.
  constexpr IndexFill(std::int64_t cells, std::uint64_t seed) : cells_{cells}, key_{key_of(seed)} {
    // -1 changes places with the value at kMinusOneAt, so that it is there once.
    minus_one_home_ = index_of(kMinusOne).value_or(kMinusOneAt);
  }

  [[nodiscard]] constexpr std::int64_t cells() const { return cells_; }

  /// The float bits of the cell at linear index `index`.
  [[nodiscard]] constexpr std::uint32_t bits(std::int64_t index) const {
    if (cells_ < kFewestForSpecials) return pattern_at(index);
    if (index == kZeroAt) return 0;
    if (index == kMinusZeroAt) return kSignBit;
    return pattern_at(exchanged(index));
  }

  /// The linear index of the cell that holds `wanted`; nothing if none does.
  [[nodiscard]] constexpr std::optional<std::int64_t> find(std::uint32_t wanted) const {
    auto index = index_of(wanted);
    if (cells_ >= kFewestForSpecials) {
      if (index) index = exchanged(*index);
      if (wanted == 0) index = kZeroAt;
      if (wanted == kSignBit) index = kMinusZeroAt;
    }
    if (!index || *index >= cells_ || bits(*index) != wanted) return std::nullopt;
    return index;
  }

 private:
  static constexpr int kSignificandBits = 23;
  static constexpr std::uint32_t kSignificandMask = (1U << kSignificandBits) - 1;
  static constexpr std::uint32_t kSignBit = 0x80000000;
  static constexpr std::uint32_t kMinusOne = 0xbf800000;

  // Class c: its lowest bit is the sign, the other seven count exponents up from 2^-3 and wrap to
  // 2^-67 .. 2^-4. The first eight, all that inputs below 2^27 elements use, stay within the range
  // of half precision.
  static constexpr std::uint32_t kClassMask = 0xff;
  static constexpr std::uint32_t kRotatedMask = 0xf;  // Classes that the significand chooses among.
  static constexpr std::uint32_t kFirstExponent = 124;
  static constexpr std::uint32_t kLowestExponent = 60;

  static constexpr int kIndexBits = 31;
  static constexpr std::uint32_t kBeyond = 64;  // Added to the exponent of indices beyond those.

  static constexpr std::uint32_t kFactor = 0x2c1b3d;  // Odd: it has an inverse modulo 2^23.
  static constexpr int kShift = 12;  // At least half of 23: x ^= x >> 12 undoes itself.

  static constexpr std::int64_t kZeroAt = 11;
  static constexpr std::int64_t kMinusZeroAt = 29;
  static constexpr std::int64_t kMinusOneAt = 53;
  static constexpr std::int64_t kFewestForSpecials = 64;

  /// What the seed changes: `low` is added to the index's low bits, `turn` to the class.
  struct Key {
    std::uint32_t low;
    std::uint32_t turn;
  };

  /// Spreads the seed over the key (the finaliser of SplitMix64, a public-domain mixer).
  static constexpr Key key_of(std::uint64_t seed) {
    std::uint64_t x = seed + 0x9e3779b97f4a7c15;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    x ^= x >> 31;
    return {static_cast<std::uint32_t>(x) & kSignificandMask,
            static_cast<std::uint32_t>(x >> 32) & kRotatedMask};
  }

  /// The factor's inverse modulo 2^32 by Newton's iteration; each round doubles the right low bits.
  static constexpr std::uint32_t inverse(std::uint32_t odd) {
    std::uint32_t x = odd;
    for (int round = 0; round < 5; ++round) x *= 2 - odd * x;
    return x;
  }

  static constexpr std::uint32_t fold(std::uint32_t x) { return x ^ (x >> kShift); }

  [[nodiscard]] constexpr std::uint32_t rotation(std::uint32_t significand) const {
    return (significand >> 3) + (significand >> 11) + key_.turn;
  }

  [[nodiscard]] constexpr std::uint32_t pattern_at(std::int64_t index) const {
    const auto i = static_cast<std::uint32_t>(index);
    const auto low = fold((i + key_.low) & kSignificandMask);
    const auto significand = fold(low * kFactor & kSignificandMask);
    const auto high = i >> kSignificandBits;
    const auto group = high & kClassMask & ~kRotatedMask;
    const auto chosen = group | ((high + rotation(significand)) & kRotatedMask);
    const auto exponent = kLowestExponent +
                          (((chosen >> 1) + kFirstExponent - kLowestExponent) & (kClassMask >> 1)) +
                          (i >> kIndexBits) * kBeyond;
    return (chosen & 1 ? kSignBit : 0) | exponent << kSignificandBits | significand;
  }

  /// The index that pattern_at() maps to `bits`; nothing if none does.
  [[nodiscard]] constexpr std::optional<std::int64_t> index_of(std::uint32_t bits) const {
    const auto significand = bits & kSignificandMask;
    const auto low = fold(fold(significand) * inverse(kFactor) & kSignificandMask);
    const auto exponent = bits << 1 >> (kSignificandBits + 1);
    const bool beyond = exponent > kLowestExponent + (kClassMask >> 1);
    const auto step = (exponent - (beyond ? kBeyond : 0) - kFirstExponent) & (kClassMask >> 1);
    const auto chosen = step << 1 | bits >> 31;
    const auto group = chosen & ~kRotatedMask;
    const auto high = group | ((chosen - rotation(significand)) & kRotatedMask);
    const auto index =
        static_cast<std::int64_t>(std::uint32_t{beyond} << kIndexBits | high << kSignificandBits |
                                  ((low - key_.low) & kSignificandMask));
    if (pattern_at(index) != bits) return std::nullopt;  // An exponent outside the 128.
    return index;
  }

  [[nodiscard]] constexpr std::int64_t exchanged(std::int64_t index) const {
    if (index == kMinusOneAt) return minus_one_home_;
    if (index == minus_one_home_) return kMinusOneAt;
    return index;
  }

  std::int64_t cells_;
  Key key_;
  std::int64_t minus_one_home_ = kMinusOneAt;
};

}  // namespace warpgrade
