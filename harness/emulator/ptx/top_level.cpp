// SPDX-License-Identifier: Apache-2.0
// Directives of a module (PTX ISA 11).
#include "harness/emulator/ptx/context.hpp"
#include "harness/emulator/ptx/failure.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>

namespace warpgrade::ptx {
namespace {

void read_version(Context& context) {
  const auto token = context.in.expect(Token::Kind::number, "a version");
  const auto* const end = token.text.data() + token.text.size();
  auto& module = context.module;
  const auto major = std::from_chars(token.text.data(), end, module.version_major);
  if (major.ec != std::errc{} || major.ptr == end || *major.ptr != '.' ||
      std::from_chars(major.ptr + 1, end, module.version_minor).ptr != end) {
    malformed(token.line, "a .version that is no version");
  }
}

/// `sm_75`, `sm_90a`, `debug`, `texmode_independent`, ...
void read_target(Context& context) {
  constexpr std::string_view prefix = "sm_";
  auto& in = context.in;
  do {
    const auto token = in.expect(Token::Kind::word, "a target");
    if (!token.text.starts_with(prefix)) continue;
    const auto digits = token.text.substr(prefix.size());
    const auto result =
        std::from_chars(digits.data(), digits.data() + digits.size(), context.module.target);
    if (result.ec != std::errc{}) malformed(token.line, "a .target that is no target");
  } while (in.accept(','));
}

void read_address_size(Context& context) {
  constexpr std::uint64_t bits = 64;
  const auto line = context.in.peek().line;
  if (context.in.expect_integer("an address size", bits) != bits) {
    unsupported(line, "an .address_size other than 64");
  }
}

void skip_pragma(Context& context) {
  while (!context.in.peek().is(';') && context.in.peek().kind != Token::Kind::end) {
    context.in.next();
  }
  context.in.expect(';');
}

/// `.section .debug_str { ... }`
void skip_section(Context& context) {
  auto& in = context.in;
  const auto line = in.peek().line;
  while (!in.peek().is('{')) {
    if (in.next().kind == Token::Kind::end) malformed(line, "a .section without a body");
  }
  std::size_t depth = 0;
  do {
    const auto token = in.next();
    if (token.kind == Token::Kind::end) malformed(line, "a .section that never ends");
    depth += token.is('{') ? 1 : 0;
    depth -= token.is('}') ? 1 : 0;
  } while (depth != 0);
}

void read_files(Context& context) { read_file(context.in, context.module.files); }
void read_loc(Context& context) { context.lines.read_loc(context.in); }

struct Directive {
  std::string_view name;
  void (*read)(Context&);
};
constexpr std::array kDirectives{
    Directive{"version", read_version},
    Directive{"target", read_target},
    Directive{"address_size", read_address_size},
    Directive{"file", read_files},
    Directive{"loc", read_loc},
    Directive{"section", skip_section},
    Directive{"pragma", skip_pragma},
};

struct VariableSpace {
  std::string_view name;
  StateSpace space;
};
constexpr std::array kSpaces{
    VariableSpace{"global", StateSpace::global},
    VariableSpace{"const", StateSpace::constant},
    VariableSpace{"shared", StateSpace::shared},
};

bool is_linkage(std::string_view name) {
  return name == "visible" || name == "weak" || name == "common" || name == "extern";
}

}  // namespace

void parse_top_level(Context& context) {
  auto& in = context.in;
  if (in.accept(';')) return;
  auto token = in.expect(Token::Kind::dot, "a directive");
  bool is_extern = false;
  while (is_linkage(token.text)) {
    is_extern |= token.text == "extern";
    token = in.expect(Token::Kind::dot, "a directive");
  }
  if (token.text == "entry") return parse_function(context, true, is_extern);
  if (token.text == "func") {
    if (in.peek().is_dot("attribute")) unsupported(token.line, "functions with .attribute");
    return parse_function(context, false, is_extern);
  }
  for (const auto& each : kSpaces) {
    if (token.text == each.name) return parse_variables(context, each.space, is_extern);
  }
  for (const auto& each : kDirectives) {
    if (token.text == each.name) return each.read(context);
  }
  unsupported(token.line, fmt::format("directive .{}", printable(token.text, 40)));
}

}  // namespace warpgrade::ptx
