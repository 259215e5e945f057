// SPDX-License-Identifier: Apache-2.0
#include "harness/submission/compile/wrapper.hpp"

#include <fmt/format.h>

namespace warpgrade::compile {

// An accepted type has a specialisation. Any other makes the undefined template an error, and nvcc
// then prints the type it found, so nothing of the learner's text needs to be parsed. plain() takes
// `noexcept` off a function's type. Sizes whose product the declared type cannot hold are none that
// the learner asked for (int sizes at a giant case): solve() is left alone then.
std::string wrapper_source(std::string_view file_name) {
  return fmt::format(R"(#include "{0}"
#line 1 "{1}"
#include <cstddef>
#include <limits>
#include <type_traits>
namespace warpgrade_wrapper {{
template <class F> struct {2};
template <class F, class = void> struct caller {{
  static void call(F, const float*, float*, std::size_t, std::size_t) {{ {2}<F> wrong; (void)wrong; }}
}};
template <class R, class In, class Out, class Rows, class Cols>
struct caller<R (*)(In*, Out*, Rows, Cols), std::enable_if_t<
    std::is_same_v<std::remove_const_t<In>, float> && std::is_same_v<Out, float> &&
    std::is_integral_v<Rows> && std::is_integral_v<Cols>>> {{
  static void call(R (*f)(In*, Out*, Rows, Cols), const float* in, float* out, std::size_t rows,
                   std::size_t cols) {{
    constexpr std::size_t most = static_cast<std::size_t>(std::numeric_limits<Cols>::max());
    if (rows > most / cols) return;
    f(const_cast<In*>(in), out, static_cast<Rows>(rows), static_cast<Cols>(cols));
  }}
}};
template <class R, class In, class Out, class Rows, class Cols>
struct caller<R (*)(In*, Out*, Rows, Cols) noexcept, void> : caller<R (*)(In*, Out*, Rows, Cols)> {{}};
}}
extern "C" void warpgrade_solve(const float* in, float* out, std::size_t rows, std::size_t cols) {{
  warpgrade_wrapper::caller<decltype(&::solve)>::call(&::solve, in, out, rows, cols);
}}
)",
                     file_name, kWrapperName, kFoundName);
}

}  // namespace warpgrade::compile
