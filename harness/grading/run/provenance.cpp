// SPDX-License-Identifier: Apache-2.0
#include "harness/grading/run/provenance.hpp"

#include <algorithm>
#include <iterator>
#include <map>

namespace warpgrade::run {
namespace {

constexpr std::uint64_t kWordBytes = 4;

/// Words from kernels, by the base of the buffer. Only buffers that a kernel touched are known.
class Credit {
 public:
  void kernel_wrote(const TouchedRange& range) { words_[range.base] += range.words_written; }

  /// A copy or a memset of `words` words; `credited` of them come from kernels.
  void overwrite(std::uint64_t address, std::uint64_t words, std::uint64_t credited) {
    auto& there = words_[base_of(address)];
    there -= std::min(there, words - credited);
    there += credited;
  }

  [[nodiscard]] std::uint64_t at(std::uint64_t address) const {
    const auto found = words_.find(base_of(address));
    return found == words_.end() ? 0 : found->second;
  }

 private:
  /// The nearest known base at or below `address`: a copy may start inside a buffer.
  [[nodiscard]] std::uint64_t base_of(std::uint64_t address) const {
    const auto above = words_.upper_bound(address);
    return above == words_.begin() ? address : std::prev(above)->first;
  }

  std::map<std::uint64_t, std::uint64_t> words_;
};

void take(const Step& step, Credit& credit) {
  for (const auto& range : step.touched) credit.kernel_wrote(range);
  const bool moves = step.kind == Step::Kind::memory_copy || step.kind == Step::Kind::memory_set;
  if (!moves || step.to == 0 || step.error != 0) return;
  const auto words = (step.bytes + kWordBytes - 1) / kWordBytes;
  credit.overwrite(step.to, words, step.from == 0 ? 0 : std::min(words, credit.at(step.from)));
}

}  // namespace

std::uint64_t words_from_kernels(const Evidence& evidence, std::uint64_t base) {
  Credit credit;
  // Every buffer that matters gets a base of its own before a copy into it is seen.
  for (const auto& step : evidence.steps) {
    for (const auto& range : step.touched) credit.kernel_wrote({range.base, 0, 0});
  }
  credit.kernel_wrote({base, 0, 0});
  for (const auto& step : evidence.steps) take(step, credit);
  return credit.at(base);
}

}  // namespace warpgrade::run
