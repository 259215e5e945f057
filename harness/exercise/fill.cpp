// SPDX-License-Identifier: Apache-2.0
// The fill `index` is one bijection from 31-bit linear indices to normal floats. Low 23 bits of the
// index: mixed into the significand. The other 8 bits: the class, a sign and one of 128 exponents,
// rotated by the significand so that small cases hold both signs and eight exponents too.
#include "harness/exercise/fill.hpp"

#include <array>
#include <cassert>

namespace warpgrade::exercise {
namespace {

constexpr int kSignificandBits = 23;
constexpr std::uint32_t kSignificandMask = (1U << kSignificandBits) - 1;
constexpr std::uint32_t kSignBit = 0x80000000;
constexpr std::uint32_t kMinusOne = 0xbf800000;

// Class c: its lowest bit is the sign, the other seven count exponents up from 2^-3 and wrap to
// 2^-67 .. 2^-4. The first eight, all that inputs below 2^27 elements use, stay within the range of
// half precision.
constexpr std::uint32_t kClassMask = 0xff;
constexpr std::uint32_t kRotatedMask = 0xf;  // Classes that the significand chooses among.
constexpr std::uint32_t kFirstExponent = 124;
constexpr std::uint32_t kLowestExponent = 60;

constexpr std::uint32_t kFactor = 0x2c1b3d;  // Odd, so that it has an inverse modulo 2^23.
constexpr int kShift = 12;                   // At least half of 23: x ^= x >> 12 undoes itself.

/// The factor's inverse modulo 2^32 by Newton's iteration; each round doubles the right low bits.
constexpr std::uint32_t inverse(std::uint32_t odd) {
  std::uint32_t x = odd;
  for (int round = 0; round < 5; ++round) x *= 2 - odd * x;
  return x;
}
static_assert(kFactor * inverse(kFactor) == 1);

constexpr std::uint32_t fold(std::uint32_t x) { return x ^ (x >> kShift); }

/// What the seed changes: `low` is added to the index's low bits, `turn` to the class.
struct Key {
  std::uint32_t low;
  std::uint32_t turn;
};

/// Spreads the seed over the key (the finaliser of SplitMix64, a public-domain mixer).
constexpr Key key_of(std::uint64_t seed) {
  std::uint64_t x = seed + 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  x ^= x >> 31;
  return {static_cast<std::uint32_t>(x) & kSignificandMask,
          static_cast<std::uint32_t>(x >> 32) & kRotatedMask};
}

constexpr std::uint32_t rotation(std::uint32_t significand, Key key) {
  return (significand >> 3) + (significand >> 11) + key.turn;
}

constexpr std::uint32_t pattern_at(std::int64_t index, Key key) {
  const auto i = static_cast<std::uint32_t>(index);
  const auto low = fold((i + key.low) & kSignificandMask);
  const auto significand = fold(low * kFactor & kSignificandMask);
  const auto high = i >> kSignificandBits;
  const auto group = high & kClassMask & ~kRotatedMask;
  const auto chosen = group | ((high + rotation(significand, key)) & kRotatedMask);
  const auto exponent =
      kLowestExponent + (((chosen >> 1) + kFirstExponent - kLowestExponent) & (kClassMask >> 1));
  return (chosen & 1 ? kSignBit : 0) | exponent << kSignificandBits | significand;
}

/// The index that pattern_at() maps to `bits`; nothing if none does.
constexpr std::optional<std::int64_t> index_of(std::uint32_t bits, Key key) {
  const auto significand = bits & kSignificandMask;
  const auto low = fold(fold(significand) * inverse(kFactor) & kSignificandMask);
  const auto exponent = bits << 1 >> (kSignificandBits + 1);
  const auto step = (exponent - kFirstExponent) & (kClassMask >> 1);
  const auto chosen = step << 1 | bits >> 31;
  const auto group = chosen & ~kRotatedMask;
  const auto high = group | ((chosen - rotation(significand, key)) & kRotatedMask);
  const auto index =
      static_cast<std::int64_t>(high << kSignificandBits | ((low - key.low) & kSignificandMask));
  if (pattern_at(index, key) != bits) return std::nullopt;  // An exponent outside the 128.
  return index;
}

struct Special {
  std::int64_t at;
  std::uint32_t bits;
};
constexpr std::array kZeros{Special{11, 0}, Special{29, kSignBit}};
constexpr std::int64_t kMinusOneAt = 53;
constexpr std::int64_t kFewestForSpecials = 64;

/// One input as a function of the cell.
class IndexFill {
 public:
  explicit IndexFill(const Case& c)
      : size_{c.input.rows * c.input.cols},
        key_{key_of(c.seed)},
        // -1 changes places with the value at kMinusOneAt, so that it is there once.
        minus_one_home_{*index_of(kMinusOne, key_)} {}

  [[nodiscard]] std::int64_t size() const { return size_; }

  [[nodiscard]] std::uint32_t bits(std::int64_t index) const {
    if (size_ < kFewestForSpecials) return pattern_at(index, key_);
    for (const auto& zero : kZeros) {
      if (index == zero.at) return zero.bits;
    }
    return pattern_at(exchanged(index), key_);
  }

  [[nodiscard]] std::optional<std::int64_t> find(std::uint32_t bits) const {
    auto index = index_of(bits, key_);
    if (size_ >= kFewestForSpecials) {
      if (index) index = exchanged(*index);
      for (const auto& zero : kZeros) {
        if (bits == zero.bits) index = zero.at;
      }
    }
    if (!index || *index >= size_ || this->bits(*index) != bits) return std::nullopt;
    return index;
  }

 private:
  [[nodiscard]] std::int64_t exchanged(std::int64_t index) const {
    if (index == kMinusOneAt) return minus_one_home_;
    if (index == minus_one_home_) return kMinusOneAt;
    return index;
  }

  std::int64_t size_;
  Key key_;
  std::int64_t minus_one_home_;
};

}  // namespace

bool is_fill(std::string_view fill) { return fill == "index"; }

std::vector<std::uint32_t> make_input(const Case& c) {
  assert(is_fill(c.fill) && c.input.rows > 0 && c.input.cols > 0);
  assert(c.input.cols <= kMostElements / c.input.rows);
  const IndexFill fill{c};
  std::vector<std::uint32_t> input(static_cast<std::size_t>(fill.size()));
  for (std::int64_t i = 0; i < fill.size(); ++i) input[static_cast<std::size_t>(i)] = fill.bits(i);
  return input;
}

std::optional<std::int64_t> find_in_input(const Case& c, std::uint32_t bits) {
  assert(is_fill(c.fill));
  return IndexFill{c}.find(bits);
}

}  // namespace warpgrade::exercise
