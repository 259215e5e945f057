// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>

namespace warpgrade::cli {

/// A folder for one test; goes with it.
class ScratchFolder {
 public:
  ScratchFolder() {
    auto name = (std::filesystem::temp_directory_path() / "warpgrade-cli-test-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) std::abort();
    path_ = name;
  }
  ~ScratchFolder() { std::filesystem::remove_all(path_); }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::filesystem::path write(const std::string& name,
                                            const std::string& text) const {
    auto file = path_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream{file} << text;
    return file;
  }

 private:
  std::filesystem::path path_;
};

/// Sets an environment variable (or unsets it, for null) while it lives.
class EnvironmentVariable {
 public:
  EnvironmentVariable(std::string name, const char* value) : name_{std::move(name)} {
    if (const char* const old = std::getenv(name_.c_str())) {
      old_ = old;
      had_ = true;
    }
    set(value);
  }
  ~EnvironmentVariable() { set(had_ ? old_.c_str() : nullptr); }
  EnvironmentVariable(const EnvironmentVariable&) = delete;
  EnvironmentVariable& operator=(const EnvironmentVariable&) = delete;

 private:
  void set(const char* value) {
    if (value == nullptr) {
      unsetenv(name_.c_str());
    } else {
      setenv(name_.c_str(), value, 1);
    }
  }

  std::string name_;
  std::string old_;
  bool had_ = false;
};

inline std::string read_file(const std::filesystem::path& file) {
  std::ifstream in{file, std::ios::binary};
  return {std::istreambuf_iterator<char>{in}, {}};
}

}  // namespace warpgrade::cli
