// SPDX-License-Identifier: Apache-2.0
#include "harness/emulator/ptx/signature.hpp"

#include "harness/emulator/ptx/failure.hpp"

#include <algorithm>

namespace warpgrade::ptx {
namespace {

constexpr std::uint64_t kMostParameterBytes = std::uint64_t{1} << 20;

std::vector<Parameter> parse_list(Context& context, std::uint32_t& bytes) {
  auto& in = context.in;
  std::vector<Parameter> list;
  std::uint64_t end = 0;
  if (!in.accept('(') || in.accept(')')) return list;
  do {
    const auto line = in.peek().line;
    Parameter parameter{parse_parameter(context), 0};
    const std::uint64_t mask = parameter.variable.alignment - 1;
    const auto begin = (end + mask) & ~mask;
    end = begin + parameter.variable.bytes;
    if (end > kMostParameterBytes) malformed(line, "parameters of more than 1 MiB");
    parameter.offset = static_cast<std::uint32_t>(begin);
    list.push_back(std::move(parameter));
  } while (in.accept(','));
  in.expect(')');
  bytes = static_cast<std::uint32_t>(end);
  return list;
}

bool same_sizes(const std::vector<Parameter>& a, const std::vector<Parameter>& b) {
  return std::ranges::equal(a, b, [](const Parameter& x, const Parameter& y) {
    return x.variable.bytes == y.variable.bytes && x.offset == y.offset;
  });
}

}  // namespace

Token parse_signature(Context& context, Function& function) {
  std::uint32_t result_bytes = 0;
  function.results = parse_list(context, result_bytes);
  const auto name = context.in.expect(Token::Kind::word, "a function's name");
  if (name.text != "_") function.name = name.text;
  function.parameters = parse_list(context, function.parameter_bytes);
  return name;
}

bool same_signature(const Function& a, const Function& b) {
  return same_sizes(a.results, b.results) && same_sizes(a.parameters, b.parameters);
}

}  // namespace warpgrade::ptx
