// SPDX-License-Identifier: Apache-2.0
// What the parts of the parser throw; parse() adds source line and text and makes a PtxError of it.
#pragma once

#include "harness/emulator/ptx/parser.hpp"

#include <cstdint>
#include <stdexcept>
#include <string>

namespace warpgrade::ptx {

class Failure : public std::runtime_error {
 public:
  Failure(PtxError::Kind kind, std::uint32_t ptx_line, const std::string& message)
      : std::runtime_error(message), kind_(kind), ptx_line_(ptx_line) {}
  [[nodiscard]] PtxError::Kind kind() const { return kind_; }
  [[nodiscard]] std::uint32_t ptx_line() const { return ptx_line_; }

 private:
  PtxError::Kind kind_;
  std::uint32_t ptx_line_;
};

[[noreturn]] inline void malformed(std::uint32_t ptx_line, const std::string& message) {
  throw Failure(PtxError::Kind::malformed, ptx_line, message);
}

[[noreturn]] inline void unsupported(std::uint32_t ptx_line, const std::string& message) {
  throw Failure(PtxError::Kind::unsupported, ptx_line, message);
}

/// `text` as one line that is safe to print: white space collapsed, other control characters and
/// bytes beyond ASCII as `?`, at most `limit` characters.
std::string printable(std::string_view text, std::size_t limit = 160);

}  // namespace warpgrade::ptx
