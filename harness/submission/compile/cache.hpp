// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpgrade::compile {

/// SHA-256 of `data` as 64 hexadecimal digits.
std::string sha256(std::string_view data);

/// A scratch folder below `parent` that disappears with its owner. @throws std::runtime_error
/// naming the folder.
class ScratchFolder {
 public:
  explicit ScratchFolder(const std::filesystem::path& parent);
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Libraries by content: `<key>.so` in a folder that is written, and in others that are only read.
class Cache {
 public:
  /// Creates `folder`. @throws std::runtime_error if it cannot be written (names it and the
  /// remedy).
  Cache(std::filesystem::path folder, std::vector<std::filesystem::path> read_only);

  [[nodiscard]] std::optional<std::filesystem::path> find(const std::string& key) const;
  /// Moves `file` (on the same file system) in; a half-written entry is never seen.
  [[nodiscard]] std::filesystem::path store(const std::string& key,
                                            const std::filesystem::path& file) const;
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
  std::vector<std::filesystem::path> read_only_;
};

}  // namespace warpgrade::compile
