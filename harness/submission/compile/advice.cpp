// SPDX-License-Identifier: Apache-2.0
#include "harness/submission/compile/advice.hpp"

#include <array>
#include <string_view>

namespace warpgrade::compile {
namespace {

struct Row {
  std::string_view error;  ///< Part of nvcc's message.
  std::string_view advice;
};

// In nvcc 13's words; a message that changes only loses its advice.
constexpr std::array kRows{
    Row{"variable length array",
        "a static tile needs a constant size: make it constexpr, or use dynamic "
        "shared memory (extern __shared__)"},
    Row{"operator \"<<\"", "a launch takes three chevrons: kernel<<<grid, block>>>(...)"},
    Row{"expected an expression", "a launch takes three chevrons: kernel<<<grid, block>>>(...)"},
    Row{"a __global__ function call must be configured",
        "launch the kernel: kernel<<<grid, block>>>(...)"},
    Row{"an extern __shared__ variable",
        "dynamic shared memory is an array without a size: extern "
        "__shared__ float tile[];"},
    Row{"expression must have pointer-to-object type",
        "only an array or a pointer has an index; a dynamic tile needs empty brackets: extern "
        "__shared__ float tile[];"},
    Row{"initializer not allowed for __shared__",
        "shared memory cannot be initialised where it is "
        "declared: let the threads write it"},
    Row{"dynamic initialization",
        "shared memory cannot be initialised where it is declared: let the "
        "threads write it"},
    Row{"calling a __host__ function", "a kernel can only call __device__ functions"},
    Row{"No such file or directory",
        "only this one file is compiled: put what it includes into it"},
    Row{"too much shared data",
        "static shared memory is limited to 48 KiB, larger tiles must be dynamic "
        "with opt-in (cudaFuncSetAttribute)"},
    Row{"undefined reference",
        "the file must define everything it calls: other libraries are not linked"},
};

}  // namespace

std::string advice(const std::vector<Diagnostic>& diagnostics) {
  for (const auto& diagnostic : diagnostics) {
    if (diagnostic.severity != Severity::error) continue;
    for (const auto& row : kRows) {
      if (diagnostic.message.find(row.error) != std::string::npos) return std::string{row.advice};
    }
  }
  return {};
}

}  // namespace warpgrade::compile
