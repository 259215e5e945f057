// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/emulator/ptx/module.hpp"

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace warpgrade::ptx {

/// PTX that this project cannot run: text that is no PTX, or an instruction or directive without a
/// row. The message names what, and says it in one line; `text` is the offending line, trimmed and
/// capped.
class PtxError : public std::runtime_error {
 public:
  enum class Kind { malformed, unsupported };
  PtxError(Kind kind, const std::string& message, std::string text, Location where);

  [[nodiscard]] Kind kind() const { return kind_; }
  [[nodiscard]] const std::string& text() const { return text_; }
  /// PTX line, and the source line by the latest `.loc` where there was one.
  [[nodiscard]] const Location& where() const { return where_; }
  /// The file that `where().file` means; empty if unknown.
  [[nodiscard]] const std::string& file() const { return file_; }
  void set_file(std::string file) { file_ = std::move(file); }

 private:
  Kind kind_;
  std::string text_;
  Location where_;
  std::string file_;
};

/// Parses one PTX translation unit (NULs at its end are ignored, comments allowed, CRLF allowed).
///
/// Unknown debugging directives and sections are skipped. The text is untrusted: nesting, sizes and
/// counts are limited and memory stays proportional to the text.
/// @throws PtxError for anything else that it cannot represent.
Module parse(std::string_view text);

}  // namespace warpgrade::ptx
