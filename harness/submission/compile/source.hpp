// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/submission/compile/compile.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace warpgrade::compile {

/// The bytes of a file. @throws std::runtime_error naming the file and why it cannot be read.
std::string read_source(const std::filesystem::path& file);

/// Why this text is no CUDA source at all (empty, binary, UTF-16, too large), found before nvcc
/// sees it.
std::optional<Refused> source_problem(std::string_view text, std::uint64_t most_bytes);

/// A name for the copy that nvcc reads: the file's own where it is plain, else submission.cu. The
/// name is part of command lines and messages, so it holds letters, digits, `.`, `_` and `-` only.
std::string safe_name(const std::filesystem::path& file);

}  // namespace warpgrade::compile
