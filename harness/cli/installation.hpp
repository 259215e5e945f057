// SPDX-License-Identifier: Apache-2.0
// Where this build of warpgrade keeps its parts: programs, shipped data, caches.
#pragma once

#include "harness/exercise/exercise.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace warpgrade::cli {

struct Installation {
  std::filesystem::path root;           ///< Holds exercises/, cases/ and cards/.
  std::filesystem::path device_binary;  ///< warpgrade-device
  std::filesystem::path worker_binary;  ///< warpgrade-worker
  std::filesystem::path cudart;         ///< Our libcudart.so.N; empty if there is none.
  std::filesystem::path toolchain;  ///< Where scripts/warpgrade installs a CUDA toolkit of our own.
  std::filesystem::path include;    ///< Holds solve.h.
  std::filesystem::path primed_cache;  ///< Compiled baselines, made at build time.
  std::filesystem::path cache;         ///< The user's; may not exist yet.
  std::string note;                    ///< Why `cache` is not the usual one, or empty.

  [[nodiscard]] exercise::Library library() const { return {root}; }
};

/// Finds the parts from the running program's own place: WARPGRADE_ROOT, or the nearest folder
/// above it with exercises/ and cards/. The cache is $XDG_CACHE_HOME/warpgrade or
/// ~/.cache/warpgrade; where that cannot be written, a folder below the temporary one, with a note.
/// @throws UsageError if no root is found (says what to set).
Installation find_installation();

/// The installation of a program that lies in `bin`; find_installation() for the running one.
Installation installation_of(const std::filesystem::path& bin);

}  // namespace warpgrade::cli
