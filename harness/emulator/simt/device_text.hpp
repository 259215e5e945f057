// SPDX-License-Identifier: Apache-2.0
// Strings in device memory, and printf of kernels.
#pragma once

#include "harness/emulator/simt/warp.hpp"

#include <cstdint>
#include <string>

namespace warpgrade::simt {

/// What one lane sees at generic addresses. Reads outside what it may read give nothing, quietly:
/// the text is cut there.
class DeviceText {
 public:
  /// A conversion taken apart: flags, width, precision, length and letter. `*` stands where an
  /// argument does.
  struct Conversion {
    std::string flags;
    std::string width;
    std::string precision;  ///< With its point.
    bool is_long = false;
    char letter = 0;      ///< 0: no conversion that printf knows.
    std::size_t end = 0;  ///< Behind it.
  };

  DeviceText(Warp& warp, unsigned lane) : warp_(warp), lane_(lane) {}

  /// The zero-terminated string at `address`, capped at 1 KiB.
  [[nodiscard]] std::string string(std::uint64_t address) const;
  /// `format` filled in with the arguments at `arguments`, packed as vprintf takes them: each at a
  /// multiple of its size, float as double. Capped at 4 KiB.
  [[nodiscard]] std::string formatted(std::uint64_t format, std::uint64_t arguments) const;

 private:
  [[nodiscard]] bool read(std::uint64_t address, void* to, std::size_t bytes) const;
  [[nodiscard]] std::uint64_t argument(std::uint64_t& at, std::size_t bytes) const;
  [[nodiscard]] std::string number(const std::string& text, std::uint64_t& at) const;
  [[nodiscard]] std::string converted(const Conversion& conversion, std::uint64_t& at) const;

  Warp& warp_;
  unsigned lane_;
};

}  // namespace warpgrade::simt
