// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/observe/unset_global.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "harness/emulator/observe/lanes.hpp"

namespace warpgrade::observe {
namespace {

using simt::AccessKind;

constexpr std::uint64_t kBits = 64;
// Bytes of the widest member of a usual structure: its padding is less.
constexpr std::uint32_t kWidestMember = 8;

// True if an element of `bytes` bytes has no bit in the low `all` bits of `marks`.
bool has_unset_element(std::uint64_t marks, std::uint32_t all, std::uint32_t bytes) {
  const std::uint64_t element = (std::uint64_t{1} << bytes) - 1;
  for (std::uint32_t at = 0; at < all; at += bytes) {
    if ((marks >> at & element) == 0) return true;
  }
  return false;
}

void add_bits(ByteBits& to, const ByteBits& from, std::uint64_t elements) {
  if (from == nullptr) return;
  if (to == nullptr) to = simt::lazy_array<std::uint64_t>(elements);
  for (std::uint64_t i = 0; i < elements; ++i) to[i] |= from[i];
}

}  // namespace

UnsetGlobalObserver::UnsetGlobalObserver(SetBytes& set) : set_(set) {
  for (const auto& [base, watched] : set.watched()) {
    if (!watched.whole()) parts_.push_back({&watched, {}, {}});
  }
}

std::uint32_t UnsetGlobalObserver::interests() const {
  return parts_.empty() ? 0 : static_cast<std::uint32_t>(simt::kGlobalAccess);
}

std::unique_ptr<simt::Observer> UnsetGlobalObserver::clone() const {
  return std::make_unique<UnsetGlobalObserver>(set_);
}

void UnsetGlobalObserver::merge(const Observer& other) {
  const auto& with = dynamic_cast<const UnsetGlobalObserver&>(other);
  sightings_.merge(with.sightings_);
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const std::uint64_t elements = parts_[i].before->elements();
    add_bits(parts_[i].written, with.parts_[i].written, elements);
    add_bits(parts_[i].changed, with.parts_[i].changed, elements);
  }
}

UnsetGlobalObserver::Part* UnsetGlobalObserver::find(std::uint64_t address) {
  const auto holds = [&](const Part& part) {
    return address - part.before->base < part.before->bytes;
  };
  if (last_ != nullptr && holds(*last_)) return last_;
  const auto after = std::ranges::upper_bound(parts_, address, {},
                                              [](const Part& part) { return part.before->base; });
  if (after == parts_.begin() || !holds(*std::prev(after))) return nullptr;
  last_ = &*std::prev(after);
  if (last_->written == nullptr) {
    last_->written = simt::lazy_array<std::uint64_t>(last_->before->elements());
    last_->changed = simt::lazy_array<std::uint64_t>(last_->before->elements());
  }
  return last_;
}

void UnsetGlobalObserver::global_access(const simt::MemoryAccess& access) {
  const ptx::Instruction& instruction = access.place.function->instructions[access.place.pc];
  const bool only_writes =
      access.kind == AccessKind::store || instruction.operation == ptx::Operation::exch;
  const std::uint32_t element = std::min(access.bytes, kWidestMember);
  for_each_lane(access.active,
                [&](std::uint32_t lane) { access_lane(access, lane, only_writes, element); });
}

void UnsetGlobalObserver::access_lane(const simt::MemoryAccess& access, std::uint32_t lane,
                                      bool only_writes, std::uint32_t element_bytes) {
  const std::uint64_t address = (*access.address)[lane];
  Part* const part = find(address);
  if (part == nullptr) return;
  const std::uint64_t offset = address - part->before->base;
  const std::uint64_t shift = offset % kBits;  // Accesses are aligned: one element has all of it.
  const std::uint64_t all = ((std::uint64_t{1} << access.bytes) - 1) << shift;
  std::uint64_t& written = part->written[offset / kBits];
  if (only_writes) {
    written |= all;
    return;
  }
  const std::uint64_t marks = (written | part->before->bits[offset / kBits]) & all;
  if (marks != all && has_unset_element(marks >> shift, access.bytes, element_bytes)) {
    note(access, lane, *part);
  }
  if (access.kind == AccessKind::atomic) part->changed[offset / kBits] |= all;
}

void UnsetGlobalObserver::note(const simt::MemoryAccess& access, std::uint32_t lane,
                               const Part& part) {
  const SightingKey key{spot_of(access.place), {}, static_cast<std::uint32_t>(access.kind)};
  sightings_.note(key, access.place.cta, access.place.warp * simt::kWarpSize + lane, 1, [&] {
    return Detail{access.kind, access.bytes, (*access.address)[lane] - part.before->base,
                  part.before->bytes};
  });
}

void UnsetGlobalObserver::commit() const {
  for (const Part& part : parts_) {
    const std::uint64_t base = part.before->base;  // Before add() may be done with its marks.
    set_.add(base, part.written);
    set_.add(base, part.changed);
  }
}

std::vector<Finding> UnsetGlobalObserver::findings(const LaunchFacts& facts) const {
  return findings_of(by_line(sightings_, facts), [&](const auto& key, const auto& seen) {
    Finding finding = placed_finding(facts, key, seen);
    finding.kind = FindingKind::unset_global_read;
    finding.severity = Severity::warning;
    const Detail& d = seen.detail;
    finding.message = fmt::format(
        "{} of {} byte{} at byte {} of an allocation of {} bytes, which nothing has written yet",
        access_name(d.kind), d.bytes, d.bytes == 1 ? "" : "s", d.offset, d.allocated);
    return finding;
  });
}

std::optional<Finding> unset_copy_finding(const SetBytes& set, std::uint64_t address,
                                          std::uint64_t bytes) {
  const std::uint64_t unset = set.count_unset(address, bytes);
  if (unset == 0) return std::nullopt;
  Finding finding;
  finding.kind = FindingKind::unset_global_read;
  finding.severity = Severity::warning;
  finding.message = fmt::format(
      "a copy of {} bytes to the host reads {} bytes that nothing has written", bytes, unset);
  return finding;
}

}  // namespace warpgrade::observe
