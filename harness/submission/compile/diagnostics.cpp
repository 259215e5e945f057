// SPDX-License-Identifier: Apache-2.0
#include "harness/submission/compile/diagnostics.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>
#include <regex>

#include "harness/submission/compile/wrapper.hpp"

namespace warpgrade::compile {
namespace {

constexpr std::size_t kLongestLine = 500;

// One row a form of diagnostic: file, line, severity and message are the groups of these numbers
// (0: absent).
struct Form {
  std::regex pattern;
  int file;
  int line;
  int severity;
  int message;
};

const std::array<Form, 5>& forms() {
  static const std::array<Form, 5> all_forms{{
      // nvcc: f.cu(12): error: text, or: error #20-D: text
      {std::regex{
           R"(^([^()]+)\((\d+)\): (error|warning|catastrophic error|note)(?: #[\w-]+)?: (.*)$)"},
       1, 2, 3, 4},
      {std::regex{R"(^(At end of source): (error)(?: #[\w-]+)?: (.*)$)"}, 0, 0, 2, 3},
      // gcc: f.cu:12:3: fatal error: text
      {std::regex{R"(^([^:]+):(\d+):(?:\d+:)? (fatal error|error|warning|note): (.*)$)"}, 1, 2, 3,
       4},
      {std::regex{R"(^ptxas (error|warning|fatal) *: (.*)$)"}, 0, 0, 1, 2},
      // ld, with or without a place before it
      {std::regex{R"(^.*?(undefined reference to .*|multiple definition of .*)$)"}, 0, 0, 0, 1},
  }};
  return all_forms;
}

std::string clean(std::string_view line) {
  std::string out{line.substr(0, kLongestLine)};
  for (auto& c : out) {
    if (std::iscntrl(static_cast<unsigned char>(c)) != 0) c = ' ';
  }
  return out;
}

std::string last_part(const std::string& path) { return path.substr(path.rfind('/') + 1); }

Severity severity_of(const std::string& word) {
  if (word == "warning") return Severity::warning;
  return word == "note" ? Severity::info : Severity::error;
}

int number(const std::string& digits) {
  int value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

std::optional<Diagnostic> read_line(const std::string& line) {
  for (const auto& form : forms()) {
    std::smatch match;
    if (!std::regex_match(line, match, form.pattern)) continue;
    const auto group = [&](int index) { return index == 0 ? std::string{} : match[index].str(); };
    return Diagnostic{{last_part(group(form.file)), number(group(form.line))},
                      severity_of(group(form.severity)),
                      group(form.message)};
  }
  return std::nullopt;
}

bool same(const Diagnostic& a, const Diagnostic& b) {
  return a.where == b.where && a.message == b.message;
}

// "...warpgrade_found_solve<void (*)(float *)>..." -> "void (float *)".
std::string found_type(const std::string& message) {
  const auto start = message.find(std::string{kFoundName} + "<");
  if (start == std::string::npos) return {};
  const auto from = start + kFoundName.size() + 1;
  const auto to = message.find(">\"", from);
  if (to == std::string::npos) return {};
  auto type = message.substr(from, to - from);
  if (const auto pointer = type.find("(*)"); pointer != std::string::npos) type.erase(pointer, 3);
  return type;
}

struct Sign {
  std::string_view text;
  SolveProblem::Kind kind;
};

constexpr std::array kSigns{
    Sign{"has no \"solve\"", SolveProblem::Kind::missing},
    Sign{"overloaded function", SolveProblem::Kind::overloaded},
    Sign{"undefined reference to `solve", SolveProblem::Kind::undefined},
};

}  // namespace

std::vector<Diagnostic> read_diagnostics(std::string_view text) {
  std::vector<Diagnostic> found;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    if (auto diagnostic = read_line(clean(text.substr(0, end)))) {
      const bool seen =
          std::ranges::any_of(found, [&](const Diagnostic& d) { return same(d, *diagnostic); });
      constexpr std::size_t most_diagnostics = 200;
      if (!seen && found.size() < most_diagnostics) found.push_back(*std::move(diagnostic));
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return found;
}

SolveProblem read_solve_problem(const std::vector<Diagnostic>& diagnostics) {
  for (const auto& diagnostic : diagnostics) {
    if (diagnostic.severity != Severity::error) continue;
    if (auto type = found_type(diagnostic.message); !type.empty()) {
      return {SolveProblem::Kind::wrong_type, std::move(type)};
    }
    for (const auto& sign : kSigns) {
      if (diagnostic.message.find(sign.text) != std::string::npos) return {sign.kind, {}};
    }
  }
  return {};
}

}  // namespace warpgrade::compile
