// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/installation.hpp"

#include "harness/cli/scratch.hpp"
#include "harness/cli/usage_error.hpp"
#include "scratch_folder.hpp"

#include <gtest/gtest.h>

#include <filesystem>

namespace warpgrade::cli {
namespace {

namespace fs = std::filesystem;

/// A checkout with a build tree: <root>/build/release/{bin,lib}.
class InstallationTest : public testing::Test {
 protected:
  InstallationTest() {
    for (const auto* folder : {"exercises", "cards", "build/release/bin", "build/release/lib"}) {
      fs::create_directories(root() / folder);
    }
  }
  [[nodiscard]] fs::path root() const { return scratch_.path(); }
  [[nodiscard]] fs::path bin() const { return root() / "build/release/bin"; }

  ScratchFolder scratch_;
  EnvironmentVariable no_root_{"WARPGRADE_ROOT", nullptr};
  EnvironmentVariable cache_{"XDG_CACHE_HOME", nullptr};
};

TEST_F(InstallationTest, FindsItsPartsFromThePlaceOfTheProgram) {
  (void)scratch_.write("build/release/lib/libcudart.so.12", "");
  (void)scratch_.write("build/release/lib/libcudart.so.13", "");
  (void)scratch_.write("build/release/lib/libcudart.so.13.0.1", "");
  const auto found = installation_of(bin());
  EXPECT_EQ(found.root, root());
  EXPECT_EQ(found.device_binary, bin() / "warpgrade-device");
  EXPECT_EQ(found.cudart, root() / "build/release/lib/libcudart.so.13");
  EXPECT_EQ(found.primed_cache, root() / "build/release/cache");
}

TEST_F(InstallationTest, TheEnvironmentNamesAnotherRoot) {
  const ScratchFolder other;
  fs::create_directories(other.path() / "exercises");
  const EnvironmentVariable variable{"WARPGRADE_ROOT", other.path().c_str()};
  EXPECT_THROW(installation_of(bin()), UsageError) << "it has no cards";
  fs::create_directories(other.path() / "cards");
  EXPECT_EQ(installation_of(bin()).root, other.path());
}

TEST_F(InstallationTest, WithoutARootItSaysWhatToSet) {
  const ScratchFolder lost;
  try {
    (void)installation_of(lost.path());
    FAIL() << "a root was found";
  } catch (const UsageError& error) {
    EXPECT_NE(std::string{error.what()}.find("WARPGRADE_ROOT"), std::string::npos);
  }
}

TEST_F(InstallationTest, TheCacheIsWhereCachesAre) {
  const EnvironmentVariable home{"HOME", root().c_str()};
  EXPECT_EQ(installation_of(bin()).cache, root() / ".cache/warpgrade");
  const EnvironmentVariable cache{"XDG_CACHE_HOME", (root() / "mine").c_str()};
  const auto found = installation_of(bin());
  EXPECT_EQ(found.cache, root() / "mine/warpgrade");
  EXPECT_EQ(found.note, "");
}

TEST_F(InstallationTest, WithoutAHomeTheCacheIsTemporaryAndANoteSaysSo) {
  const EnvironmentVariable home{"HOME", nullptr};
  const auto found = installation_of(bin());
  EXPECT_TRUE(found.cache.string().starts_with(fs::temp_directory_path().string()));
  EXPECT_NE(found.note.find("HOME is not set"), std::string::npos);
}

TEST_F(InstallationTest, AHomeThatIsNoFolderGivesANoteToo) {
  const EnvironmentVariable home{"HOME", "/dev/null"};
  EXPECT_NE(installation_of(bin()).note.find("cannot be written"), std::string::npos);
}

TEST(ScratchTest, IsTheTemporaryFolderOfChildrenAndGoes) {
  const EnvironmentVariable restore{"TMPDIR", std::getenv("TMPDIR")};
  fs::path folder;
  {
    const Scratch scratch;
    folder = scratch.folder();
    EXPECT_EQ(std::getenv("TMPDIR"), folder.string());
    EXPECT_TRUE(fs::is_directory(folder));
  }
  EXPECT_FALSE(fs::exists(folder));
}

}  // namespace
}  // namespace warpgrade::cli
