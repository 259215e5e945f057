// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/simt/mbarrier.hpp"

#include <algorithm>

namespace warpgrade::simt {
namespace {

// From bit 0: pending, expected, transactions, phase. Phases count modulo 8: only the current and
// the one before may be asked for.
constexpr unsigned kCountBits = 20;
constexpr unsigned kBytesBits = 21;
constexpr unsigned kPhaseBits = 3;
constexpr unsigned kExpectedAt = kCountBits;
constexpr unsigned kBytesAt = 2 * kCountBits;
constexpr unsigned kPhaseAt = kBytesAt + kBytesBits;

constexpr std::uint64_t cut(std::uint64_t value, unsigned bits) {
  return value & ((std::uint64_t{1} << bits) - 1);
}

}  // namespace

struct Mbarrier::Fields {
  std::uint64_t pending;
  std::uint64_t expected;
  std::uint64_t bytes;  ///< Of transactions, modulo 2^21: what came early counts as negative.
  std::uint64_t phase;
};

Mbarrier::Fields Mbarrier::fields() const {
  return {cut(bits_, kCountBits), cut(bits_ >> kExpectedAt, kCountBits),
          cut(bits_ >> kBytesAt, kBytesBits), cut(bits_ >> kPhaseAt, kPhaseBits)};
}

/// Keeps the fields; where nothing is awaited any more the next phase begins.
void Mbarrier::set(const Fields& fields) {
  Fields now = fields;
  if (now.pending == 0 && cut(now.bytes, kBytesBits) == 0) {
    now.pending = now.expected;
    ++now.phase;
  }
  bits_ = cut(now.pending, kCountBits) | cut(now.expected, kCountBits) << kExpectedAt |
          cut(now.bytes, kBytesBits) << kBytesAt | cut(now.phase, kPhaseBits) << kPhaseAt;
}

Mbarrier Mbarrier::fresh(std::uint32_t count) {
  const auto kept = std::clamp(count, 1U, kMostArrivals);
  Mbarrier barrier{0};
  barrier.set({kept, kept, 0, 0});
  return barrier;
}

std::uint32_t Mbarrier::phase() const { return static_cast<std::uint32_t>(fields().phase); }

std::uint32_t Mbarrier::pending() const { return static_cast<std::uint32_t>(fields().pending); }

// More arrivals than are pending are undefined; here they end the phase like the last one.
void Mbarrier::arrive(std::uint32_t count) {
  Fields now = fields();
  now.pending -= std::min<std::uint64_t>(count, now.pending);
  set(now);
}

void Mbarrier::drop(std::uint32_t count) {
  Fields now = fields();
  now.expected -= std::min<std::uint64_t>(count, now.expected);
  now.pending -= std::min<std::uint64_t>(count, now.pending);
  set(now);
}

void Mbarrier::expect(std::uint32_t bytes) {
  Fields now = fields();
  now.bytes += bytes;
  set(now);
}

void Mbarrier::complete(std::uint32_t bytes) {
  Fields now = fields();
  now.bytes -= bytes;
  set(now);
}

void Mbarrier::await_one_more() {
  Fields now = fields();
  now.pending = std::min<std::uint64_t>(now.pending + 1, kMostArrivals);
  set(now);
}

}  // namespace warpgrade::simt
