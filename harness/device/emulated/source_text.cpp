// SPDX-License-Identifier: Apache-2.0
#include "harness/device/emulated/source_text.hpp"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

namespace warpgrade::device::emulated {

std::string source_text(const std::string& file) {
  constexpr std::uintmax_t most = std::uintmax_t{1} << 20;
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error) || error) return {};
  const auto bytes = std::filesystem::file_size(file, error);
  if (error || bytes > most) return {};
  std::ifstream in{file, std::ios::binary};
  return {std::istreambuf_iterator<char>{in}, {}};
}

}  // namespace warpgrade::device::emulated
