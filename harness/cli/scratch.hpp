// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace warpgrade::cli {

/// A temporary folder of this process, and TMPDIR while it lives: whatever the process or its
/// children put into temporary files goes with it.
class Scratch {
 public:
  /// @throws std::runtime_error if the folder cannot be made (says where and why).
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
  std::optional<std::string> old_;  ///< TMPDIR before.
};

}  // namespace warpgrade::cli
