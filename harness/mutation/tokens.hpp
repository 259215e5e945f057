// SPDX-License-Identifier: Apache-2.0
// C++ and CUDA source as tokens, as far as single-fault edits need it.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace warpgrade::mutation {

enum class TokenKind { name, number, text, mark };

struct Token {
  TokenKind kind = TokenKind::mark;
  std::string_view text;  ///< Points into the source.
  std::size_t at = 0;     ///< Offset of its first byte.
  int line = 1;

  [[nodiscard]] std::size_t end() const { return at + text.size(); }
};

/// The tokens of `source`; comments and lines of the preprocessor give none. `<<<` and `>>>` are
/// one token each. Never fails: a byte that starts nothing known is a mark of its own.
std::vector<Token> tokenize(std::string_view source);

}  // namespace warpgrade::mutation
