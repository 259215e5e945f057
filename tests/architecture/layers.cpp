// SPDX-License-Identifier: Apache-2.0
#include "layers.hpp"

#include <algorithm>
#include <array>
#include <regex>
#include <sstream>
#include <string_view>

namespace warpgrade::architecture {
namespace {

constexpr std::array<std::string_view, 2> kMaySeeCuda{"submission/cudart", "device/cuda"};

struct Row {
  std::string folder;
  std::vector<std::string> allowed;
};

std::vector<Row> read_rows(std::istream& in) {
  std::vector<Row> rows;
  for (std::string line; std::getline(in, line);) {
    const auto colon = line.find(':');
    if (line.starts_with('#') || colon == std::string::npos) continue;
    Row row;
    std::istringstream{line.substr(0, colon)} >> row.folder;
    std::istringstream rest{line.substr(colon + 1)};
    for (std::string folder; rest >> folder;) row.allowed.push_back(folder);
    rows.push_back(row);
  }
  return rows;
}

bool may_include(const Layers& layers, const std::string& folder, const std::string& path) {
  const auto row = layers.find(folder);
  return row != layers.end() && row->second.contains(folder_of(layers, path));
}

// "cuda_runtime.h", "cuda.h", "crt/host_defines.h", "driver_types.h" and the like.
bool is_cuda_header(const std::string& path) {
  static const std::regex cuda{
      R"(^(cuda|cudart|crt/|nvrtc|cupti|driver_types|fatbinary|vector_types))"};
  return std::regex_search(path, cuda);
}

bool is_forbidden(const Layers& layers, const std::string& folder, const std::string& path,
                  bool quoted) {
  constexpr std::string_view ours = "harness/";
  if (path.starts_with(ours)) return !may_include(layers, folder, path.substr(ours.size()));
  if (is_cuda_header(path)) return std::ranges::find(kMaySeeCuda, folder) == kMaySeeCuda.end();
  // A quoted name must be a full one; tables (.inc) may lie beside their file.
  return quoted && !path.ends_with(".inc");
}

}  // namespace

Layers read_layers(std::istream& in) {
  Layers layers;
  for (const auto& row : read_rows(in)) {
    layers[row.folder] = {row.allowed.begin(), row.allowed.end()};
    layers[row.folder].insert(row.folder);
  }
  return layers;
}

std::string folder_of(const Layers& layers, const std::string& path) {
  std::string longest;
  for (const auto& [folder, allowed] : layers) {
    if (path.starts_with(folder + '/') && folder.size() > longest.size()) longest = folder;
  }
  return longest;
}

std::vector<std::string> forbidden_includes(const Layers& layers, const std::string& folder,
                                            std::istream& file) {
  static const std::regex include{R"re(^\s*#\s*include\s*([<"])([^>"]+)[>"])re"};
  std::vector<std::string> found;
  std::smatch match;
  for (std::string line; std::getline(file, line);) {
    if (std::regex_search(line, match, include) &&
        is_forbidden(layers, folder, match[2], match[1] == "\"")) {
      found.push_back(line);
    }
  }
  return found;
}

std::vector<std::string> broken_rows(std::istream& in) {
  std::vector<std::string> broken;
  std::set<std::string> below;
  for (const auto& row : read_rows(in)) {
    for (const auto& folder : row.allowed) {
      if (!below.contains(folder)) broken.push_back(row.folder + " : " + folder);
    }
    below.insert(row.folder);
  }
  return broken;
}

}  // namespace warpgrade::architecture
