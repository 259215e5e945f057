// SPDX-License-Identifier: Apache-2.0
#include "harness/submission/compile/wrapper.hpp"

#include <fmt/format.h>

#include <vector>

namespace warpgrade::compile {
namespace {

using Kind = Parameter::Kind;

/// "const float*": what is passed for a parameter.
std::string type_of(const Parameter& parameter) {
  if (parameter.kind == Kind::size) return "std::size_t";
  return fmt::format("{}{}*", parameter.kind == Kind::in ? "const " : "",
                     element_name(parameter.type));
}

/// Whether the type warpgrade_T{i} of the learner's may stand for a parameter.
std::string accepted(const Parameter& parameter, std::size_t i) {
  if (parameter.kind == Kind::size) return fmt::format("std::is_integral_v<warpgrade_T{}>", i);
  const auto element = element_name(parameter.type);
  auto plain = fmt::format("std::is_same_v<warpgrade_T{}, {}*>", i, element);
  if (parameter.kind == Kind::out) return plain;
  return fmt::format("({} || std::is_same_v<warpgrade_T{}, const {}*>)", plain, i, element);
}

/// Argument i of the call, as the type `type`. The cast also takes const off for a solve() that
/// wants a plain pointer to an input.
std::string argument(const Parameter& parameter, std::size_t i, std::string_view type) {
  const auto* const cast = parameter.kind == Kind::size ? "static_cast" : "reinterpret_cast";
  return fmt::format("{}<{}>(warpgrade_a[{}])", cast, type, i);
}

/// One text a parameter.
struct Lists {
  std::vector<std::string> templates;   ///< "class warpgrade_T0"
  std::vector<std::string> types;       ///< "warpgrade_T0"
  std::vector<std::string> conditions;  ///< What warpgrade_T0 has to be.
  std::vector<std::string> arguments;   ///< Of the call: a cast to the type.
};

Lists lists_of(const Signature& signature) {
  Lists lists;
  for (std::size_t i = 0; i < signature.parameters.size(); ++i) {
    const auto& parameter = signature.parameters[i];
    const auto type = fmt::format("warpgrade_T{}", i);
    lists.templates.push_back("class " + type);
    lists.conditions.push_back(accepted(parameter, i));
    lists.arguments.push_back(argument(parameter, i, type));
    lists.types.push_back(type);
  }
  return lists;
}

/// That every size's declared type holds the product of all sizes.
std::string sizes_fit(const Signature& signature) {
  std::vector<std::string> sizes;
  for (std::size_t i = 0; i < signature.parameters.size(); ++i) {
    if (signature.parameters[i].kind == Kind::size)
      sizes.push_back(fmt::format("warpgrade_a[{}]", i));
  }
  const auto product = fmt::format("{}", fmt::join(sizes, " * "));
  std::vector<std::string> fit{"true"};
  for (std::size_t i = 0; i < signature.parameters.size(); ++i) {
    if (signature.parameters[i].kind != Kind::size) continue;
    fit.push_back(fmt::format("warpgrade_holds<warpgrade_T{}>({})", i, product));
  }
  return fmt::format("{}", fmt::join(fit, " && "));
}

}  // namespace

// Macros of the learner's file reach into these lines, so every name of ours says whose it is.
// An accepted type has a specialisation. Any other makes the undefined template an error, and nvcc
// then prints the type it found, so nothing of the learner's text needs to be parsed. The last
// specialisation takes `noexcept` off a function's type. Sizes whose product a declared type cannot
// hold are none that the learner asked for (int sizes at a giant case): solve() is left alone then.
std::string wrapper_source(std::string_view file_name, const Signature& signature) {
  const auto lists = lists_of(signature);
  return fmt::format(R"(#include "{0}"
#line 1 "{1}"
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
namespace warpgrade_wrapper {{
template <class warpgrade_F> struct {2};
template <class warpgrade_F, class = void> struct warpgrade_caller {{
  static void warpgrade_call(warpgrade_F, const std::uint64_t*) {{
    {2}<warpgrade_F> warpgrade_wrong; (void)warpgrade_wrong;
  }}
}};
template <class warpgrade_T> bool warpgrade_holds(std::uint64_t warpgrade_product) {{
  return warpgrade_product <= static_cast<std::uint64_t>((std::numeric_limits<warpgrade_T>::max)());
}}
template <class warpgrade_R, {3}>
struct warpgrade_caller<warpgrade_R (*)({4}), std::enable_if_t<{5}>> {{
  static void warpgrade_call(warpgrade_R (*warpgrade_f)({4}), const std::uint64_t* warpgrade_a) {{
    if ({7}) warpgrade_f({6});
  }}
}};
template <class warpgrade_R, {3}>
struct warpgrade_caller<warpgrade_R (*)({4}) noexcept, void> : warpgrade_caller<warpgrade_R (*)({4})> {{}};
}}
extern "C" void warpgrade_solve(const std::uint64_t* warpgrade_a) {{
  warpgrade_wrapper::warpgrade_caller<decltype(&::solve)>::warpgrade_call(&::solve, warpgrade_a);
}}
)",
                     file_name, kWrapperName, kFoundName, fmt::join(lists.templates, ", "),
                     fmt::join(lists.types, ", "), fmt::join(lists.conditions, " && "),
                     fmt::join(lists.arguments, ", "), sizes_fit(signature));
}

std::string reference_wrapper(std::string_view file_name, const Signature& signature) {
  std::vector<std::string> types;
  std::vector<std::string> arguments;
  for (std::size_t i = 0; i < signature.parameters.size(); ++i) {
    types.push_back(type_of(signature.parameters[i]));
    arguments.push_back(argument(signature.parameters[i], i, types.back()));
  }
  return fmt::format(R"(#include "{0}"
#line 1 "{1}"
#include <cstddef>
#include <cstdint>
extern "C" void warpgrade_reference(const std::uint64_t* warpgrade_a) {{
  void (*warpgrade_f)({2}) = &::reference;
  warpgrade_f({3});
}}
)",
                     file_name, kReferenceWrapperName, fmt::join(types, ", "),
                     fmt::join(arguments, ", "));
}

}  // namespace warpgrade::compile
