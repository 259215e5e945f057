// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/output.hpp"

#include "scratch_folder.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <stdexcept>

namespace warpgrade::cli {
namespace {

namespace fs = std::filesystem;

std::size_t entries(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator{folder}, {}));
}

TEST(WriteFile, WritesAndReplacesAndLeavesNothingElse) {
  const ScratchFolder scratch;
  const auto file = scratch.path() / "result.json";
  write_file(file, "a long first text");
  write_file(file, "second");
  EXPECT_EQ(read_file(file), "second");
  EXPECT_EQ(entries(scratch.path()), 1U);
}

TEST(WriteFile, SaysWhichFileCannotBeWritten) {
  const ScratchFolder scratch;
  const auto file = scratch.path() / "missing/result.json";
  try {
    write_file(file, "text");
    FAIL() << "it was written";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string{error.what()}.find("missing/result.json"), std::string::npos);
  }
}

TEST(WriteFile, KeepsALinkALink) {
  const ScratchFolder scratch;
  const auto file = scratch.write("real.json", "old");
  fs::create_symlink(file, scratch.path() / "link.json");
  write_file(scratch.path() / "link.json", "new");
  EXPECT_TRUE(fs::is_symlink(scratch.path() / "link.json"));
  EXPECT_EQ(read_file(file), "new");
}

TEST(WriteFile, DoesNotReplaceADevice) {
  write_file("/dev/null", "text");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

}  // namespace
}  // namespace warpgrade::cli
