// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/observe/set_bytes.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>
#include <vector>

namespace warpgrade::observe {
namespace {

constexpr std::uint64_t kBits = 64;

// The low `count` bits.
std::uint64_t low(std::uint64_t count) {
  return count == kBits ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

// Calls `visit(first, count)` for the bits [first, first + count) in pieces that lie in one
// element.
template <typename Visit>
void for_each_piece(std::uint64_t first, std::uint64_t count, const Visit& visit) {
  while (count > 0) {
    const std::uint64_t here = std::min(count, kBits - first % kBits);
    visit(first, here);
    first += here;
    count -= here;
  }
}

void set_bits(WatchedBytes& part, std::uint64_t first, std::uint64_t count) {
  for_each_piece(first, count, [&](std::uint64_t at, std::uint64_t here) {
    part.bits[at / kBits] |= low(here) << at % kBits;
  });
}

std::uint64_t count_clear(const WatchedBytes& part, std::uint64_t first, std::uint64_t count) {
  std::uint64_t clear = 0;
  for_each_piece(first, count, [&](std::uint64_t at, std::uint64_t here) {
    const std::uint64_t mask = low(here) << at % kBits;
    clear += static_cast<std::uint64_t>(std::popcount(mask & ~part.bits[at / kBits]));
  });
  return clear;
}

// The 64 bits from `first` on.
std::uint64_t bits_from(const WatchedBytes& part, std::uint64_t first) {
  if (part.whole()) return ~std::uint64_t{0};
  const std::uint64_t shift = first % kBits;
  const std::uint64_t start = part.bits[first / kBits] >> shift;
  return shift == 0 ? start : start | part.bits[first / kBits + 1] << (kBits - shift);
}

void start_bits(WatchedBytes& part) {
  part.bits = simt::lazy_array<std::uint64_t>(part.elements());
}

void drop_bits_if_whole(WatchedBytes& part) {
  if (count_clear(part, 0, part.bytes) == 0) part.bits.reset();
}

}  // namespace

void SetBytes::watch(std::uint64_t base, std::uint64_t bytes) {
  WatchedBytes part{base, bytes, {}};
  start_bits(part);
  watched_.insert_or_assign(base, std::move(part));
}

const WatchedBytes* SetBytes::find(std::uint64_t address) const {
  const auto after = watched_.upper_bound(address);
  if (after == watched_.begin()) return nullptr;
  const WatchedBytes& part = std::prev(after)->second;
  return address - part.base < part.bytes ? &part : nullptr;
}

WatchedBytes* SetBytes::find(std::uint64_t address) {
  return const_cast<WatchedBytes*>(std::as_const(*this).find(address));
}

void SetBytes::set(std::uint64_t address, std::uint64_t bytes) {
  WatchedBytes* const part = find(address);
  if (part == nullptr || part->whole()) return;
  if (bytes == part->bytes) return part->bits.reset();
  set_bits(*part, address - part->base, bytes);
}

void SetBytes::set_all(std::uint64_t base) {
  const auto found = watched_.find(base);
  if (found != watched_.end()) found->second.bits.reset();
}

void SetBytes::copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes) {
  const WatchedBytes* const source = find(from);
  if (source == nullptr || source->whole()) return set(to, bytes);
  WatchedBytes* const target = find(to);
  if (target == nullptr) return;
  std::vector<std::uint64_t> marks;  // First all of them: the ranges may overlap.
  marks.reserve(bytes / kBits + 1);
  for (std::uint64_t i = 0; i < bytes; i += kBits) {
    marks.push_back(bits_from(*source, from - source->base + i));
  }
  if (target->whole()) {
    start_bits(*target);
    set_bits(*target, 0, target->bytes);
  }
  const std::uint64_t first = to - target->base;
  for (std::uint64_t i = 0; i < bytes; i += kBits) {
    std::uint64_t left = marks[i / kBits];
    for_each_piece(first + i, std::min(kBits, bytes - i),
                   [&](std::uint64_t at, std::uint64_t here) {
                     const std::uint64_t mask = low(here) << at % kBits;
                     std::uint64_t& element = target->bits[at / kBits];
                     element = (element & ~mask) | (left << at % kBits & mask);
                     left = here == kBits ? 0 : left >> here;
                   });
  }
}

std::uint64_t SetBytes::count_unset(std::uint64_t address, std::uint64_t bytes) const {
  const WatchedBytes* const part = find(address);
  if (part == nullptr || part->whole()) return 0;
  return count_clear(*part, address - part->base, bytes);
}

void SetBytes::add(std::uint64_t base, const ByteBits& bits) {
  const auto found = watched_.find(base);
  if (found == watched_.end() || found->second.whole() || bits == nullptr) return;
  WatchedBytes& part = found->second;
  for (std::uint64_t i = 0; i < part.elements(); ++i) part.bits[i] |= bits[i];
  drop_bits_if_whole(part);
}

}  // namespace warpgrade::observe
