// SPDX-License-Identifier: Apache-2.0
#include "harness/exercise/reference.hpp"

#include "harness/core/poison.hpp"
#include "harness/exercise/exercise.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cassert>
#include <cstring>
#include <memory>

namespace warpgrade::exercise {
namespace {

using Function = void (*)(const float*, float*, std::size_t, std::size_t);

std::vector<float> as_floats(std::span<const std::uint32_t> bits) {
  std::vector<float> values(bits.size());
  std::memcpy(values.data(), bits.data(), bits.size_bytes());
  return values;
}

std::vector<std::uint32_t> call(Function function, Extent input,
                                std::span<const std::uint32_t> values) {
  assert(std::ssize(values) == input.rows * input.cols);
  const auto in = as_floats(values);
  std::vector<std::uint32_t> bits(values.size(), kOutputPoison);
  auto out = as_floats(bits);
  function(in.data(), out.data(), static_cast<std::size_t>(input.rows),
           static_cast<std::size_t>(input.cols));
  std::memcpy(bits.data(), out.data(), out.size() * sizeof(float));
  return bits;
}

}  // namespace

ReferenceFunction load_reference(const std::filesystem::path& library) {
  const std::shared_ptr<void> handle{dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL),
                                     [](void* opened) {
                                       if (opened) dlclose(opened);
                                     }};
  if (!handle)
    throw ExerciseError{fmt::format("{}:1: {}; compile it again", library.string(), dlerror())};
  auto* const symbol = dlsym(handle.get(), "reference");
  if (!symbol) {
    throw ExerciseError{
        fmt::format("{}:1: has no function reference; reference.cpp must define extern \"C\" void "
                    "reference(const float* in, "
                    "float* out, std::size_t rows, std::size_t cols)",
                    library.string())};
  }
  return [handle, function = reinterpret_cast<Function>(symbol)](
             Extent input, std::span<const std::uint32_t> values) {
    return call(function, input, values);
  };
}

}  // namespace warpgrade::exercise
