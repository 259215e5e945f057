// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/ptx/parser.hpp"
#include "tests/fuzz/module_problem.hpp"
#include "tests/fuzz/units.hpp"

#include <algorithm>

namespace warpgrade::fuzz {

std::string message_problem(std::string_view message) {
  constexpr std::size_t longest = 1000;
  if (message.empty()) return "an empty message";
  const std::string shown = ": '" + std::string(message.substr(0, longest)) + "'";
  if (message.size() > longest)
    return "a message of " + std::to_string(message.size()) + " bytes" + shown;
  const bool printable = std::ranges::all_of(message, [](char c) { return c >= ' ' && c <= '~'; });
  return printable ? "" : "a message with bytes that are not printable" + shown;
}

std::string parse_problem(std::string_view bytes) {
  try {
    return module_problem(ptx::parse(bytes));
  } catch (const ptx::PtxError& error) {
    const auto lines = static_cast<std::uint64_t>(std::ranges::count(bytes, '\n')) + 1;
    if (error.where().ptx_line > lines) return "a refusal behind the last line";
    if (auto problem = message_problem(error.what()); !problem.empty()) return problem;
    return error.text().empty() ? "" : message_problem(error.text());
  }
}

}  // namespace warpgrade::fuzz
