// SPDX-License-Identifier: Apache-2.0
// An mbarrier object (PTX ISA 9.7.13.15): 64 bits of shared memory that only its instructions know.
#pragma once

#include <cstdint>

namespace warpgrade::simt {

/// The object's contents; what the hardware keeps where is not documented, so this is our own
/// layout.
class Mbarrier {
 public:
  static constexpr std::uint32_t kMostArrivals = (1U << 20) - 1;

  explicit Mbarrier(std::uint64_t bits) : bits_(bits) {}
  /// mbarrier.init: phase 0, `count` arrivals (1 to kMostArrivals) end each phase.
  static Mbarrier fresh(std::uint32_t count);

  [[nodiscard]] std::uint64_t bits() const { return bits_; }
  [[nodiscard]] std::uint32_t phase() const;
  /// Arrivals that the phase still waits for.
  [[nodiscard]] std::uint32_t pending() const;
  /// Whether the phase in which `state` was taken has ended.
  [[nodiscard]] bool ended(std::uint64_t state) const { return Mbarrier{state}.phase() != phase(); }
  /// Whether the phase of that parity, the current one or the one before, has ended.
  [[nodiscard]] bool ended_parity(std::uint32_t parity) const {
    return (phase() & 1U) != (parity & 1U);
  }

  void arrive(std::uint32_t count);
  /// Arrives, and is not expected in later phases.
  void drop(std::uint32_t count);
  /// The phase waits for `bytes` more bytes of asynchronous transactions.
  void expect(std::uint32_t bytes);
  /// `bytes` bytes have come.
  void complete(std::uint32_t bytes);
  /// One arrival more is pending (cp.async.mbarrier.arrive without .noinc).
  void await_one_more();

 private:
  struct Fields;
  [[nodiscard]] Fields fields() const;
  void set(const Fields& fields);

  std::uint64_t bits_;
};

}  // namespace warpgrade::simt
