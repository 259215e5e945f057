// SPDX-License-Identifier: Apache-2.0
#include "harness/device/cuda/watches.hpp"

#include "harness/core/poison.hpp"
#include "harness/device/cuda/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace warpgrade::device::cuda {
namespace {

constexpr std::uint64_t kWord = sizeof(std::uint32_t);

std::string_view owner_name(Owner owner) {
  return owner == Owner::harness ? "the grader's" : "the submission's own";
}

/// @param nearest  Distance of the nearest byte that was written from the buffer: 0 is next to it.
Finding guard_finding(const Block& block, bool before, const GuardResult& result,
                      std::uint64_t nearest) {
  Finding finding;
  finding.kind = FindingKind::guard_zone_written;
  finding.count = result.written;
  finding.message = fmt::format(
      "{} bytes {} of a buffer of {} bytes ({}) were written, the nearest {} bytes away",
      result.written, before ? "before the start" : "after the end", block.bytes,
      owner_name(block.owner), nearest);
  return finding;
}

}  // namespace

void WriteWatch::before_launch() {
  watched_.clear();
  std::uint64_t total = 0;
  for (const auto& [address, block] : heap_.blocks()) {
    watched_.push_back(block);
    total += block.end - block.begin;
  }
  if (watched_.empty()) return;
  auto copy = snapshot_.at_least(total);
  const auto& driver = gpu_.driver();
  for (const auto& block : watched_) {
    require(driver, driver.cuMemcpyDtoDAsync(copy, block.address, block.bytes, gpu_.stream()),
            "keep a copy of a buffer");
    copy += block.end - block.begin;
  }
}

std::vector<TouchedRange> WriteWatch::after_launch() {
  std::vector<TouchedRange> touched;
  if (watched_.empty()) return touched;
  std::vector<std::uint64_t> changed(watched_.size());
  const auto bytes = changed.size() * sizeof(std::uint64_t);
  const auto cells = cells_.at_least(bytes);
  const auto& driver = gpu_.driver();
  require(driver, driver.cuMemsetD8Async(cells, 0, bytes, gpu_.stream()), "clear cells");
  auto copy = snapshot_.at_least(0);
  for (std::size_t i = 0; i < watched_.size(); ++i) {
    const auto& block = watched_[i];
    own_.count_changed(copy, block.address, block.bytes / kWord, cells + i * sizeof(std::uint64_t));
    copy += block.end - block.begin;
  }
  gpu_.read(changed.data(), cells, bytes);
  for (std::size_t i = 0; i < watched_.size(); ++i) {
    touched.push_back({watched_[i].address, 0, changed[i]});
  }
  return touched;
}

void GuardWatch::poison(const Block& block) const {
  const auto& driver = gpu_.driver();
  require(driver,
          driver.cuMemsetD32Async(block.begin, kOutputPoison, (block.end - block.begin) / kWord,
                                  gpu_.stream()),
          "poison a buffer");
}

void GuardWatch::poison(const GuardZone& zone) const {
  const auto& driver = gpu_.driver();
  // Whole words from the next multiple of 4 on; the bytes before it one by one.
  auto address = zone.address;
  const auto end = zone.address + zone.bytes;
  for (; address % kWord != 0; ++address) {
    const auto byte = static_cast<unsigned char>(kOutputPoison >> (address % kWord * 8));
    require(driver, driver.cuMemsetD8Async(address, byte, 1, gpu_.stream()), "poison a guard");
  }
  require(driver,
          driver.cuMemsetD32Async(address, kOutputPoison, (end - address) / kWord, gpu_.stream()),
          "poison a guard");
}

std::vector<Finding> GuardWatch::check(const std::vector<Block>& blocks) {
  std::vector<Finding> findings;
  if (blocks.empty()) return findings;
  std::vector<GuardZone> zones;
  for (const auto& block : blocks) {
    zones.push_back(block.before());
    zones.push_back(block.after());
  }
  std::vector<GuardResult> results(zones.size());
  const auto zone_bytes = zones.size() * sizeof(GuardZone);
  const auto result_bytes = results.size() * sizeof(GuardResult);
  const auto at = arrays_.at_least(zone_bytes + result_bytes);
  const auto& driver = gpu_.driver();
  require(driver, driver.cuMemcpyHtoDAsync(at, zones.data(), zone_bytes, gpu_.stream()),
          "check guards");
  require(driver,
          driver.cuMemcpyHtoDAsync(at + zone_bytes, results.data(), result_bytes, gpu_.stream()),
          "check guards");
  own_.check_guards(at, at + zone_bytes, static_cast<std::uint32_t>(zones.size()));
  gpu_.read(results.data(), at + zone_bytes, result_bytes);
  for (std::size_t i = 0; i < zones.size(); ++i) {
    if (results[i].written == 0) continue;
    const bool before = i % 2 == 0;
    const auto nearest = before ? zones[i].bytes - 1 - results[i].last : results[i].first;
    findings.push_back(guard_finding(blocks[i / 2], before, results[i], nearest));
    poison(zones[i]);
  }
  return findings;
}

}  // namespace warpgrade::device::cuda
