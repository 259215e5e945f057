// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/ptx/source_lines.hpp"

#include "harness/emulator/ptx/failure.hpp"

#include <limits>

namespace warpgrade::ptx {
namespace {

constexpr std::uint32_t kMostFiles = 1U << 16;
constexpr std::uint32_t kMostLines = std::numeric_limits<std::int32_t>::max();

std::array<std::uint32_t, 3> read_place(Lexer& in) {
  const auto file = in.expect_integer("a file's index", kMostFiles - 1);
  const auto line = in.expect_integer("a line", kMostLines);
  const auto column = in.expect_integer("a column", kMostLines);
  return {static_cast<std::uint32_t>(file), static_cast<std::uint32_t>(line),
          static_cast<std::uint32_t>(column)};
}

}  // namespace

void SourceLines::read_loc(Lexer& in) {
  const auto place = read_place(in);
  Outer outer{place[0], place[1]};
  while (in.accept(',')) {
    const auto word = in.expect(Token::Kind::word, "function_name or inlined_at");
    if (word.text == "inlined_at") {
      const auto call = read_place(in);
      const auto known = inlined_.find(call);
      outer = known != inlined_.end() ? known->second : Outer{call[0], call[1]};
      inlined_[place] = outer;
    } else {
      in.next();  // The label of the name, with an offset perhaps.
      if (in.accept('+')) in.next();
    }
  }
  current_ = {outer.file, outer.line, 0, place[0], place[1]};
}

void SourceLines::start_function() {
  current_ = {};
  inlined_.clear();
}

Location SourceLines::at(std::uint32_t ptx_line) const {
  auto where = current_;
  where.ptx_line = ptx_line;
  return where;
}

void read_file(Lexer& in, std::vector<std::string>& files) {
  const auto index = in.expect_integer("a file's index", kMostFiles - 1);
  const auto path = in.expect(Token::Kind::string, "a path");
  if (index >= files.size()) files.resize(index + 1);
  files[index] = path.text;
  while (in.accept(','))
    in.expect_integer("time or size", std::numeric_limits<std::uint64_t>::max());
}

std::string find_file(std::string_view text, std::uint32_t index) {
  constexpr std::string_view directive = ".file";
  constexpr std::size_t longest = 1024;
  auto at = text.find(directive);
  for (std::uint32_t tried = 0; tried < kMostFiles && at != std::string_view::npos; ++tried) {
    const auto begin = at + directive.size();
    at = text.find(directive, begin);
    try {
      Lexer in{text.substr(begin, longest)};
      if (in.expect_integer("a file's index", kMostFiles - 1) != index) continue;
      return std::string(in.expect(Token::Kind::string, "a path").text);
    } catch (const Failure&) {  // Not this one.
      continue;
    }
  }
  return {};
}

}  // namespace warpgrade::ptx
