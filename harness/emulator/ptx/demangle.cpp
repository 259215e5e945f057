// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/ptx/demangle.hpp"

#include <cxxabi.h>

#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <optional>
#include <system_error>

namespace warpgrade::ptx {
namespace {

constexpr std::size_t kLongestName = 4096;
/// A reference back can double the text, so their number bounds the result: 4096 * 2^12 bytes.
constexpr int kMostReferences = 12;

/// Counts what may be a substitution `S_`, `S1_` or a template parameter `T_`, `T0_`.
int count_references(std::string_view name) {
  int count = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] != 'S' && name[i] != 'T') continue;
    const auto end = name.find_first_not_of("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", i + 1);
    count += end != std::string_view::npos && name[end] == '_' ? 1 : 0;
  }
  return count;
}

std::optional<std::string> demangle(const std::string& mangled) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text{
      abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status), &std::free};
  if (status != 0 || text == nullptr) return std::nullopt;
  return std::string{text.get()};
}

/// Removes every `<begin>...<end>` of the text.
void remove_all(std::string& text, std::string_view begin, std::string_view end) {
  for (auto at = text.find(begin); at != std::string::npos; at = text.find(begin, at)) {
    const auto stop = text.find(end, at + begin.size());
    if (stop == std::string::npos) return;
    text.erase(at, stop + end.size() - at);
  }
}

/// Cuts the return type before and the parameters behind the name: both stand outside all brackets.
std::string name_alone(const std::string& text) {
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '(' && depth == 0) return text.substr(begin, i - begin);
    if (c == ' ' && depth == 0) begin = i + 1;
    depth += c == '<' || c == '(' ? 1 : 0;
    depth -= c == '>' || c == ')' ? 1 : 0;
  }
  return text.substr(begin);
}

/// The names that a mangled one begins with, of namespaces and of the function, without template
/// arguments; "" where it begins otherwise. Costs no more than reading it.
std::string plain_name(std::string_view mangled) {
  std::string joined;
  auto rest = mangled.substr(std::string_view{"_Z"}.size());
  if (rest.starts_with('N')) rest.remove_prefix(1);
  std::size_t length = 0;
  while (true) {
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), length);
    if (error != std::errc{}) return joined;
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    const auto name = rest.substr(0, length);
    if (name.size() < length) return joined;
    rest.remove_prefix(length);
    if (name.starts_with("_GLOBAL__N_") || name.starts_with("_INTERNAL_")) continue;
    joined += (joined.empty() ? "" : "::") + std::string{name};
  }
}

}  // namespace

std::string demangled_name(std::string_view mangled) {
  std::string name{mangled};
  if (!mangled.starts_with("_Z") || mangled.size() > kLongestName) return name;
  if (count_references(mangled) > kMostReferences) {
    auto plain = plain_name(mangled);
    return plain.empty() ? name : plain;
  }
  auto text = demangle(name);
  if (!text) return name;
  remove_all(*text, "(anonymous namespace)::", "");
  remove_all(*text, "_INTERNAL_", "::");
  auto alone = name_alone(*text);
  return alone.empty() ? name : alone;
}

}  // namespace warpgrade::ptx
