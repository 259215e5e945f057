// SPDX-License-Identifier: Apache-2.0
#include "harness/device/cuda/variables.hpp"

#include <cstring>
#include <iterator>

namespace warpgrade::device::cuda {
namespace {

constexpr std::uint64_t kApart = 4096;  // A gap behind each: one past the end belongs to one only.

}  // namespace

std::uint64_t Variables::show(std::uint64_t real, std::uint64_t bytes) {
  if (const auto known = shown_.find(real); known != shown_.end()) return known->second;
  const auto base = next_;
  next_ += (bytes / kApart + 2) * kApart;
  places_.emplace(base, Place{base, bytes, real});
  shown_.emplace(real, base);
  return base;
}

void Variables::forget(std::uint64_t real) {
  const auto known = shown_.find(real);
  if (known == shown_.end()) return;
  places_.erase(known->second);
  shown_.erase(known);
}

const Variables::Place* Variables::find(std::uint64_t address) const {
  auto place = places_.upper_bound(address);
  if (place == places_.begin()) return nullptr;
  --place;
  return address - place->first < place->second.bytes ? &place->second : nullptr;
}

void Variables::translate(std::span<std::byte> parameters) const {
  if (places_.empty()) return;
  for (std::size_t at = 0; at + sizeof(std::uint64_t) <= parameters.size();
       at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, &parameters[at], sizeof word);
    const auto after = places_.upper_bound(word);
    if (after == places_.begin()) continue;
    const auto& place = std::prev(after)->second;
    if (word - place.base > place.bytes) continue;
    word = place.real + (word - place.base);
    std::memcpy(&parameters[at], &word, sizeof word);
  }
}

}  // namespace warpgrade::device::cuda
