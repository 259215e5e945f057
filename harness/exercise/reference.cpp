// SPDX-License-Identifier: Apache-2.0
#include "harness/exercise/reference.hpp"

#include "harness/core/poison.hpp"
#include "harness/exercise/exercise.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstring>
#include <memory>

namespace warpgrade::exercise {
namespace {

using Function = void (*)(const std::uint64_t* arguments);
using Kind = Parameter::Kind;

/// Words at addresses that suit 8-byte elements.
class Words {
 public:
  explicit Words(std::span<const std::uint32_t> words) : pairs_((words.size() + 1) / 2) {
    std::memcpy(pairs_.data(), words.data(), words.size_bytes());
  }
  std::uint64_t address() { return std::bit_cast<std::uintptr_t>(pairs_.data()); }
  void copy_to(std::span<std::uint32_t> words) const {
    std::memcpy(words.data(), pairs_.data(), words.size_bytes());
  }

 private:
  std::vector<std::uint64_t> pairs_;
};

std::vector<std::uint32_t> call(Function function, const Signature& signature, const Shape& shape,
                                std::span<const std::uint32_t> values) {
  assert(values.size() == signature.input_words(shape));
  std::vector<std::uint32_t> output(signature.output().words(shape), kOutputPoison);
  Words out{output};
  std::vector<std::unique_ptr<Words>> inputs;
  std::vector<std::uint64_t> arguments;
  for (const auto& parameter : signature.parameters) {
    if (parameter.kind == Kind::size) {
      arguments.push_back(static_cast<std::uint64_t>(shape[parameter.size]));
    } else if (parameter.kind == Kind::out) {
      arguments.push_back(out.address());
    } else {
      const auto words = parameter.words(shape);
      inputs.push_back(std::make_unique<Words>(values.first(words)));
      arguments.push_back(inputs.back()->address());
      values = values.subspan(words);
    }
  }
  function(arguments.data());
  out.copy_to(output);
  return output;
}

}  // namespace

ReferenceFunction load_reference(const std::filesystem::path& library, const Signature& signature) {
  const std::shared_ptr<void> handle{dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL),
                                     [](void* opened) {
                                       if (opened) dlclose(opened);
                                     }};
  if (!handle)
    throw ExerciseError{fmt::format("{}:1: {}; compile it again", library.string(), dlerror())};
  auto* const symbol = dlsym(handle.get(), "warpgrade_reference");
  if (!symbol) {
    throw ExerciseError{fmt::format("{}:1: has no function warpgrade_reference; compile it again",
                                    library.string())};
  }
  return [handle, signature, function = reinterpret_cast<Function>(symbol)](
             const Shape& shape, std::span<const std::uint32_t> values) {
    return call(function, signature, shape, values);
  };
}

}  // namespace warpgrade::exercise
