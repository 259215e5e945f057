// SPDX-License-Identifier: Apache-2.0
// A device for tests: loads PTX, moves vectors in and out, launches.
#pragma once

#include "harness/emulator/ptx/parser.hpp"
#include "harness/emulator/simt/launch.hpp"

#include <cassert>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace warpgrade::simt {

/// Packs kernel arguments as PTX lays them out: each at a multiple of its size.
class Arguments {
 public:
  template <class... T>
  explicit Arguments(T... values) {
    (add(values), ...);
  }
  [[nodiscard]] const std::vector<std::byte>& bytes() const { return bytes_; }

 private:
  template <class T>
  void add(T value) {
    bytes_.resize((bytes_.size() + sizeof value - 1) / sizeof value * sizeof value + sizeof value);
    std::memcpy(bytes_.data() + bytes_.size() - sizeof value, &value, sizeof value);
  }

  std::vector<std::byte> bytes_;
};

class Machine {
 public:
  explicit Machine(std::string_view ptx, std::uint64_t capacity = std::uint64_t{1} << 30)
      : memory_(std::make_unique<GlobalMemory>(capacity)),
        program_(std::make_unique<Program>(ptx::parse(ptx), *memory_)) {}

  GlobalMemory& memory() { return *memory_; }
  Program& program() { return *program_; }

  template <class T>
  std::uint64_t upload(const std::vector<T>& values) {
    const std::uint64_t bytes = values.size() * sizeof(T);
    const std::uint64_t base = memory_->allocate(bytes).value();
    if (bytes != 0) std::memcpy(memory_->view(base, bytes).data(), values.data(), bytes);
    return base;
  }
  template <class T>
  std::vector<T> download(std::uint64_t base, std::size_t count) {
    std::vector<T> values(count);
    const auto view = memory_->view(base, count * sizeof(T));
    assert(view.size() == count * sizeof(T));
    std::memcpy(values.data(), view.data(), view.size());
    return values;
  }

  LaunchConfig config = one_warp();
  std::vector<std::unique_ptr<Observer>> observers;

  template <class... T>
  LaunchResult launch(std::string_view kernel, T... arguments) {
    const Arguments packed(arguments...);
    config.parameters = packed.bytes();
    const ptx::Function* const function = program_->kernel(kernel);
    assert(function != nullptr);
    return simt::launch(*program_, *function, *memory_, config, observers);
  }

 private:
  static LaunchConfig one_warp() {
    LaunchConfig config;
    config.block = {32, 1, 1};
    return config;
  }

  std::unique_ptr<GlobalMemory> memory_;
  std::unique_ptr<Program> program_;
};

/// A kernel `k` with one parameter, a pointer in %out (already in the global space), and %tid.x in
/// %t.
inline std::string kernel_of(std::string_view body) {
  return ".version 8.0\n.target sm_75\n.address_size 64\n"
         ".visible .entry k(.param .u64 k_out)\n{\n"
         ".reg .pred %p<16>; .reg .b16 %h<16>; .reg .b32 %r<32>; .reg .b64 %d<32>;\n"
         ".reg .f32 %f<16>; .reg .f64 %g<16>; .reg .b64 %out; .reg .b32 %t;\n"
         "ld.param.u64 %out, [k_out]; mov.u32 %t, %tid.x;\n" +
         std::string(body) + "\nret;\n}\n";
}

}  // namespace warpgrade::simt
