// SPDX-License-Identifier: Apache-2.0
#include "harness/device/emulated/leaks.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <functional>
#include <map>
#include <numeric>
#include <string>

namespace warpgrade::device::emulated {
namespace {

constexpr std::size_t kMostSizes = 5;

/// "2 of 400 bytes, 1 of 16 bytes", the largest first.
std::string by_size(const std::vector<std::uint64_t>& sizes) {
  std::map<std::uint64_t, std::uint64_t, std::greater<>> counts;
  for (const auto bytes : sizes) ++counts[bytes];
  std::string text;
  std::size_t listed = 0;
  for (const auto& [bytes, count] : counts) {
    if (listed++ == kMostSizes) return text + ", ...";
    text += fmt::format("{}{} of {} bytes", text.empty() ? "" : ", ", count, bytes);
  }
  return text;
}

}  // namespace

std::optional<Finding> leak_finding(const std::vector<std::uint64_t>& sizes) {
  if (sizes.empty()) return std::nullopt;
  Finding finding;
  finding.kind = FindingKind::memory_leak;
  finding.severity = Severity::info;
  finding.count = sizes.size();
  const auto total = std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0});
  finding.message = sizes.size() == 1
                        ? fmt::format("an allocation of {} bytes was never freed", total)
                        : fmt::format("{} allocations of {} bytes together were never freed: {}",
                                      sizes.size(), total, by_size(sizes));
  return finding;
}

}  // namespace warpgrade::device::emulated
