// SPDX-License-Identifier: Apache-2.0
// Fails when a file includes a folder that harness/layers.txt does not allow.
#include "layers.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

namespace warpgrade::architecture {
namespace {

namespace fs = std::filesystem;

const fs::path kHarness = fs::path{WARPGRADE_SOURCE_DIR} / "harness";

Layers the_layers() {
  std::ifstream table{kHarness / "layers.txt"};
  return read_layers(table);
}

bool is_source(const fs::path& file) {
  static const std::set<std::string> endings{".hpp", ".cpp", ".h", ".cuh", ".cu", ".inc"};
  return endings.contains(file.extension().string());
}

std::vector<std::string> forbidden(const std::string& folder, const std::string& text) {
  std::istringstream table{
      "core :\n"
      "device : core\n"
      "device/emulated : core device\n"
      "submission/cudart : core device\n"
      "report : core\n"};
  std::istringstream file{text};
  return forbidden_includes(read_layers(table), folder, file);
}

TEST(Layers, EveryIncludePointsDown) {
  const auto layers = the_layers();
  ASSERT_FALSE(layers.empty());
  int files = 0;
  for (const auto& entry : fs::recursive_directory_iterator{kHarness}) {
    if (!is_source(entry.path())) continue;
    const auto path = fs::relative(entry.path(), kHarness).string();
    // solve.h goes to learners' files, not into ours.
    if (path == "submission/compile/include/solve.h") continue;
    const auto folder = folder_of(layers, path);
    ASSERT_NE(folder, "") << path << " lies in no folder of harness/layers.txt";
    EXPECT_EQ(folder, fs::path{path}.parent_path().string()) << path << ": its folder has no row";
    std::ifstream file{entry.path()};
    EXPECT_EQ(forbidden_includes(layers, folder, file), std::vector<std::string>{}) << path;
    ++files;
  }
  EXPECT_GT(files, 50);
}

TEST(Layers, RowsAreOrderedLowToHigh) {
  std::ifstream table{kHarness / "layers.txt"};
  EXPECT_EQ(broken_rows(table), std::vector<std::string>{});
}

TEST(Layers, TheLowestKnowNothingOfOurs) {
  const auto layers = the_layers();
  EXPECT_EQ(layers.at("core"), std::set<std::string>{"core"});
  EXPECT_EQ(layers.at("emulator/ptx"), std::set<std::string>{"emulator/ptx"});
}

TEST(Layers, AFolderBelongsToItsLongestRow) {
  std::istringstream table{"device :\ndevice/emulated : device\n"};
  const auto layers = read_layers(table);
  EXPECT_EQ(folder_of(layers, "device/server.cpp"), "device");
  EXPECT_EQ(folder_of(layers, "device/emulated/arena.cpp"), "device/emulated");
  EXPECT_EQ(folder_of(layers, "devices/other.cpp"), "");
}

TEST(Layers, CatchesAnIncludeThatPointsUp) {
  EXPECT_EQ(forbidden("core", "#include \"harness/report/text.hpp\"\n").size(), 1U);
  EXPECT_EQ(forbidden("device", "  #  include \"harness/device/emulated/arena.hpp\"\n").size(), 1U);
  EXPECT_EQ(forbidden("device/emulated", "#include \"harness/device/device.hpp\"\n").size(), 0U);
}

TEST(Layers, CatchesAFolderWithoutARow) {
  EXPECT_EQ(forbidden("core", "#include \"harness/secret/door.hpp\"\n").size(), 1U);
}

TEST(Layers, CatchesCudaOutsideItsFolders) {
  EXPECT_EQ(forbidden("device", "#include <cuda_runtime.h>\n").size(), 1U);
  EXPECT_EQ(forbidden("device", "#include \"cuda.h\"\n").size(), 1U);
  EXPECT_EQ(forbidden("report", "#include <driver_types.h>\n").size(), 1U);
  EXPECT_EQ(forbidden("submission/cudart", "#include <cuda_runtime.h>\n").size(), 0U);
}

TEST(Layers, CatchesAHeaderNamedWithoutItsFolder) {
  EXPECT_EQ(forbidden("report", "#include \"text.hpp\"\n").size(), 1U);
  EXPECT_EQ(forbidden("report", "#include \"rows.inc\"\n#include <vector>\n").size(), 0U);
}

TEST(Layers, CatchesRowsOutOfOrder) {
  std::istringstream table{"report : core\ncore :\n"};
  EXPECT_EQ(broken_rows(table), std::vector<std::string>{"report : core"});
}

}  // namespace
}  // namespace warpgrade::architecture
