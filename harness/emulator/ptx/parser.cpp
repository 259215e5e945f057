// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/ptx/parser.hpp"

#include "harness/emulator/ptx/context.hpp"
#include "harness/emulator/ptx/failure.hpp"

#include <fmt/format.h>

#include <utility>

namespace warpgrade::ptx {
namespace {

/// The statement from `begin` to its semicolon, or its line if that ends sooner.
std::string statement_text(std::string_view text, std::size_t begin) {
  constexpr std::size_t longest = 1024;
  auto statement = text.substr(std::min(begin, text.size()), longest);
  const auto semicolon = statement.find(';');
  const auto end = semicolon != std::string_view::npos ? semicolon + 1 : statement.find('\n');
  return printable(statement.substr(0, end));
}

PtxError make_error(const Context& context, const Failure& failure) {
  constexpr std::size_t longest = 400;
  const auto where = context.lines.at(failure.ptx_line());
  // Messages quote the text, which may hold anything.
  const auto what = printable(failure.what(), longest);
  PtxError error{failure.kind(), fmt::format("{} (PTX line {})", what, where.ptx_line),
                 statement_text(context.text, context.statement), where};
  if (where.line != 0) error.set_file(find_file(context.text, where.file));
  return error;
}

Module read(Context& context) {
  if (context.text.size() > kMostText) malformed(1, "more than 16 MiB of PTX");
  context.in = Lexer{context.text};
  while (context.in.peek().kind != Token::Kind::end) {
    context.statement = context.in.peek().begin;
    parse_top_level(context);
  }
  if (context.module.target == 0) malformed(1, "no .target: this is no PTX");
  return std::move(context.module);
}

}  // namespace

PtxError::PtxError(Kind kind, const std::string& message, std::string text, Location where)
    : std::runtime_error(message), kind_(kind), text_(std::move(text)), where_(where) {}

Module parse(std::string_view text) {
  Context context{text};
  try {
    return read(context);
  } catch (const Failure& failure) {
    throw make_error(context, failure);
  }
}

}  // namespace warpgrade::ptx
