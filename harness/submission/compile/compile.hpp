// SPDX-License-Identifier: Apache-2.0
// From a learner's file to a shared library, through nvcc. Untrusted text goes in; only values come
// out.
#pragma once

#include "harness/core/finding.hpp"
#include "harness/core/outcome.hpp"
#include "harness/core/signature.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

namespace warpgrade::compile {

/// The toolkit is missing or broken: not the learner's fault. The message says what to do.
class ToolchainError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The nvcc that is used and what is known of it.
struct Toolchain {
  std::filesystem::path nvcc;
  std::filesystem::path root;  ///< The toolkit's folder (bin/, include/, lib64/).
  std::string version;         ///< "13.0.88"
};

/// Finds nvcc: CUDACXX, then PATH, the usual folders, and the harness's own (`own` / bin/nvcc, may
/// be empty).
/// @throws ToolchainError naming all places that were looked at.
Toolchain find_toolchain(const std::filesystem::path& own);

struct Settings {
  Toolchain toolchain;
  std::vector<std::filesystem::path> read_caches;  ///< Looked in after `cache`, never written.
  std::filesystem::path cache;                     ///< Created if missing.
  std::filesystem::path include;                   ///< Folder with solve.h.
  std::string architecture = "compute_75";         ///< nvcc's -arch.
  std::string machine;  ///< "sm_90": machine code for a real GPU beside the PTX, made from it.
  double seconds = 60;  ///< Wall clock for all of nvcc.
  std::uint64_t memory_bytes = std::uint64_t{4} << 30;
  std::uint64_t source_bytes = std::uint64_t{1} << 20;
};

/// A line of nvcc's diagnostics, with our own paths and the wrapper taken out.
struct Diagnostic {
  SourceLine where;
  Severity severity = Severity::error;
  std::string message;
};

struct Compiled {
  std::filesystem::path library;  ///< In a cache; has warpgrade_solve(), see worker.
  std::string sha256;             ///< Of the source text.
  bool from_cache = false;
  std::vector<Diagnostic> warnings;
};

/// Why there is no library. `outcome` is did_not_compile, no_solve or compile_limit.
struct Refused {
  Outcome outcome = Outcome::did_not_compile;
  std::string sha256;
  std::string summary;  ///< One sentence: "no solve found: expected void solve(...)"; of an error
                        ///< that we know, what CUDA wants instead.
  std::vector<Diagnostic> diagnostics;  ///< At most 20, errors first.
};

using Result = std::variant<Compiled, Refused>;

/// Compiles one .cu with a `solve` of that signature, of C or C++ linkage, with sizes of any
/// integer type (design 5).
/// @throws ToolchainError  if nvcc cannot even compile a trivial file.
/// @throws std::runtime_error  if `source` cannot be read (names it and says why).
Result compile_submission(const std::filesystem::path& source, const Signature& signature,
                          const Settings& settings);

/// Compiles an exercise's reference.cpp, whose reference() has that signature, with the host
/// compiler into a library with warpgrade_reference(); same cache.
/// @throws std::runtime_error with the compiler's first error: the exercise is broken, not the
/// submission.
std::filesystem::path compile_reference(const std::filesystem::path& source,
                                        const Signature& signature, const Settings& settings);

}  // namespace warpgrade::compile
