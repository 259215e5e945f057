// SPDX-License-Identifier: Apache-2.0
#include "harness/submission/compile/wrapper.hpp"

#include <gtest/gtest.h>

#include <cctype>
#include <set>
#include <string>

namespace warpgrade::compile {
namespace {

/// The names in a text behind its first two lines, outside preprocessor lines and strings, without
/// members of std.
std::set<std::string> names_in(const std::string& wrapper) {
  std::set<std::string> names;
  bool directive = false;
  char before = '\n';
  bool of_std = false;
  for (std::size_t at = 0; at < wrapper.size();) {
    const char c = wrapper[at];
    if (c == '#' && before == '\n') directive = true;
    if (c == '\n') directive = false;
    before = c;
    std::string name;
    while (at < wrapper.size() && (std::isalnum(wrapper[at]) != 0 || wrapper[at] == '_')) {
      name += wrapper[at++];
    }
    if (name.empty()) {
      ++at;
      of_std = of_std && c == ':';
      continue;
    }
    if (!directive && !of_std && std::isdigit(name.front()) == 0) names.insert(name);
    of_std = name == "std";
  }
  return names;
}

// A learner's `#define T 32` once broke it, and `#define max(a, b)` is in every second CUDA file.
TEST(Wrapper, MacrosOfTheLearnersFileMissItsNames) {
  const std::set<std::string> known{
      "C",      "bool",        "class",     "const",    "decltype",         "extern", "float",
      "if",     "max",         "namespace", "noexcept", "reinterpret_cast", "return", "solve",
      "static", "static_cast", "std",       "struct",   "template",         "true",   "void"};
  const auto wrapper = wrapper_source("shared_memory.cu", transpose_signature());
  for (const auto& name : names_in(wrapper)) {
    EXPECT_TRUE(known.contains(name) || name.starts_with("warpgrade_")) << name;
  }
  EXPECT_NE(wrapper.find("::max)()"), std::string::npos);
}

}  // namespace
}  // namespace warpgrade::compile
