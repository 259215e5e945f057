// SPDX-License-Identifier: Apache-2.0
#include "harness/report/formats.hpp"

#include "harness/report/json.hpp"
#include "harness/report/text.hpp"

#include <algorithm>
#include <array>

namespace warpgrade::report {
namespace {

constexpr std::array kFormats{
    Format{"text", "a screenful for people", write_text},
    Format{"json", "the result file, docs/result.schema.json", write_json},
};

}  // namespace

std::span<const Format> formats() { return kFormats; }

const Format* find_format(std::string_view name) {
  const auto* const found = std::ranges::find(kFormats, name, &Format::name);
  return found == kFormats.end() ? nullptr : found;
}

}  // namespace warpgrade::report
