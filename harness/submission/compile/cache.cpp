// SPDX-License-Identifier: Apache-2.0
#include "harness/submission/compile/cache.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace warpgrade::compile {

namespace fs = std::filesystem;

std::string sha256(std::string_view data) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  if (EVP_Digest(data.data(), data.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1) {
    throw std::runtime_error("libcrypto cannot compute SHA-256");
  }
  std::string hex;
  for (unsigned i = 0; i < size; ++i) hex += fmt::format("{:02x}", digest.at(i));
  return hex;
}

ScratchFolder::ScratchFolder(const fs::path& parent) {
  auto name = (parent / "scratch-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    throw std::runtime_error(
        fmt::format("cannot write to {}: {}", parent.string(), std::strerror(errno)));
  }
  path_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

Cache::Cache(fs::path folder, std::vector<fs::path> read_only)
    : folder_(std::move(folder)), read_only_(std::move(read_only)) {
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error || access(folder_.c_str(), W_OK) != 0) {
    throw std::runtime_error(fmt::format(
        "cannot write to the cache folder {}: make it writable or set XDG_CACHE_HOME to a folder "
        "that is",
        folder_.string()));
  }
}

std::optional<fs::path> Cache::find(const std::string& key) const {
  const auto name = key + ".so";
  if (fs::exists(folder_ / name)) return folder_ / name;
  for (const auto& folder : read_only_) {
    if (fs::exists(folder / name)) return folder / name;
  }
  return std::nullopt;
}

fs::path Cache::store(const std::string& key, const fs::path& file) const {
  auto target = folder_ / (key + ".so");
  fs::rename(file, target);
  return target;
}

}  // namespace warpgrade::compile
