// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/observe/global_shadow.hpp"

#include <algorithm>
#include <iterator>

namespace warpgrade::observe {
namespace {

constexpr std::uint32_t kWord = 4;
constexpr std::uint32_t kNoSite = ~std::uint32_t{0};

using Cells = simt::LazyArray<std::uint32_t>;

Cells widened(const Cells& words, std::uint64_t count) {
  auto bytes = simt::lazy_array<std::uint32_t>(count * kWord);
  for (std::uint64_t i = 0; i < count; ++i) {
    if (words[i] != 0) std::fill_n(&bytes[i * kWord], kWord, words[i]);
  }
  return bytes;
}

}  // namespace

void GlobalCells::start() {
  for (Cells* list : {&writer, &reader, &second, &atomic}) {
    *list = simt::lazy_array<std::uint32_t>(cells());
  }
}

void GlobalCells::split_into_bytes() {
  if (cell_bytes == 1) return;
  const std::uint64_t words = cells();
  for (Cells* list : {&writer, &reader, &second, &atomic}) *list = widened(*list, words);
  cell_bytes = 1;
}

GlobalShadow::GlobalShadow(const simt::GlobalMemory& memory) {
  allocations_.reserve(memory.allocations().size());
  for (const auto& [base, allocation] : memory.allocations()) {
    allocations_.push_back({.base = base, .bytes = allocation.bytes});
  }
}

GlobalCells* GlobalShadow::cells(std::uint64_t address, std::uint32_t bytes) {
  const auto holds = [&](const GlobalCells& one) { return address - one.base < one.bytes; };
  if (last_ == nullptr || !holds(*last_)) {
    const auto after = std::ranges::upper_bound(allocations_, address, {}, &GlobalCells::base);
    if (after == allocations_.begin() || !holds(*std::prev(after))) return nullptr;
    last_ = &*std::prev(after);
    if (last_->writer == nullptr) last_->start();
  }
  if (bytes < kWord) last_->split_into_bytes();
  return last_;
}

GlobalSite& GlobalShadow::site_of(const simt::Place& place, simt::AccessKind kind) {
  if (place.function != last_function_) {
    last_function_ = place.function;
    last_sites_ = &site_by_pc_[place.function];
    last_sites_->resize(place.function->instructions.size(), kNoSite);
  }
  std::uint32_t& index = (*last_sites_)[place.pc];
  if (index == kNoSite) {
    index = static_cast<std::uint32_t>(sites_.size());
    sites_.push_back({spot_of(place), kind, index, 0, 0});
  }
  return sites_[index];
}

std::uint32_t GlobalShadow::number(const simt::Place& place, simt::AccessKind kind,
                                   std::uint32_t thread) {
  GlobalSite& site = site_of(place, kind);
  const auto cta = static_cast<std::uint32_t>(place.cta);
  if (site.number == 0 || site.cta != cta) {
    site.cta = cta;
    site.number = static_cast<std::uint32_t>(accesses_.size());
    accesses_.push_back({cta, Who(site.index, thread)});
  }
  return site.number;
}

}  // namespace warpgrade::observe
